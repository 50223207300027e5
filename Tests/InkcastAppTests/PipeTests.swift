import InkCanvas
import Testing

@testable import InkcastApp

@Suite struct PipeTests {
    @Test func `an event is one line of JSON, in order, with microseconds`() {
        let event = PipeEvent(
            "x", [("a", .text("q\"\\")), ("b", .list([.number(1), .missing])), ("c", .flag(true))])
        #expect(
            event.line(at: 1_234_567)
                == #"{"event":"x","at":1234.567,"a":"q\"\\","b":[1,null],"c":true}"# + "\n")
    }

    @Test func `what would disturb a terminal is escaped`() {
        let line = PipeEvent("x", [("a", .text("\u{1B}[2J\u{202E}\u{7}é漢"))]).line(at: 0)
        #expect(line.contains(#""\u001b[2J\u202e\u0007é漢""#))
    }

    @Test func `an object's name is read as it was written`() throws {
        let object = ObjectID(author: AuthorID(rawValue: 0x0102), number: 7)
        #expect(PipeNames.name(object) == "0000000000000102:7")
        #expect(PipeNames.object(PipeNames.name(object)) == object)
        for wrong in ["", ":", "1:2", "0000000000000102:", "0000000000000102:x", "zz:1"] {
            #expect(PipeNames.object(wrong) == nil)
        }
    }
}
