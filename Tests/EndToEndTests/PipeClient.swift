import Foundation
import Testing

/// An `inkcast pipe` that is talked to line by line; what it says goes to a file.
final class PipeClient {
    let program: Program

    init(_ sandbox: Sandbox, name: String, room: String = "lobby") throws {
        program = try sandbox.start([Sandbox.program, "pipe", room, "--name", name], home: name)
    }

    func say(_ commands: String...) {
        program.say(commands.joined(separator: "\n") + "\n")
    }

    /// Ends the input: the program leaves when all is said.
    func close() {
        program.endInput()
    }

    /// All events of a kind so far.
    func events(_ kind: String) -> [[String: Any]] {
        guard let data = try? Data(contentsOf: program.output) else { return [] }
        return data.split(separator: 0x0A).compactMap { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            return object?["event"] as? String == kind ? object : nil
        }
    }

    /// The next event of a kind beyond those that were there before.
    func next(
        _ kind: String, after count: Int = 0, within seconds: Double = 20
    ) throws -> [String: Any] {
        try #require(
            eventually(within: seconds) { events(kind).count > count }, "no \(kind) event")
        return events(kind)[count]
    }

    /// Asks for the digest, and gives the answer.
    func digest() throws -> [String: Any] {
        let count = events("digest").count
        say(#"{"do":"digest"}"#)
        return try next("digest", after: count)
    }

    /// The canvas as text.
    func screen(columns: Int = 60, rows: Int = 20) throws -> [String] {
        let count = events("screen").count
        say(#"{"do":"screen","columns":\#(columns),"rows":\#(rows)}"#)
        return try next("screen", after: count)["lines"] as? [String] ?? []
    }
}
