import InkCanvas
import Testing

/// Notes grow to fit their text.
struct NoteTests {
    private func put(
        _ text: String, width: UInt16 = 24
    ) -> (sketch: Sketch, object: ObjectID) {
        var ana = Sketch(1)
        let (object, bodies) = ana.pen.note(
            text, at: Dot(x: 10, y: 20), width: width, style: InkStyle(color: 4), on: ana.canvas)
        ana.append(bodies)
        return (ana, object)
    }

    @Test(arguments: [
        ("one", ["one"]), ("one two", ["one two"]), ("one two three", ["one two ", "three"]),
        ("abcdefghijk", ["abcdefgh", "ijk"]), ("to abcdefghij", ["to ", "abcdefgh", "ij"]),
        ("a\n\nb\n", ["a", "", "b", ""]), ("漢字漢字漢", ["漢字漢字", "漢"]),
        ("a漢字漢字", ["a漢字漢", "字"]), ("exactly8 is", ["exactly8", "is"]),
        ("e\u{301}e\u{301}345678 9", ["e\u{301}e\u{301}345678", "9"]), ("", [""]),
    ])
    func `lines break between words, and within those that are too long`(
        text: String, lines: [String]
    ) {
        let card = Card(text, width: 24)
        #expect(card.lines == lines)
        #expect(card.innerColumns == 8)
    }

    @Test func `a card has room for a wide character however narrow it should be`() {
        let card = Card("漢字", width: 0)
        #expect(card.lines == ["漢", "字"])
        #expect(card.columns == 6)
    }

    @Test func `it takes the cells of its frame, and grows`() {
        var (ana, note) = put("one two three")
        let box = DotRectangle(minX: 10, minY: 20, maxX: 33, maxY: 35)
        #expect(ana.canvas.object(note)?.box == box)
        ana.append(ana.pen.set([.text("1\n2\n3")], of: [note], on: ana.canvas))
        #expect(ana.canvas.object(note)?.box.maxY == 39)
        ana.append(ana.pen.set([.noteWidth(60)], of: [note], on: ana.canvas))
        #expect(ana.canvas.object(note)?.box.maxX == 69)
        ana.undo()
        ana.undo()
        #expect(ana.canvas.object(note)?.box == box)
        #expect(ana.canvas.object(note)?.noteWidth == 24)
    }

    @Test func `it is hit anywhere on it, and never rubbed out`() {
        let (ana, note) = put("one")
        #expect(ana.canvas.topmostObject(near: Dot(x: 30, y: 30))?.id == note)
        #expect(ana.canvas.topmostObject(near: Dot(x: 36, y: 30)) == nil)
        #expect(ana.canvas.rubbings(along: line((0, 0), (60, 60)), radius: 20).isEmpty)
    }

    @Test func `a width for ink or for notes changes nothing of the other`() {
        var (ana, note) = put("one")
        let before = ana.canvas.pictureDigest
        let stroke = ana.draw(line((0, 0), (5, 5)))
        let both = ana.canvas.object(stroke)
        ana.append(ana.pen.set([.noteWidth(100)], of: [stroke], on: ana.canvas))
        #expect(ana.canvas.object(stroke) == both)
        ana.undo()
        ana.undo()
        #expect(ana.canvas.pictureDigest == before)
        #expect(ana.canvas.object(note)?.text == "one")
    }
}
