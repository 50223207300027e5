extension CanvasEntry {
    /// Reads an entry; kinds and fields of a later version become `opaque`, and bytes behind the
    /// known fields are left to later versions.
    package init(decoding bytes: [UInt8]) throws(CanvasError) {
        guard bytes.count <= CanvasLimit.bodyBytesMax else { throw .tooLong }
        var reader = ByteReader(bytes)
        let kind = try reader.byte()
        stamp = min(try reader.varint(), CanvasLimit.stampMax)
        action = try reader.varint32()
        let body = reader
        if let known = try Operation(kind: kind, from: &reader) {
            operation = known
        } else {
            var body = body
            operation = .opaque(kind: kind, body: body.rest())
        }
    }

    /// Whether an entry only takes back or away: of such a full session has room for some more.
    package static func takesAway(_ bytes: [UInt8]) -> Bool {
        switch try? CanvasEntry(decoding: bytes).operation {
        case .hide, .clear, .undo: true
        case .segment, .text, .shape, .note, .stamp, .set, .title, .opaque, nil: false
        }
    }
}

extension Operation {
    /// Nil: of a later version.
    fileprivate init?(kind: UInt8, from reader: inout ByteReader) throws(CanvasError) {
        switch kind {
        case OperationKind.segment:
            self = try .readSegment(from: &reader)
        case OperationKind.text:
            let number = try reader.varint32()
            let position = try reader.dot()
            let style = try InkStyle(from: &reader)
            self = .text(number, position: position, string: try reader.text(), style: style)
        case OperationKind.shape:
            guard let shape = try Self.readShape(from: &reader) else { return nil }
            self = shape
        case OperationKind.note:
            let number = try reader.varint32()
            let position = try reader.dot()
            let style = try InkStyle(from: &reader)
            let width = try reader.noteWidth()
            self = .note(
                number, position: position, width: width, string: try reader.text(), style: style)
        case OperationKind.stamp:
            let number = try reader.varint32()
            guard let stamp = Stamp(rawValue: try reader.byte()) else { return nil }
            let style = try InkStyle(from: &reader)
            guard let place = try Stamp.Place(from: &reader) else { return nil }
            self = .stamp(number, stamp, place, style: style)
        case OperationKind.set:
            let object = try ObjectID(author: reader.author(), number: reader.varint32())
            guard let field = try Field(from: &reader) else { return nil }
            self = .set(object, field)
        case OperationKind.hide:
            let object = try ObjectID(author: reader.author(), number: reader.varint32())
            guard let extent = try Extent(from: &reader) else { return nil }
            self = .hide(object, extent)
        case OperationKind.clear:
            self = try .readClear(from: &reader)
        case OperationKind.undo:
            let action = try ActionID(author: reader.author(), number: reader.varint32())
            self = .undo(action, isUndone: try reader.byte() != 0)
        case OperationKind.title:
            self = .title(try reader.text())
        default:
            return nil
        }
    }

    private static func readSegment(from reader: inout ByteReader) throws(CanvasError) -> Self {
        let number = try reader.varint32()
        let offset = try reader.varint32()
        guard offset <= CanvasLimit.strokePointsMax else { throw .malformed }
        let isLast = try reader.byte() & 1 == 1
        let style = offset == 0 ? try InkStyle(from: &reader) : nil
        let points = try PointCoding.read(from: &reader)
        return .segment(number, offset: offset, style: style, points: points, isLast: isLast)
    }

    /// Nil: a kind, or a line, of a later version.
    private static func readShape(from reader: inout ByteReader) throws(CanvasError) -> Self? {
        let number = try reader.varint32()
        let form = try reader.byte()
        let line = try reader.byte()
        guard let kind = Shape.Kind(rawValue: form & 0x0F),
            let look = Shape.Look(rawValue: form >> 4 & 7),
            let weight = Shape.Weight(rawValue: line)
        else { return nil }
        let style = try InkStyle(from: &reader)
        let from = try reader.dot()
        let to = try reader.dot()
        let shape = Shape(
            kind, from: from, to: to, look: look, weight: weight,
            isFilled: form & OperationKind.filledShape != 0)
        return .shape(number, shape, style: style)
    }

    private static func readClear(from reader: inout ByteReader) throws(CanvasError) -> Self {
        let count = try reader.count(of: 9)
        var slices: [Slice] = []
        slices.reserveCapacity(count)
        for _ in 0..<count {
            slices.append(try Slice(author: reader.author(), seen: reader.varint32()))
        }
        return .clear(slices)
    }
}

extension InkStyle {
    fileprivate init(from reader: inout ByteReader) throws(CanvasError) {
        let color = try reader.byte()
        let width = try reader.byte()
        let flags = try reader.byte()
        self.init(
            color: color.clampedColor, width: width.clampedWidth, isSmoothed: flags & 1 == 1)
    }
}

extension Operation.Field {
    fileprivate init?(from reader: inout ByteReader) throws(CanvasError) {
        switch try reader.byte() {
        case 0: self = .position(try reader.dot())
        case 1: self = .color(try reader.byte().clampedColor)
        case 2: self = .text(try reader.text())
        case 3: self = .width(try reader.byte().clampedWidth)
        case 4: self = .order(try reader.byte() == 0 ? .back : .front)
        case 5: self = .isLocked(try reader.byte() != 0)
        case 6: self = .noteWidth(try reader.noteWidth())
        case 7: self = .from(try reader.dot())
        case 8: self = .to(try reader.dot())
        case 9: self = .isFilled(try reader.byte() != 0)
        case 10:
            guard let weight = Shape.Weight(rawValue: try reader.byte()) else { return nil }
            self = .weight(weight)
        default: return nil
        }
    }
}

extension Stamp.Place {
    fileprivate init?(from reader: inout ByteReader) throws(CanvasError) {
        switch try reader.byte() {
        case 0: self = .at(try reader.dot())
        case 1: self = .on(try ObjectID(author: reader.author(), number: reader.varint32()))
        default: return nil
        }
    }
}

extension Operation.Extent {
    fileprivate init?(from reader: inout ByteReader) throws(CanvasError) {
        switch try reader.byte() {
        case 0: self = .whole
        case 1:
            let count = try reader.count(of: 2)
            var ranges: [Range<UInt32>] = []
            ranges.reserveCapacity(count)
            var end: UInt32 = 0
            for _ in 0..<count {
                let (lower, isLowerOver) = end.addingReportingOverflow(try reader.varint32())
                let (upper, isUpperOver) = lower.addingReportingOverflow(try reader.varint32())
                guard !isLowerOver, !isUpperOver else { throw .malformed }
                ranges.append(lower..<upper)
                end = upper
            }
            self = .ranges(ranges.normalized)
        default: return nil
        }
    }
}

extension ByteReader {
    fileprivate mutating func noteWidth() throws(CanvasError) -> UInt16 {
        UInt16(clamping: try varint()).clampedNoteWidth
    }
}

extension UInt8 {
    /// The nearest colour that there is.
    package var clampedColor: UInt8 { Swift.max(1, Swift.min(CanvasLimit.colorMax, self)) }
    /// The nearest width that there is.
    package var clampedWidth: UInt8 { Swift.max(1, Swift.min(CanvasLimit.widthMax, self)) }
}
