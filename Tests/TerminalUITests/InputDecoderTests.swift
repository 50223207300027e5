import Testing

@testable import TerminalUI

/// Bytes a terminal sends, and what they mean.
struct Recording: CustomTestStringConvertible, Sendable {
    let bytes: [UInt8]
    let events: [TerminalEvent]

    init(_ text: String, _ events: TerminalEvent...) {
        bytes = Array(text.utf8)
        self.events = events
    }

    init(bytes: [UInt8], _ events: TerminalEvent...) {
        self.bytes = bytes
        self.events = events
    }

    var testDescription: String {
        bytes.map { $0 > 0x20 && $0 < 0x7F ? String(Unicode.Scalar($0)) : "<\($0)>" }.joined()
    }

    static func mouse(
        _ kind: MouseEvent.Kind, _ column: Int, _ row: Int, _ modifiers: Modifiers = []
    ) -> TerminalEvent {
        .mouse(MouseEvent(kind, at: Position(column: column, row: row), modifiers))
    }

    static let all: [Recording] = [
        // Mouse: xterm, kitty, alacritty, tmux.
        Recording("\u{1B}[<0;5;3M", mouse(.press(.left), 4, 2)),
        Recording("\u{1B}[<0;5;3m", mouse(.release(.left), 4, 2)),
        Recording("\u{1B}[<32;300;70M", mouse(.drag(.left), 299, 69)),
        Recording("\u{1B}[<35;1;1M", mouse(.hover, 0, 0)),
        Recording("\u{1B}[<2;9;9M", mouse(.press(.right), 8, 8)),
        Recording("\u{1B}[<34;9;9M", mouse(.drag(.right), 8, 8)),
        Recording("\u{1B}[<1;9;9M", mouse(.press(.middle), 8, 8)),
        Recording("\u{1B}[<16;9;9M", mouse(.press(.left), 8, 8, .control)),
        Recording("\u{1B}[<64;9;9M", mouse(.wheelUp, 8, 8)),
        Recording("\u{1B}[<65;9;9M", mouse(.wheelDown, 8, 8)),
        Recording("\u{1B}[<66;9;9M", mouse(.wheelLeft, 8, 8)),
        Recording("\u{1B}[<67;9;9M", mouse(.wheelRight, 8, 8)),
        Recording("\u{1B}[<69;9;9M", mouse(.wheelDown, 8, 8, .shift)),
        Recording("\u{1B}[<80;9;9M", mouse(.wheelUp, 8, 8, .control)),
        Recording("\u{1B}[<43;0;0M", mouse(.hover, 0, 0, .alt)),
        Recording("\u{1B}[<3;2;2m", mouse(.hover, 1, 1)),
        Recording("\u{1B}[<0;99999999999999999999;1M", mouse(.press(.left), 65_534, 0)),
        // Keys.
        Recording("\u{1B}[A\u{1B}OB", .key(.up, []), .key(.down, [])),
        Recording("\u{1B}[1;2A", .key(.up, .shift)),
        Recording("\u{1B}[1;5C", .key(.right, .control)),
        Recording("\u{1B}[1;3D\u{1B}[1;9D", .key(.left, .alt), .key(.left, .alt)),
        Recording("\u{1B}[1;2:1A", .key(.up, .shift)),
        Recording("\u{1B}b\u{1B}f", .key(.left, .alt), .key(.right, .alt)),
        Recording("\u{1B}\u{1B}[D\u{1B}\u{1B}OA", .key(.left, .alt), .key(.up, .alt)),
        Recording("\u{1B}[H\u{1B}[F\u{1B}[7~", .key(.home, []), .key(.end, []), .key(.home, [])),
        Recording("\u{1B}[3~\u{1B}[3;5~", .key(.delete, []), .key(.delete, .control)),
        Recording("\u{1B}[5~\u{1B}[6~", .key(.pageUp, []), .key(.pageDown, [])),
        Recording("\u{1B}[Z", .key(.backTab, [])),
        Recording("\u{1B}OP\u{1B}[[B", .key(.function(1), []), .key(.function(2), [])),
        Recording("\u{1B}[15~\u{1B}[24~", .key(.function(5), []), .key(.function(12), [])),
        Recording(
            "\u{1B}[27;5;13~\u{1B}[97;5u", .key(.enter, .control),
            .key(.character("a"), .control)),
        Recording(
            "\r\n\t\u{7F}\u{08}", .key(.enter, []), .key(.enter, []), .key(.tab, []),
            .key(.backspace, []), .key(.backspace, [])),
        Recording(
            "\u{03}\u{1A}\u{00}\u{1F}", .key(.character("c"), .control),
            .key(.character("z"), .control), .key(.character(" "), .control),
            .key(.character("_"), .control)),
        Recording("\u{1B}x\u{1B}\r", .key(.character("x"), .alt), .key(.enter, .alt)),
        // UTF-8.
        Recording(
            "qé漢🎈", .key(.character("q"), []), .key(.character("é"), []),
            .key(.character("漢"), []), .key(.character("🎈"), [])),
        Recording("\u{1B}é", .key(.character("é"), .alt)),
        Recording(bytes: [0xC3, 0x71], .key(.character("q"), [])),
        Recording(
            bytes: [0xE0, 0x80, 0x80, 0xED, 0xA0, 0x80, 0xF5, 0xFF, 0xC2, 0x9B, 0x71],
            .key(.character("q"), [])),
        // Paste and focus.
        Recording(
            "\u{1B}[200~a\u{1B}[A\u{1B}[20\r\u{1B}\u{1B}[201~b",
            .paste(Array("a\u{1B}[A\u{1B}[20\r\u{1B}".utf8)), .key(.character("b"), [])),
        Recording("\u{1B}[I\u{1B}[O", .focus(true), .focus(false)),
        // What means nothing.
        Recording("\u{1B}[?1;2c\u{1B}[>41;379;0c\u{1B}[12;40Rq", .key(.character("q"), [])),
        Recording("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\q", .key(.character("q"), [])),
        Recording("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{07}q", .key(.character("q"), [])),
        Recording("\u{1B}P>|xterm(379)\u{1B}\\q", .key(.character("q"), [])),
        Recording("\u{1B}[?2026;2$yq", .key(.character("q"), [])),
        Recording("\u{1B}[M !!q", .key(.character("q"), [])),
        Recording("\u{1B}[<128;3;3M\u{1B}[<0;3Mq", .key(.character("q"), [])),
        Recording("\u{1B}[12\u{1B}[A", .key(.up, [])),
        Recording("\u{1B}[12\u{03}", .key(.character("c"), .control)),
        Recording("\u{1B}]0;never ends\u{03}", .key(.character("c"), .control)),
    ]
}

@Suite struct InputDecoderTests {
    @Test(arguments: Recording.all)
    func `each recorded sequence means its events, wherever the reads end`(
        _ recording: Recording
    ) {
        for split in 0...recording.bytes.count {
            var decoder = InputDecoder()
            let events =
                decoder.decode(recording.bytes[..<split], at: 0)
                + decoder.decode(recording.bytes[split...], at: 0)
            #expect(events == recording.events, "split at \(split)")
            #expect(decoder.deadline == nil)
        }
    }

    @Test(arguments: Recording.all)
    func `what is surely a sequence's beginning waits for its rest however long`(
        _ recording: Recording
    ) {
        for split in 0...recording.bytes.count {
            var decoder = InputDecoder()
            var events = decoder.decode(recording.bytes[..<split], at: 0)
            guard decoder.deadline == nil else {
                // An ESC, or what Alt with a key could be as well.
                #expect(recording.bytes[..<split].suffix(2).contains(0x1B), "split at \(split)")
                continue
            }
            events += decoder.timeOut(at: 3_600_000)
            events += decoder.decode(recording.bytes[split...], at: 3_600_000)
            #expect(events == recording.events, "split at \(split)")
        }
    }

    @Test func `all sequences in a row, a byte at a time, mean what they mean alone`() {
        var decoder = InputDecoder()
        var events: [TerminalEvent] = []
        for byte in Recording.all.flatMap(\.bytes) { events += decoder.decode([byte], at: 0) }
        #expect(events == Recording.all.flatMap(\.events))
    }

    @Test(arguments: [
        ("\u{1B}", [TerminalEvent.key(.escape, [])]),
        ("\u{1B}\u{1B}", [.key(.escape, []), .key(.escape, [])]),
        ("\u{1B}[", [.key(.character("["), .alt)]),
        ("\u{1B}O", [.key(.character("O"), .alt)]),
        ("\u{1B}]", [.key(.character("]"), .alt)]),
        ("\u{1B}]11;x\u{1B}", [.key(.escape, [])]),
    ])
    func `silence decides what an ESC was`(_ text: String, _ events: [TerminalEvent]) {
        var decoder = InputDecoder()
        #expect(decoder.decode(text.utf8, at: 0) == [])
        #expect(decoder.deadline == 25)
        #expect(decoder.timeOut(at: 25) == events)
        #expect(decoder.deadline == nil)
        #expect(decoder.decode("q".utf8, at: 30) == [.key(.character("q"), [])])
    }

    @Test func `a mouse report that a slow link cuts in two types no letters`() {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}[<0;5".utf8, at: 0) == [])
        #expect(decoder.deadline == nil)
        #expect(decoder.timeOut(at: 1000) == [])
        #expect(decoder.decode(";3M".utf8, at: 1000) == [Recording.mouse(.press(.left), 4, 2)])
    }

    @Test func `an ESC is a key once 25 ms have passed since it came, however often one asks`() {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}".utf8, at: 100) == [])
        for now: Int64 in 100..<125 {
            #expect(decoder.timeOut(at: now) == [])
            #expect(decoder.decode([], at: now) == [])
        }
        var late = decoder
        #expect(late.decode("[A".utf8, at: 124) == [.key(.up, [])])
        #expect(late.timeOut(at: 200) == [])
        #expect(decoder.timeOut(at: 125) == [.key(.escape, [])])
        #expect(decoder.timeOut(at: 200) == [])
    }

    @Test func `of a paste beyond the limit the rest is counted`() {
        var decoder = InputDecoder()
        let text = [UInt8](repeating: 0x61, count: InputDecoder.pasteBytesMax)
        let events = decoder.decode(
            Array("\u{1B}[200~".utf8) + text + Array("b漢é\u{1B}[201~q".utf8), at: 0)
        #expect(events == [.paste(text, missing: 3), .key(.character("q"), [])])
        let next = decoder.decode("\u{1B}[200~a\u{1B}[201~".utf8, at: 0)
        #expect(next == [.paste([0x61])])
    }

    @Test func `a sequence beyond the limit does nothing`() {
        var decoder = InputDecoder()
        let long = "\u{1B}[" + String(repeating: "1;", count: 10_000) + "~q"
        let events = decoder.decode(long.utf8, at: 0)
        #expect(events == [.key(.home, Modifiers()), .key(.character("q"), [])])
    }

    @Test func `no bytes whatever trap the decoder`() {
        var decoder = InputDecoder()
        var seed: UInt64 = 88_172_645_463_325_252
        for _ in 0..<200_000 {
            seed ^= seed << 13
            seed ^= seed >> 7
            seed ^= seed << 17
            let alphabet: [UInt8] = [0x1B, 0x5B, 0x3C, 0x3B, 0x4D, 0x6D, 0x7E, 0x4F, 0x32, 0x30]
            let pick = UInt8(truncatingIfNeeded: seed >> 32)
            let byte = pick < 160 ? alphabet[Int(pick % 10)] : pick
            _ = decoder.decode([byte], at: 0)
            if seed & 31 == 0 { _ = decoder.timeOut(at: InputDecoder.escapeTimeout) }
        }
    }
}
