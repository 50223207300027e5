/// Arithmetic of bytes as polynomials over GF(2) modulo x^8 + x^4 + x^3 + x^2 + 1, as in RFC 5510:
/// sums are exclusive ors.
enum GaloisField {
    /// The powers of x, twice over, so that sums of two logarithms need no remainder.
    private static let powers: [UInt8] = {
        var powers = [UInt8](repeating: 1, count: 510)
        for exponent in 1..<510 {
            let last = powers[exponent - 1]
            powers[exponent] = last << 1 ^ (last & 0x80 == 0 ? 0 : 0x1D)
        }
        return powers
    }()

    private static let logarithms: [Int] = {
        var logarithms = [Int](repeating: 0, count: 256)
        for exponent in 0..<255 { logarithms[Int(powers[exponent])] = exponent }
        return logarithms
    }()

    static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        guard left != 0, right != 0 else { return 0 }
        return powers[logarithms[Int(left)] + logarithms[Int(right)]]
    }

    /// What times `value` is 1; the value must not be 0.
    static func inverse(_ value: UInt8) -> UInt8 {
        powers[255 - logarithms[Int(value)]]
    }

    /// Adds a multiple of `bytes` to a sum, which grows as far as needed: behind the bytes there
    /// are zeros.
    static func add(_ bytes: [UInt8], times factor: UInt8, to sum: inout [UInt8]) {
        guard factor != 0 else { return }
        while sum.count < bytes.count { sum.append(0) }
        let table = (0...255).map { product(UInt8($0), factor) }
        for index in bytes.indices { sum[index] ^= table[Int(bytes[index])] }
    }
}
