import InkCanvas
import Testing

@testable import Whiteboard

struct MessageTests {
    private let corner = Dot(x: -(1 << 20), y: 1 << 20)

    @Test func `a cursor comes back as it went`() {
        for activity in [CursorMessage.Activity.pointing, .drawing, .typing, .away] {
            for position in [Dot(x: 0, y: 0), Dot(x: 132, y: -58), corner] {
                let message = CursorMessage(position: position, activity: activity)
                #expect(CursorMessage(decoding: message.encoded) == message)
            }
        }
    }

    @Test func `an activity of a later version counts as pointing`() {
        let message = CursorMessage(decoding: [77, 2, 4])
        #expect(message == CursorMessage(position: Dot(x: 1, y: 2), activity: .pointing))
    }

    @Test func `a preview comes back as it went`() {
        let points = [Dot(x: 5, y: 5), Dot(x: 6, y: 4), corner, Dot(x: 1 << 20, y: 0)]
        let preview = StrokePreview(
            session: SessionKey(rawValue: .max), object: .max, offset: 1 << 24,
            style: InkStyle(color: 64, width: 16, isSmoothed: true), points: points)
        #expect(StrokePreview(decoding: preview.encoded) == preview)
    }

    @Test func `a move comes back as it went, and the largest fits a message`() {
        let objects = (0..<100).map { number in
            ObjectID(author: AuthorID(rawValue: .max), number: UInt32(number))
        }
        let move = MovePreview(session: Desk.session, offset: corner, objects: objects)
        #expect(move.objects.count == MovePreview.objectsMax)
        #expect(MovePreview(decoding: move.encoded) == move)
        #expect(move.encoded.count <= 900)
    }

    @Test func `a view comes back as it went, with and without a summons`() {
        for zoom in Zoom.steps {
            for summons in [nil, 0, UInt32.max] {
                let view = ViewMessage(
                    session: Desk.session, center: corner, zoom: zoom, summons: summons)
                #expect(ViewMessage(decoding: view.encoded) == view)
            }
        }
        #expect(ViewMessage(decoding: [1, 0, 0, 6]) == nil)
    }

    @Test func `what is typed comes back as it went, and the longest fits a message`() {
        var editor = TextEditor(at: corner, style: InkStyle(color: 64), noteWidth: 48)
        _ = editor.insert(String(repeating: "漢", count: 300))
        for editor in [editor, nil] {
            let typing = TypingMessage(session: Desk.session, editor)
            #expect(TypingMessage(decoding: typing.encoded) == typing)
            #expect(typing.encoded.count <= 900)
        }
    }

    @Test func `a laser's trail comes back as it went, and the longest fits a message`() {
        let points = (0..<100).map { number in
            LaserMessage.Point(
                dot: number % 2 == 0 ? corner : Dot(x: 0, y: 0), age: Milliseconds(number * 16))
        }
        let trail = LaserMessage(session: Desk.session, points: points)
        #expect(trail.points.count == LaserMessage.pointsMax)
        #expect(LaserMessage(decoding: trail.encoded) == trail)
        #expect(trail.encoded.count <= 900)
    }

    @Test(arguments: Shape.Kind.allCases)
    func `a shape in progress comes back as it went`(_ kind: Shape.Kind) {
        let shape = Shape(
            kind, from: corner, to: Dot(x: 0, y: 0), look: .dots, weight: .heavy, isFilled: true)
        let preview = ShapePreview(
            session: Desk.session, object: 7, style: InkStyle(color: 64, width: 16), shape: shape)
        #expect(ShapePreview(decoding: preview.encoded) == preview)
    }

    @Test func `the longest tail fits a message`() {
        let points = (0..<257).map { Dot(x: Int32($0 * 2), y: Int32($0 * 4)) }
        let preview = StrokePreview(
            session: Desk.session, object: 1, offset: 0, style: InkStyle(), points: points)
        #expect(preview.encoded.count <= 900)
    }

    @Test func `what is outside the canvas is no place`() {
        var writer = MessageWriter()
        writer.put(byte: 0)
        writer.put(Dot(x: .max, y: .min))
        #expect(CursorMessage(decoding: writer.bytes) == nil)
    }

    @Test func `more points than a stroke can have are no preview`() {
        let points = Array(repeating: Dot(x: 0, y: 0), count: StrokePreview.pointsMax + 1)
        let preview = StrokePreview(
            session: Desk.session, object: 1, offset: 0, style: InkStyle(), points: points)
        #expect(StrokePreview(decoding: preview.encoded) == nil)
    }

    @Test func `any bytes are read or refused`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<5000 {
            let count = Int.random(in: 0...40, using: &generator)
            let bytes = (0..<count).map { _ in
                Bool.random(using: &generator)
                    ? UInt8.random(in: 0...255, using: &generator) : 0xFF
            }
            if let preview = StrokePreview(decoding: bytes) {
                #expect(preview.points.allSatisfy { $0 == $0.clamped })
                #expect((1...16).contains(preview.style.width))
            }
            if let preview = ShapePreview(decoding: bytes) {
                #expect(preview.shape.to == preview.shape.to.clamped)
                #expect(ShapePreview(decoding: preview.encoded) == preview)
            }
            _ = MovePreview(decoding: bytes)
            if let typing = TypingMessage(decoding: bytes) {
                #expect((1...64).contains(typing.color))
            }
            if let view = ViewMessage(decoding: bytes) {
                #expect(view.center == view.center.clamped)
            }
            if let trail = LaserMessage(decoding: bytes) {
                #expect(trail.points.allSatisfy { $0.dot == $0.dot.clamped })
            }
            if let cursor = CursorMessage(decoding: bytes) {
                #expect(cursor.position == cursor.position.clamped)
            }
        }
    }

    @Test func `hostile messages do not disturb a whiteboard`() {
        var desk = Desk()
        let ben = AuthorID(rawValue: 2)
        desk.act(.participantJoined(ben, Person(named: "Ben", 2, color: 0)))
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...40)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            desk.act(.ephemeral(from: ben, key: UInt32.random(in: 0...7), body: bytes))
            desk.act(.entry(Desk.session, EntryID(author: ben, index: .random(in: 0...99)), bytes))
        }
        #expect(desk.screen().count == 24)
    }
}
