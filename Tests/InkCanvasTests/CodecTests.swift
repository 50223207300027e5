import InkCanvas
import Testing

struct CodecTests {
    static let object = ObjectID(author: AuthorID(rawValue: 0xFEDC_BA98_7654_3210), number: 300)
    static let operations: [Operation] = [
        .segment(
            7, offset: 0, style: InkStyle(color: 3, width: 2, isSmoothed: true),
            points: line((0, 0), (7, -7), (15, 0), (-400, 9000)), isLast: false),
        .segment(7, offset: 256, style: nil, points: [], isLast: true),
        .text(8, position: Dot(x: -5, y: 1 << 20), string: "añ\n漢字", style: InkStyle(color: 64)),
        .shape(
            9, Shape(.arrow, from: Dot(x: -9, y: 4), to: Dot(x: 70, y: 1 << 20), weight: .dashed),
            style: InkStyle(color: 5)),
        .shape(
            10, Shape(.ellipse, from: Dot(x: 0, y: 0), to: Dot(x: 0, y: 0)), style: InkStyle()),
        .shape(
            11, Shape(.ellipse, from: Dot(x: 5, y: 6), to: Dot(x: 70, y: 80), isFilled: true),
            style: InkStyle()),
        .shape(
            12, Shape(.rectangle, from: Dot(x: 5, y: 6), to: Dot(x: 7, y: 8), isFilled: true),
            style: InkStyle()),
        .note(
            13, position: Dot(x: 3, y: -4), width: 300, string: "a\n漢", style: InkStyle(color: 8)),
        .stamp(14, .heart, .at(Dot(x: -70, y: 9)), style: InkStyle(color: 9)),
        .stamp(15, .check, .on(object), style: InkStyle()),
        .set(object, .noteWidth(512)), .set(object, .isFilled(true)),
        .set(object, .isFilled(false)), .set(object, .weight(.dashed)),
        .set(object, .from(Dot(x: -9, y: 70))), .set(object, .to(Dot(x: 1 << 20, y: 0))),
        .set(object, .position(Dot(x: -1, y: 1))), .set(object, .color(64)),
        .set(object, .text("")), .set(object, .width(16)), .set(object, .order(.front)),
        .set(object, .order(.back)), .set(object, .isLocked(true)),
        .hide(object, .whole), .hide(object, .ranges([0..<16, 40..<41])),
        .clear([.init(author: AuthorID(rawValue: 9), seen: 12)]),
        .undo(ActionID(author: AuthorID(rawValue: .max), number: 4), isUndone: true),
        .title("Sketch night"), .opaque(kind: 200, body: [1, 2, 3]),
    ]

    @Test(arguments: operations)
    func `an entry survives its encoding`(operation: Operation) throws {
        let entry = CanvasEntry(stamp: 1 << 40, action: 99, operation: operation)
        #expect(try CanvasEntry(decoding: entry.encoded()) == entry)
    }

    @Test(arguments: operations)
    func `an entry cut short is no entry`(operation: Operation) throws {
        let bytes = CanvasEntry(stamp: 5, action: 1, operation: operation).encoded()
        if case .opaque = operation { return }
        for count in 0..<bytes.count {
            #expect(throws: CanvasError.self) {
                try CanvasEntry(decoding: Array(bytes[..<count]))
            }
        }
    }

    @Test func `a short step takes one byte`() {
        func size(_ points: [Dot]) -> Int {
            let operation = Operation.segment(
                1, offset: 0, style: nil, points: points, isLast: false)
            return CanvasEntry(stamp: 1, action: 1, operation: operation).encoded().count
        }
        #expect(size(line((3, 3), (10, -4))) == size(line((3, 3))) + 1)
        #expect(size(line((3, 3), (11, 3))) == size(line((3, 3))) + 3)
    }

    @Test func `the example of the specification is as it says`() {
        let author = AuthorID(rawValue: 0x0123_4567_89AB_CDEF)
        let style = InkStyle(color: 3, width: 2)
        let points = [Dot(x: 10, y: 5), Dot(x: 13, y: 3), Dot(x: 13, y: 12)]
        let object = ObjectID(author: author, number: 1)
        let operations: [Operation] = [
            .segment(1, offset: 0, style: style, points: points, isLast: true),
            .set(object, .position(Dot(x: -1, y: 64))),
            .undo(ActionID(author: author, number: 2), isUndone: true),
        ]
        let bodies = zip(operations, [1, 2, 0] as [UInt32]).enumerated().map { index, one in
            CanvasEntry(stamp: UInt64(index + 1), action: one.1, operation: one.0).encoded()
        }
        #expect(
            bodies.map(hex) == [
                "01 01 01 01 00 01 03 02 00 03 88 14 0a 3e 88 00 12",
                "06 02 02 ef cd ab 89 67 45 23 01 01 00 01 80 01",
                "09 03 00 ef cd ab 89 67 45 23 01 02 01",
            ])
        var canvas = Canvas()
        _ = canvas.apply(bodies[0], as: EntryID(author: author, index: 1))
        #expect(canvas.entriesDigest == 0xDBB7_FDF5_1A12_AB58)
        #expect(canvas.pictureDigest == 0xF217_AA73_DF07_89BA)
        for index in 1...2 {
            _ = canvas.apply(bodies[index], as: EntryID(author: author, index: UInt32(index + 1)))
        }
        #expect(canvas.entriesDigest == 0x82E5_508F_02B6_9BFF)
        #expect(canvas.pictureDigest == 0xF217_AA73_DF07_89BA)
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }

    @Test func `kinds and fields of a later version are opaque`() throws {
        let kind = try CanvasEntry(decoding: [250, 9, 2, 0xFF, 0xFF])
        #expect(kind.operation == .opaque(kind: 250, body: [0xFF, 0xFF]))
        #expect(kind.stamp == 9)
        let known = CanvasEntry(stamp: 1, action: 1, operation: .set(Self.object, .color(1)))
        var bytes = known.encoded()
        bytes[bytes.count - 2] = 77
        guard case .opaque = try CanvasEntry(decoding: bytes).operation else {
            Issue.record("a field of a later version was read")
            return
        }
        #expect(try CanvasEntry(decoding: bytes).encoded() == bytes)
    }

    @Test func `fields that a later version adds behind are left alone`() throws {
        let entry = CanvasEntry(stamp: 1, action: 1, operation: .hide(Self.object, .whole))
        #expect(try CanvasEntry(decoding: entry.encoded() + [1, 2]) == entry)
    }

    @Test func `numbers out of bounds are clamped`() throws {
        let far = Operation.text(
            1, position: Dot(x: .max, y: .min), string: "x", style: InkStyle(color: 0, width: 99))
        let entry = CanvasEntry(stamp: .max, action: 1, operation: far)
        let read = try CanvasEntry(decoding: entry.encoded())
        #expect(read.stamp == 1 << 48)
        #expect(
            read.operation
                == .text(
                    1, position: Dot(x: 1 << 20, y: -(1 << 20)), string: "x",
                    style: InkStyle(color: 1, width: 16)))
    }

    @Test func `widths of notes out of bounds are clamped`() throws {
        for (width, clamped) in [(UInt16(0), UInt16(12)), (.max, 512)] {
            let note = Operation.note(
                1, position: Dot(x: 0, y: 0), width: width, string: "x", style: InkStyle())
            let bytes = CanvasEntry(stamp: 1, action: 1, operation: note).encoded()
            guard case .note(_, _, let read, _, _) = try CanvasEntry(decoding: bytes).operation
            else {
                Issue.record("no note")
                continue
            }
            #expect(read == clamped)
        }
    }

    @Test func `marks and places of stamps of a later version are opaque`() throws {
        let stamp = Operation.stamp(1, .check, .at(Dot(x: 0, y: 0)), style: InkStyle())
        let bytes = CanvasEntry(stamp: 1, action: 1, operation: stamp).encoded()
        // The mark stands behind kind, stamp, action and number, the place behind the style.
        for place in [4, 8] {
            var later = bytes
            later[place] = 99
            guard case .opaque = try CanvasEntry(decoding: later).operation else {
                Issue.record("byte \(place) of 99 is known")
                continue
            }
        }
    }

    @Test func `a stamp beyond the limit saturates however it is written`() throws {
        let bytes: [UInt8] = [10] + Array(repeating: 0xFF, count: 9) + [1, 0, 0]
        #expect(try CanvasEntry(decoding: bytes).stamp == CanvasLimit.stampMax)
    }

    @Test func `no count is believed beyond the bytes there are`() {
        for count: [UInt8] in [[200, 1], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]] {
            #expect(throws: CanvasError.truncated) {
                try CanvasEntry(decoding: [1, 1, 1, 1, 5, 0] + count)
            }
        }
    }

    @Test func `text is cut to what fits, at a scalar`() throws {
        let long = String(repeating: "漢", count: 400)
        let entry = CanvasEntry(stamp: 1, action: 1, operation: .title(long))
        #expect(entry.encoded().count <= CanvasLimit.bodyBytesMax)
        let cut = String(repeating: "漢", count: 266)
        #expect(try CanvasEntry(decoding: entry.encoded()).operation == .title(cut))
    }

    @Test func `random bytes never trap, and what they say survives`() throws {
        var random = Seeded(seed: 1)
        for _ in 0..<100_000 {
            let count = Int.random(in: 0...60, using: &random)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            if count > 0, Bool.random(using: &random) {
                bytes[0] = UInt8.random(in: 0...10, using: &random)
            }
            guard let entry = try? CanvasEntry(decoding: bytes) else { continue }
            let isSame = try CanvasEntry(decoding: entry.encoded()) == entry
            if !isSame { Issue.record("\(bytes) is not read as it was written") }
        }
    }

    @Test func `strokes are cut at 256 points and 900 bytes`() throws {
        for step: Int32 in [1, 3001, 1 << 20] {
            var pen = Pen(author: AuthorID(rawValue: 1))
            let points = (Int32(0)..<1000).map { Dot(x: $0 % 2 * step, y: $0 % 3 / 2 * step) }
            let bodies = pen.draw(points, style: InkStyle(), on: Canvas()).bodies
            var canvas = Canvas()
            for (index, body) in bodies.enumerated() {
                #expect(body.count <= CanvasLimit.bodyBytesMax)
                guard
                    case .segment(_, _, _, let points, _) = try CanvasEntry(decoding: body)
                        .operation
                else { continue }
                #expect(points.count <= CanvasLimit.segmentPointsMax)
                let id = EntryID(author: AuthorID(rawValue: 1), index: UInt32(index))
                _ = canvas.apply(body, as: id)
            }
            #expect(canvas.visibleObjects.map(\.points) == [points])
        }
    }

    @Test func `only what takes back or away may go into a full session`() {
        let action = ActionID(author: AuthorID(rawValue: 1), number: 3)
        let object = ObjectID(author: AuthorID(rawValue: 1), number: 4)
        let away: [Operation] = [.clear([]), .undo(action, isUndone: true), .hide(object, .whole)]
        let more: [Operation] = [
            .title("a"), .set(object, .color(2)), .opaque(kind: 250, body: [1]),
            .segment(4, offset: 0, style: nil, points: [Dot(x: 1, y: 2)], isLast: true),
        ]
        for operation in away + more {
            let entry = CanvasEntry(stamp: 1, action: 2, operation: operation)
            #expect(CanvasEntry.takesAway(entry.encoded()) == away.contains(operation))
        }
        #expect(!CanvasEntry.takesAway([]))
    }
}
