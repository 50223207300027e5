/// A named meeting place: everything that tells its datagrams from those of others.
package struct Room: Hashable, Sendable {
    package let name: String
    /// The start of the room's id, at the start of each of its datagrams: a cheap filter.
    package let tag: UInt32
    /// The room's id, as the key of its datagrams' tags.
    let key: SipHash.Key

    /// The room of this name: its id is the first 16 bytes of SHA-256 of "inkcast room " and the
    /// name's UTF-8.
    package init(name: String) {
        self.name = name
        var reader = ByteReader(SHA256.digest(Array("inkcast room ".utf8) + Array(name.utf8)))
        let high = (try? reader.readInteger(as: UInt64.self)) ?? 0
        let low = (try? reader.readInteger(as: UInt64.self)) ?? 0
        tag = UInt32(truncatingIfNeeded: high >> 32)
        key = SipHash.Key(low: high.byteSwapped, high: low.byteSwapped)
    }
}
