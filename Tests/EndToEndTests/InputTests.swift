import Foundation
import Testing

/// Much from a terminal at once, odd things from it, and a terminal that takes nothing.
@Suite(.serialized) struct InputTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
    }

    @Test
    func
        `of a paste of 100 kB others see what fits, who pasted hears of the rest, u takes it back`()
        throws
    {
        let ana = try Screen(sandbox, name: "Ana")
        let script = try PipeClient(sandbox, name: "Script")
        try ana.waitUntilShown("2 here")
        try ana.drag((30, 5), (60, 5))
        _ = try script.next("entry")
        try ana.press("g")
        _ = try ana.settledInk()
        let before = try ana.canvas()
        try ana.press("t")
        let pasted = "first " + String(repeating: "漢字 ", count: 14_284) + "last"
        // Of 800 bytes: 6 letters, 113 times 7, and one character of 3.
        let kept = "first " + String(repeating: "漢字 ", count: 113) + "漢"
        try ana.paste(pasted)
        try ana.waitUntilShown("\(pasted.count - kept.count) characters were left out")
        try ana.press("Escape")
        script.say(#"{"do":"wait","for":"objects","count":2,"seconds":20}"#)
        _ = try script.next("waited")
        script.say(#"{"do":"objects"}"#)
        _ = try script.next("objects")
        #expect(script.events("object").compactMap { $0["text"] as? String } == [kept])
        try ana.press("u", "g")
        #expect(try eventually { try ana.canvas() == before })
        let digest = try script.digest()
        #expect(digest["objects"] as? Int == 1, "\(digest)")
    }

    @Test func `what means nothing, bursts of hovers and the wheel leave nothing behind`() throws {
        let ana = try Screen(sandbox, name: "Ana")
        let script = try PipeClient(sandbox, name: "Script")
        try ana.waitUntilShown("2 here")
        try ana.drag((30, 5), (60, 20), (80, 6))
        _ = try ana.settledInk()
        let before = try ana.canvas()
        let entries = script.events("entry").count
        let unknown = [
            "\u{1B}[?62;22c", "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\", "\u{1B}P>|xterm(379)\u{1B}\\",
            "\u{1B}[99;99;99X", "\u{1B}[?2026;2$y", "\u{1B}[<128;9;9M", "\u{1B}[12;40R",
            "\u{1B}[M !!",
        ]
        // Option with an arrow, as terminals of macOS send it: there and back.
        let options = ["\u{1B}\u{1B}[D\u{1B}\u{1B}[C", "\u{1B}[1;3D\u{1B}[1;3C", "\u{1B}b\u{1B}f"]
        let hovers = (0..<600).map { "\u{1B}[<35;\(1 + $0 * 7 % 100);\(1 + $0 * 3 % 30)M" }
        let wheel = [64, 65].map { String(repeating: "\u{1B}[<\($0);50;12M", count: 10) }
        try ana.type((unknown + options + hovers + wheel).joined() + "\u{1B}[<35;50;12M")
        try ana.type(":away")
        try ana.waitUntilShown("nothing found")
        try ana.press("Escape")
        #expect(try eventually { try ana.canvas() == before })
        _ = try script.digest()
        #expect(script.events("entry").count == entries)
    }

    @Test func `a stopped terminal harms nobody, is here all the while, and right when it goes on`()
        throws
    {
        let ana = try Screen(sandbox, name: "Ana")
        let ben = try Screen(sandbox, name: "Ben")
        let script = try PipeClient(sandbox, name: "Script")
        for screen in [ana, ben] {
            try screen.waitUntilShown("3 here")
            // Signs of the others would be in the way.
            try screen.press("\\")
        }
        try ana.stop(true)
        for number in 0..<400 {
            let (x, y) = (number * 37 % 190, number * 53 % 90)
            script.say(
                #"{"do":"stroke","color":\#(number % 8 + 1),"points":[[\#(x),\#(y)],[\#(y),\#(x % 90)]]}"#
            )
        }
        script.say(#"{"do":"text","at":[60,40],"text":"the end"}"#)
        try ben.waitUntilShown("the end")
        try ben.press("2")
        try ben.drag((30, 5), (60, 20))
        script.say(#"{"do":"wait","for":"objects","count":402,"seconds":20}"#)
        _ = try script.next("waited")
        #expect(try !ana.shows("the end"))
        #expect(script.events("participant-left").isEmpty)
        try ana.stop(false)
        try ana.waitUntilShown("the end")
        #expect(try eventually { try ana.canvas() == ben.canvas() })
        let canvas = try ana.canvas()
        try ana.press("C-l")
        #expect(try eventually { try ana.canvas() == canvas })
        try ben.press("\\")
        try ben.waitUntilShown("3 here")
    }
}
