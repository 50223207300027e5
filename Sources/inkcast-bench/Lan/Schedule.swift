import Glibc

/// Bodies that bear their number and the time at which they are due, each given out when it is.
struct Schedule: Sequence, IteratorProtocol {
    static let bytesMin = 16

    private let count: Int
    private let size: Int
    /// In milliseconds; 0: all at once.
    private let period: Double
    private let start: Double
    private var number = 0

    /// From numbers: how many, of how many bytes, how many milliseconds apart, and the first when.
    init(_ numbers: some Collection<Double>) {
        let numbers = Array(numbers)
        (count, size, period, start) = (
            Int(numbers[0]), Int(numbers[1]), numbers[2], numbers[3]
        )
    }

    mutating func next() -> [UInt8]? {
        guard number < count else { return nil }
        if number == 0 || period > 0 { Stopwatch.sleep(until: start + period * Double(number)) }
        defer { number += 1 }
        var body = [UInt8](repeating: 7, count: Swift.max(size, Schedule.bytesMin))
        body.withUnsafeMutableBytes {
            $0.storeBytes(of: Stopwatch.nanoseconds, as: Int64.self)
            $0.storeBytes(of: Int64(number), toByteOffset: 8, as: Int64.self)
        }
        return body
    }
}

/// When the bodies of a schedule came: one way, since sender and receiver share a clock.
struct Arrivals {
    /// In the order of arrival.
    private(set) var numbers: [Int] = []
    private(set) var latencies: [Int64] = []
    private var last: Int64 = 0

    mutating func note(_ body: [UInt8], at now: Int64) {
        guard body.count >= Schedule.bytesMin else { return }
        let (sent, number) = body.withUnsafeBytes {
            ($0.loadUnaligned(as: Int64.self), $0.loadUnaligned(fromByteOffset: 8, as: Int64.self))
        }
        last = now
        numbers.append(Int(number))
        latencies.append(now - sent)
    }

    /// When the last one came, in milliseconds, and number:microseconds of each.
    var line: String {
        let pairs = zip(numbers, latencies).map { "\($0):\(Double($1 / 100) / 10)" }
        return ([String(Double(last) / 1e6)] + pairs).joined(separator: " ")
    }
}
