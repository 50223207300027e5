/// SipHash-2-4 (Aumasson and Bernstein, 2012), with 64 or 128 bits of result.
///
/// The 128-bit form is the datagram's tag, the 64-bit form what entries are compared by.
package struct SipHash {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    package struct Key: Hashable, Sendable {
        package var low: UInt64
        package var high: UInt64

        package init(low: UInt64, high: UInt64) {
            self.low = low
            self.high = high
        }
    }

    private init(_ key: Key, wide: Bool) {
        v0 = key.low ^ 0x736f_6d65_7073_6575
        v1 = key.high ^ 0x646f_7261_6e64_6f6d ^ (wide ? 0xEE : 0)
        v2 = key.low ^ 0x6c79_6765_6e65_7261
        v3 = key.high ^ 0x7465_6462_7974_6573
    }

    /// 16 bytes over the first `count` bytes of `message`.
    package static func tag(_ message: [UInt8], count: Int, key: Key) -> (UInt64, UInt64) {
        var hash = SipHash(key, wide: true)
        hash.absorb(message, count: min(count, message.count))
        hash.v2 ^= 0xEE
        hash.rounds(4)
        let first = hash.v0 ^ hash.v1 ^ hash.v2 ^ hash.v3
        hash.v1 ^= 0xDD
        hash.rounds(4)
        return (first, hash.v0 ^ hash.v1 ^ hash.v2 ^ hash.v3)
    }

    package static func hash(_ message: [UInt8], key: Key) -> UInt64 {
        var hash = SipHash(key, wide: false)
        hash.absorb(message, count: message.count)
        hash.v2 ^= 0xFF
        hash.rounds(4)
        return hash.v0 ^ hash.v1 ^ hash.v2 ^ hash.v3
    }

    private mutating func absorb(_ message: [UInt8], count: Int) {
        message.withUnsafeBytes { buffer in
            let words = count / 8
            for index in 0..<words {
                let word = buffer.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
                mix(UInt64(littleEndian: word))
            }
            var last = UInt64(truncatingIfNeeded: count) << 56
            for index in words * 8..<count {
                last |= UInt64(buffer[index]) << UInt64((index - words * 8) * 8)
            }
            mix(last)
        }
    }

    private mutating func mix(_ word: UInt64) {
        v3 ^= word
        rounds(2)
        v0 ^= word
    }

    @inline(__always)
    private mutating func rounds(_ count: Int) {
        for _ in 0..<count {
            v0 &+= v1
            v1 = rotate(v1, 13) ^ v0
            v0 = rotate(v0, 32)
            v2 &+= v3
            v3 = rotate(v3, 16) ^ v2
            v0 &+= v3
            v3 = rotate(v3, 21) ^ v0
            v2 &+= v1
            v1 = rotate(v1, 17) ^ v2
            v2 = rotate(v2, 32)
        }
    }

    @inline(__always)
    private func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
        word << bits | word >> (64 - bits)
    }
}
