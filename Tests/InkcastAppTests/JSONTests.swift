import Testing

@testable import InkcastApp

struct JSONTests {
    private func json(_ text: String) -> JSON? { JSON(Array(text.utf8)) }

    @Test func `each kind of value is read`() {
        #expect(json("null") == .null)
        #expect(json(" true ") == .flag(true))
        #expect(json("[]") == .list([]))
        #expect(json("{}") == .object([:]))
        #expect(
            json(#"{"a" : [1, -2.5e1, "x"], "b":{"c":false}}"#)
                == .object([
                    "a": .list([.number(1), .number(-25), .text("x")]),
                    "b": .object(["c": .flag(false)]),
                ]))
    }

    @Test(arguments: [
        (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u6F22""#, "é漢"),
        (#""\ud83d\ude00""#, "😀"), (#""é漢😀""#, "é漢😀"),
    ])
    func `escapes are undone`(text: String, meaning: String) {
        #expect(json(text) == .text(meaning))
    }

    @Test(arguments: ["0", "-0", "10", "1.25", "1e3", "1E+3", "12e-2"])
    func `numbers are as Swift has them`(text: String) {
        #expect(json(text) == Double(text).map { .number($0) })
    }

    @Test(arguments: [
        "", " ", "01", "1.", ".5", "+1", "-", "1e", "1e999", "0x1", "NaN", "tru", "nulls", "[1,]",
        "[1 2]", "[", "]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:2}", "\"",
        "\"\n\"",
        #""\x""#, #""\u12""#, #""\ud83d""#, #""\ud83dx""#, #""\ude00""#, "{} {}", "'a'", "1 1",
    ])
    func `what is no value is refused`(text: String) {
        #expect(json(text) == nil)
    }

    @Test func `bytes that are no UTF-8 are refused`() {
        #expect(JSON([0x22, 0xC3, 0x22]) == nil)
        #expect(JSON([0xFF]) == nil)
    }

    @Test func `whatever a byte is changed into, it is read or refused`() {
        let text = Array(
            #"{"do":"x\u00e9\ud83d\ude00","at":[1,-2.5e3,{"a":null}],"b":[true,false]}"#.utf8)
        #expect(JSON(text) != nil)
        let bytes = Array("\0\t\n \"\\/,:[]{}0-+.eEuntf".utf8) + [0x7F, 0x80, 0xC3, 0xED, 0xFF]
        for place in text.indices {
            #expect(JSON(Array(text[..<place])) == nil)
            for byte in bytes {
                var changed = text
                changed[place] = byte
                if JSON(changed) != nil { #expect(byte != 0 && byte < 0x80) }
            }
        }
    }

    @Test func `there is an end to how deep values lie`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(json(nested(JSON.depthMax)) != nil)
        #expect(json(nested(JSON.depthMax + 1)) == nil)
        #expect(json(String(repeating: "[", count: 1_000_000)) == nil)
    }
}

struct PipeCommandTests {
    private func command(_ text: String) throws(PipeError) -> PipeCommand {
        try PipeCommand(line: Array(text.utf8))
    }

    @Test func `keys are taken, unknown ones and null are not`() throws {
        let command = try command(
            #"{"do":"stroke","points":[[0,-4],[1e1,2.0]],"color":3,"x":{"y":[]},"text":null}"#)
        #expect(command.do == "stroke")
        #expect(command.points == [[0, -4], [10, 2]])
        #expect(command.color == 3)
        #expect(command.text == nil)
    }

    @Test(arguments: [
        "1", "[]", "{}", #"{"do":1}"#, #"{"do":"x","color":256}"#, #"{"do":"x","color":-1}"#,
        #"{"do":"x","at":[0.5,0]}"#, #"{"do":"x","at":["0",0]}"#, #"{"do":"x","points":[0,0]}"#,
        #"{"do":"x","locked":1}"#, #"{"do":"x","text":true}"#, #"{"do":"x","at":[1e10,0]}"#,
        #"{"do":"x","count":1e99}"#,
    ])
    func `a value of the wrong kind is refused`(text: String) {
        #expect(throws: PipeError.notACommand) { try command(text) }
    }
}
