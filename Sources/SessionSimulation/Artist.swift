import SessionCore

/// Somebody at a canvas: what they do next.
struct Artist {
    /// The channel of the canvas's operations.
    static let channel: UInt8 = 1
    /// A channel of bytes that mean nothing.
    static let otherChannel: UInt8 = 7

    private var generator: Generator
    private var drawn: UInt64 = 0

    init(using generator: inout Generator) {
        self.generator = generator.fork()
    }

    /// The bodies of the next gesture's entries.
    mutating func gesture() -> [UInt8] {
        drawn += 1
        return generator.bytes(8 + generator.below(60))
    }
}
