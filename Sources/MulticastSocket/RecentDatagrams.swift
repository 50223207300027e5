/// Remembers the last datagrams by their hashes, to know one again that comes by another path.
struct RecentDatagrams {
    static let datagramsMax = 256

    private var hashes = [Int](repeating: 0, count: datagramsMax)
    private var next = 0

    mutating func insert(_ bytes: UnsafeRawBufferPointer) {
        hashes[next] = RecentDatagrams.hash(bytes)
        next = (next + 1) % RecentDatagrams.datagramsMax
    }

    func contains(_ bytes: UnsafeRawBufferPointer) -> Bool {
        hashes.contains(RecentDatagrams.hash(bytes))
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: bytes)
        return hasher.finalize()
    }
}
