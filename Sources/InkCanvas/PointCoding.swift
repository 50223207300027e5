/// Points of a segment as steps from one to the next, the first from the origin.
///
/// A step of −7…7 in both directions is one byte of two signed nibbles; others are an escape byte
/// and two zigzag varints.
enum PointCoding {
    private static let escape: UInt8 = 0x88

    static func write(_ points: [Dot], to writer: inout ByteWriter) {
        writer.write(varint: UInt64(points.count))
        writeSteps(of: points, to: &writer)
    }

    /// Adds the code of some points, without their number, to what is kept in memory.
    static func encode(_ points: [Dot], into bytes: inout [UInt8]) {
        var writer = ByteWriter()
        writeSteps(of: points, to: &writer)
        bytes.append(contentsOf: writer.bytes)
    }

    /// Adds points that `encode` wrote.
    static func decode(_ bytes: [UInt8], from start: Int, count: Int, into points: inout [Dot]) {
        decode(bytes, from: start, count: count) { points.append($0) }
    }

    /// Calls `body` with points that `encode` wrote.
    @inline(__always)
    static func decode(
        _ bytes: [UInt8], from start: Int, count: Int, _ body: (Dot) -> Void
    ) {
        let code = bytes.span
        var place = start
        var dot = Dot(x: 0, y: 0)
        for _ in 0..<count {
            let byte = code[place]
            place += 1
            if byte == escape {
                dot.x &+= step(code, &place)
                dot.y &+= step(code, &place)
            } else {
                dot.x &+= Int32(Int8(bitPattern: byte) >> 4)
                dot.y &+= Int32(Int8(bitPattern: byte << 4) >> 4)
            }
            body(dot)
        }
    }

    private static func step(_ code: Span<UInt8>, _ place: inout Int) -> Int32 {
        var value: UInt32 = 0
        var shift: UInt32 = 0
        while code[place] >= 0x80 {
            value |= UInt32(code[place] & 0x7F) << shift
            shift += 7
            place += 1
        }
        value |= UInt32(code[place]) << shift
        place += 1
        return Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1)
    }

    private static func writeSteps(of points: [Dot], to writer: inout ByteWriter) {
        var previous = Dot(x: 0, y: 0)
        for point in points {
            let point = point.clamped
            let step = Dot(x: point.x - previous.x, y: point.y - previous.y)
            if isSmall(step) {
                writer.write(byte: UInt8(truncatingIfNeeded: (step.x << 4) | (step.y & 15)))
            } else {
                writer.write(byte: escape)
                writer.write(zigzag: step.x)
                writer.write(zigzag: step.y)
            }
            previous = point
        }
    }

    static func read(from reader: inout ByteReader) throws(CanvasError) -> [Dot] {
        let count = try reader.count(of: 1)
        guard count <= CanvasLimit.segmentPointsMax else { throw .malformed }
        var points: [Dot] = []
        points.reserveCapacity(count)
        var previous = Dot(x: 0, y: 0)
        for _ in 0..<count {
            let byte = try reader.byte()
            var step = Dot(
                x: Int32(Int8(bitPattern: byte) >> 4), y: Int32(Int8(bitPattern: byte << 4) >> 4))
            if byte == escape {
                step.x = try reader.zigzag()
                step.y = try reader.zigzag()
            } else if step.x == -8 || step.y == -8 {
                throw .malformed
            }
            previous = Dot(x: previous.x + step.x, y: previous.y + step.y).clamped
            points.append(previous)
        }
        return points
    }

    /// How many bytes a point takes behind another (nil: the first of its segment).
    static func byteCount(of point: Dot, after previous: Dot?) -> Int {
        let point = point.clamped
        let previous = previous?.clamped ?? Dot(x: 0, y: 0)
        let step = Dot(x: point.x - previous.x, y: point.y - previous.y)
        guard !isSmall(step) else { return 1 }
        var writer = ByteWriter()
        writer.write(zigzag: step.x)
        writer.write(zigzag: step.y)
        return 1 + writer.bytes.count
    }

    private static func isSmall(_ step: Dot) -> Bool {
        abs(step.x) <= 7 && abs(step.y) <= 7
    }
}
