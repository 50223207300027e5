/// What happened in a run, as one number that two equal runs share, and as lines on demand.
struct Trace {
    private(set) var hash: UInt64
    private let write: ((String) -> Void)?

    init(seed: UInt64, write: ((String) -> Void)?) {
        hash = seed
        self.write = write
    }

    mutating func note(
        _ time: Int64, _ peer: Int, _ value: UInt64, _ text: @autoclosure () -> String
    ) {
        mix(UInt64(bitPattern: time))
        mix(UInt64(bitPattern: Int64(peer)))
        mix(value)
        guard let write else { return }
        let seconds = "\(time / 1_000_000)."
        let fraction = "\(1_000_000 + time % 1_000_000)".dropFirst()
        write("\(seconds)\(fraction) p\(peer) \(text())")
    }

    private mutating func mix(_ value: UInt64) {
        hash = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
    }

    static func hash(_ bytes: [UInt8]) -> UInt64 {
        var hash = UInt64(bytes.count)
        bytes.withUnsafeBytes { buffer in
            let words = buffer.count / 8
            for index in 0..<words {
                let word = buffer.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
                hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
                hash ^= hash >> 32
            }
            for index in words * 8..<buffer.count {
                hash = (hash ^ UInt64(buffer[index])) &* 0x100_0000_01B3
            }
        }
        return hash
    }
}
