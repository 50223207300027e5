/// The first byte of an entry.
enum OperationKind {
    static let segment: UInt8 = 1
    static let shape: UInt8 = 2
    static let text: UInt8 = 3
    static let note: UInt8 = 4
    static let stamp: UInt8 = 5
    static let set: UInt8 = 6
    static let hide: UInt8 = 7
    static let clear: UInt8 = 8
    static let undo: UInt8 = 9
    static let title: UInt8 = 10

    /// In the byte of a shape's kind and look.
    static let filledShape: UInt8 = 0x80
}

extension CanvasEntry {
    /// The entry as bytes: kind, stamp, action, and the operation's fields.
    ///
    /// A segment fits `CanvasLimit.bodyBytesMax` if `StrokeCutter` cut it.
    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(byte: operation.kindByte)
        writer.write(varint: min(stamp, CanvasLimit.stampMax))
        writer.write(varint: action)
        operation.write(to: &writer)
        return writer.bytes
    }
}

extension Operation {
    fileprivate var kindByte: UInt8 {
        switch self {
        case .segment: OperationKind.segment
        case .text: OperationKind.text
        case .shape: OperationKind.shape
        case .note: OperationKind.note
        case .stamp: OperationKind.stamp
        case .set: OperationKind.set
        case .hide: OperationKind.hide
        case .clear: OperationKind.clear
        case .undo: OperationKind.undo
        case .title: OperationKind.title
        case .opaque(let kind, _): kind
        }
    }

    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .segment(let number, let offset, let style, let points, let isLast):
            writer.write(varint: number)
            writer.write(varint: offset)
            writer.write(byte: isLast ? 1 : 0)
            if offset == 0 { (style ?? InkStyle()).write(to: &writer) }
            PointCoding.write(points, to: &writer)
        case .text(let number, let position, let string, let style):
            writer.write(varint: number)
            writer.write(dot: position)
            style.write(to: &writer)
            writer.write(text: string)
        case .shape(let number, let shape, let style):
            writer.write(varint: number)
            let filling = shape.isFilled ? OperationKind.filledShape : 0
            writer.write(byte: shape.kind.rawValue | shape.look.rawValue << 4 | filling)
            writer.write(byte: shape.weight.rawValue)
            style.write(to: &writer)
            writer.write(dot: shape.from)
            writer.write(dot: shape.to)
        case .note(let number, let position, let width, let string, let style):
            writer.write(varint: number)
            writer.write(dot: position)
            style.write(to: &writer)
            writer.write(varint: UInt32(width))
            writer.write(text: string)
        case .stamp(let number, let stamp, let place, let style):
            writer.write(varint: number)
            writer.write(byte: stamp.rawValue)
            style.write(to: &writer)
            place.write(to: &writer)
        case .set(let object, let field):
            writer.write(author: object.author)
            writer.write(varint: object.number)
            field.write(to: &writer)
        case .hide(let object, let extent):
            writer.write(author: object.author)
            writer.write(varint: object.number)
            extent.write(to: &writer)
        case .clear(let slices):
            writer.write(varint: UInt64(slices.count))
            for slice in slices {
                writer.write(author: slice.author)
                writer.write(varint: slice.seen)
            }
        case .undo(let action, let isUndone):
            writer.write(author: action.author)
            writer.write(varint: action.number)
            writer.write(byte: isUndone ? 1 : 0)
        case .title(let string):
            writer.write(text: string)
        case .opaque(_, let body):
            writer.write(raw: body)
        }
    }
}

extension InkStyle {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(byte: color)
        writer.write(byte: width)
        writer.write(byte: isSmoothed ? 1 : 0)
    }
}

extension Operation.Field {
    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .position(let dot):
            writer.write(byte: 0)
            writer.write(dot: dot)
        case .color(let color):
            writer.write(byte: 1)
            writer.write(byte: color)
        case .text(let string):
            writer.write(byte: 2)
            writer.write(text: string)
        case .width(let width):
            writer.write(byte: 3)
            writer.write(byte: width)
        case .order(let order):
            writer.write(byte: 4)
            writer.write(byte: order == .front ? 1 : 0)
        case .isLocked(let isLocked):
            writer.write(byte: 5)
            writer.write(byte: isLocked ? 1 : 0)
        case .noteWidth(let width):
            writer.write(byte: 6)
            writer.write(varint: UInt32(width))
        case .from(let dot):
            writer.write(byte: 7)
            writer.write(dot: dot)
        case .to(let dot):
            writer.write(byte: 8)
            writer.write(dot: dot)
        case .isFilled(let isFilled):
            writer.write(byte: 9)
            writer.write(byte: isFilled ? 1 : 0)
        case .weight(let weight):
            writer.write(byte: 10)
            writer.write(byte: weight.rawValue)
        }
    }
}

extension Stamp.Place {
    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .at(let dot):
            writer.write(byte: 0)
            writer.write(dot: dot)
        case .on(let object):
            writer.write(byte: 1)
            writer.write(author: object.author)
            writer.write(varint: object.number)
        }
    }
}

extension Operation.Extent {
    /// Ranges are written as the gap before and their length.
    fileprivate func write(to writer: inout ByteWriter) {
        guard case .ranges(let unordered) = self else {
            writer.write(byte: 0)
            return
        }
        writer.write(byte: 1)
        let ranges = unordered.normalized
        writer.write(varint: UInt64(ranges.count))
        var end: UInt32 = 0
        for range in ranges {
            writer.write(varint: range.lowerBound - end)
            writer.write(varint: range.upperBound - range.lowerBound)
            end = range.upperBound
        }
    }
}
