import InkCanvas
import Testing

/// Equal sets of entries give equal pictures, whatever the order and however often they come.
struct ConvergenceTests {
    @Test(arguments: UInt64(1)...60)
    func `any order of arrival gives the same picture`(seed: UInt64) {
        var random = Seeded(seed: seed)
        var authors = (1...3).map { Sketch(UInt64($0) << 32 | seed) }
        for _ in 0..<60 {
            let who = Int.random(in: 0..<authors.count, using: &random)
            authors[who].act(&random)
            let other = Int.random(in: 0..<authors.count, using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 { authors[who].hear(authors[other]) }
        }
        let people = (0..<2).map { PersonID(high: 7, low: $0) }
        for who in authors.indices {
            for other in authors { authors[who].hear(other) }
            for other in authors.indices {
                _ = authors[who].canvas.introduce(authors[other].author, as: people[other % 2])
            }
        }
        let expected = authors[0].canvas
        for author in authors.dropFirst() { author.canvas.expectEqual(to: expected) }

        let entries = authors.flatMap(\.log)
        for _ in 0..<4 {
            var canvas = Canvas()
            var arrivals = entries + entries.filter { _ in Bool.random(using: &random) }
            arrivals.shuffle(using: &random)
            var introductions = authors.indices.shuffled(using: &random)
            for entry in arrivals {
                _ = canvas.apply(entry.body, as: entry.id)
                if Int.random(in: 0..<20, using: &random) == 0, let who = introductions.popLast() {
                    _ = canvas.introduce(authors[who].author, as: people[who % 2])
                }
            }
            for who in introductions {
                _ = canvas.introduce(authors[who].author, as: people[who % 2])
            }
            canvas.expectEqual(to: expected)
        }
    }

    @Test func `histories do draw, hide and undo`() {
        var random = Seeded(seed: 5)
        var ana = Sketch(1)
        var pictures: Set<UInt64> = []
        for _ in 0..<200 {
            ana.act(&random)
            pictures.insert(ana.canvas.pictureDigest)
        }
        #expect(pictures.count > 50)
        #expect(ana.canvas.entryCount == ana.log.count)
    }
}

extension Canvas {
    fileprivate func expectEqual(to other: Canvas, at place: SourceLocation = #_sourceLocation) {
        #expect(entriesDigest == other.entriesDigest, sourceLocation: place)
        #expect(pictureDigest == other.pictureDigest, sourceLocation: place)
        let isSame = visibleObjects == other.visibleObjects
        #expect(isSame, sourceLocation: place)
        #expect(visibleObjectCount == visibleObjects.count, sourceLocation: place)
        #expect(maximumStamp == other.maximumStamp, sourceLocation: place)
        for object in visibleObjects {
            #expect(stamps(on: object.id) == other.stamps(on: object.id), sourceLocation: place)
            let isSame = ink(of: object.id) == other.ink(of: object.id)
            #expect(isSame, sourceLocation: place)
        }
    }
}

extension Sketch {
    /// Does something at random; sometimes what no honest author would do.
    fileprivate mutating func act(_ random: inout Seeded) {
        let known = canvas.visibleObjects.map(\.id)
        let object = known.randomElement(using: &random)
        switch Int.random(in: 0..<21, using: &random) {
        case 18:
            let width = UInt16.random(in: 10...80, using: &random)
            append(
                pen.note(
                    "a note of some words", at: Dot.random(&random), width: width,
                    style: InkStyle(color: 3), on: canvas
                ).bodies)
        case 19, 20:
            var place = Stamp.Place.at(.random(&random))
            if let object, Bool.random(using: &random) { place = .on(object) }
            stamp(Stamp.allCases.randomElement(using: &random) ?? .check, place)
        case 16, 17:
            let shape = Shape(
                Shape.Kind.allCases.randomElement(using: &random) ?? .line,
                from: Dot.random(&random), to: Dot.random(&random),
                look: Bool.random(using: &random) ? .cells : .dots,
                weight: Shape.Weight.allCases.randomElement(using: &random) ?? .light,
                isFilled: .random(using: &random))
            append(pen.draw(shape, style: InkStyle(color: 7), on: canvas).bodies)
        case 0...3:
            let style = InkStyle(
                color: .random(in: 1...64, using: &random),
                width: .random(in: 1...4, using: &random), isSmoothed: .random(using: &random))
            draw(points(&random), style: style)
        case 4:
            let style = InkStyle(color: 2)
            append(pen.write("text", at: Dot.random(&random), style: style, on: canvas).bodies)
        case 5:
            if let object { append(pen.hide([object], on: canvas)) }
        case 6, 7:
            let path = [Dot.random(&random), Dot.random(&random)]
            append(pen.erase(along: path, radius: 4, on: canvas))
        case 8:
            if Int.random(in: 0..<4, using: &random) == 0 { append(pen.clear(canvas)) }
        case 9, 10: undo()
        case 11: redo()
        case 12:
            let fields: [Operation.Field] = [
                .color(9), .width(3), .order(.front), .order(.back), .isLocked(true),
                .position(.random(&random)), .text("other"), .noteWidth(44),
                .isFilled(true), .weight(.double), .from(.random(&random)), .to(.random(&random)),
            ]
            if let object, let field = fields.randomElement(using: &random) {
                append(pen.set([field], of: [object], on: canvas))
            }
        case 13: append(pen.title("title \(log.count)", on: canvas))
        default: misbehave(&random)
        }
    }

    private mutating func misbehave(_ random: inout Seeded) {
        let stamp = UInt64.random(in: 0...(canvas.maximumStamp + 9), using: &random)
        let number = UInt32.random(in: 1...6, using: &random)
        let action = UInt32.random(in: 0...9, using: &random)
        let author = AuthorID(
            rawValue: .random(in: 1...3, using: &random) << 32 | author.rawValue & 0xFF)
        switch Int.random(in: 0..<8, using: &random) {
        case 6:
            let target = ObjectID(author: author, number: number % 3)
            append(
                .stamp(number, .star, .on(target), style: InkStyle()), stamp: stamp, action: action)
        case 7:
            append(
                .note(
                    number, position: .random(&random), width: 20, string: "n", style: InkStyle()),
                stamp: stamp, action: action)
        case 5:
            append(
                .shape(
                    number, Shape(.rectangle, from: .random(&random), to: .random(&random)),
                    style: InkStyle()), stamp: stamp, action: action)
        case 0:
            let offset = [0, 2, 256, UInt32.random(in: 0...300, using: &random)]
                .randomElement(using: &random)
            append(
                .segment(
                    number, offset: offset ?? 0, style: nil, points: points(&random),
                    isLast: .random(using: &random)), stamp: stamp, action: action)
        case 1:
            append(
                .text(number, position: .random(&random), string: "b", style: InkStyle()),
                stamp: stamp, action: action)
        case 2:
            let target = ActionID(author: author, number: action)
            append(.undo(target, isUndone: .random(using: &random)), stamp: stamp)
        case 3:
            append(.hide(ObjectID(author: author, number: number), .ranges([3..<40])), stamp: stamp)
        default:
            append([(0..<9).map { _ in UInt8.random(in: 0...255, using: &random) }])
        }
    }

    private func points(_ random: inout Seeded) -> [Dot] {
        let count = [1, 2, 5, 30, 300].randomElement(using: &random) ?? 1
        var dot = Dot.random(&random)
        return (0..<count).map { _ in
            dot.x += Int32.random(in: -9...9, using: &random)
            dot.y += Int32.random(in: -9...9, using: &random)
            return dot
        }
    }
}

extension Dot {
    fileprivate static func random(_ random: inout Seeded) -> Dot {
        Dot(x: .random(in: -50...50, using: &random), y: .random(in: -50...50, using: &random))
    }
}
