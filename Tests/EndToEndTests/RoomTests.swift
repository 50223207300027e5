import Foundation
import Glibc
import SessionCore
import Testing

/// Scripts in rooms of real programs, where the network misbehaves.
@Suite(.serialized) struct RoomTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
    }

    @Test func `three agree on all strokes though every fifth datagram is lost`() throws {
        try sandbox.lose(permille: 200)
        let clients = try ["Ana", "Ben", "Chloe"].map { try PipeClient(sandbox, name: $0) }
        for client in clients {
            client.say(#"{"do":"wait","for":"participants","count":3,"seconds":20}"#)
        }
        for client in clients { _ = try client.next("waited") }
        for (number, client) in clients.enumerated() {
            for step in 0..<200 {
                let (x, y) = (step * 3, number * 40)
                client.say(#"{"do":"stroke","points":[[\#(x),\#(y)],[\#(x + 9),\#(y + 30)]]}"#)
            }
            client.say(#"{"do":"wait","for":"entries","count":600,"seconds":20}"#)
        }
        for client in clients { _ = try client.next("waited", after: 1, within: 30) }
        let digests = try clients.map { try $0.digest() }
        #expect(Set(digests.map { $0["digest"] as? String }).count == 1)
        #expect(Set(digests.map { $0["log"] as? String }).count == 1)
        #expect(digests.allSatisfy { $0["objects"] as? Int == 600 })
    }

    @Test func `who comes late has two thousand strokes at once`() throws {
        let ana = try PipeClient(sandbox, name: "Ana")
        for step in 0..<2000 {
            let (x, y) = (step % 100 * 5, step / 100 * 8)
            ana.say(#"{"do":"stroke","points":[[\#(x),\#(y)],[\#(x + 4),\#(y + 4)]]}"#)
        }
        ana.say(#"{"do":"wait","for":"entries","count":2000,"seconds":30}"#)
        _ = try ana.next("waited", within: 40)
        let ben = try PipeClient(sandbox, name: "Ben")
        let caughtUp = try ben.next("caught-up")
        #expect(caughtUp["entries"] as? Int ?? 0 >= 2000)
        #expect(try ben.digest()["log"] as? String == ana.digest()["log"] as? String)
    }

    @Test func `a firewall that lets seventeen ports in keeps nothing back`() throws {
        try sandbox.filter(["udp dport 18763-18779 accept", "meta l4proto udp drop"])
        let ana = try PipeClient(sandbox, name: "Ana")
        for row in 0..<300 { ana.say(#"{"do":"stroke","points":[[0,\#(row)],[9,\#(row)]]}"#) }
        ana.say(#"{"do":"wait","for":"entries","count":300}"#)
        _ = try ana.next("waited")
        let ben = try PipeClient(sandbox, name: "Ben")
        #expect(try ben.next("caught-up")["entries"] as? Int ?? 0 >= 300)
        #expect(try ben.digest()["log"] as? String == ana.digest()["log"] as? String)
    }

    @Test func `rooms names the room and who is there`() throws {
        let ana = try PipeClient(sandbox, name: "Ana", room: "sketch")
        _ = try ana.next("joined")
        let text = try sandbox.run([Sandbox.program, "rooms"])
        #expect(text == "sketch (1 person): Ana\n")
    }

    @Test func `names and texts beyond ASCII are whole, in rooms and on a pipe's screen`() throws {
        let chloe = try PipeClient(sandbox, name: "Chloé")
        _ = try chloe.next("joined")
        #expect(try sandbox.run([Sandbox.program, "rooms"]) == "lobby (1 person): Chloé\n")
        chloe.say(#"{"do":"text","at":[0,0],"text":"né 漢字!"}"#)
        chloe.say(#"{"do":"wait","for":"objects","count":1,"seconds":10}"#)
        _ = try chloe.next("waited")
        #expect(try chloe.screen().first == "né 漢字!")
    }

    @Test func `a wrong command is answered and harms nothing`() throws {
        let ana = try PipeClient(sandbox, name: "Ana")
        ana.say("{", #"{"do":"dance"}"#, #"{"do":"stroke","points":[[1]]}"#)
        ana.say(#"{"do":"stroke","points":[[0,0],[8,8]]}"#)
        #expect(try ana.digest()["objects"] as? Int == 1)
        #expect(ana.events("error").map { $0["line"] as? Int } == [1, 2, 3])
    }

    @Test func `all that was said is delivered before the program leaves`() throws {
        try sandbox.lose(permille: 300)
        let ben = try PipeClient(sandbox, name: "Ben")
        _ = try ben.next("joined")
        let ana = try PipeClient(sandbox, name: "Ana")
        ana.say(#"{"do":"wait","for":"participants","count":2,"seconds":20}"#)
        for step in 0..<50 { ana.say(#"{"do":"stroke","points":[[\#(step),0],[\#(step),9]]}"#) }
        ana.close()
        #expect(eventually(within: 30) { !ana.program.isRunning })
        ben.say(#"{"do":"wait","for":"objects","count":50,"seconds":10}"#)
        _ = try ben.next("waited")
    }
}
