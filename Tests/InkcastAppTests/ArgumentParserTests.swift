import Testing

@testable import InkcastApp

@Suite struct ArgumentParserTests {
    private let parser = ArgumentParser(environment: ["USER": "ana"])

    private func options(_ arguments: String...) throws -> Invocation.Options {
        guard case .screen(let options) = try parser.parse(arguments) else {
            throw UsageError("not the screen")
        }
        return options
    }

    private func complaint(_ arguments: String...) -> String? {
        do throws(UsageError) {
            _ = try parser.parse(arguments)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `without words it is the lobby, under the user's name`() throws {
        let options = try options()
        #expect(options.room == "lobby")
        #expect(options.name == "ana")
    }

    @Test func `the environment gives defaults, options win`() throws {
        let parser = ArgumentParser(environment: [
            "USER": "ana", "INKCAST_NAME": "Ana", "INKCAST_ROOM": "sketch",
            "INKCAST_INTERFACE": "lo,eth1",
        ])
        guard case .pipe(let options) = try parser.parse(["pipe", "-n", "Ben"]) else { return }
        #expect(options.room == "sketch")
        #expect(options.name == "Ben")
        #expect(options.interfaces == ["lo", "eth1"])
    }

    @Test func `long and short forms, joined and apart, mean the same`() throws {
        let forms = [
            ["--color", "3", "--solo"], ["--color=3", "-s"], ["-sc3"], ["-c", "3", "--solo"],
        ]
        for form in forms {
            guard case .screen(let options) = try parser.parse(form) else { return }
            #expect(options.color == 3)
            #expect(options.isSolo)
        }
    }

    @Test func `after two dashes nothing is an option`() throws {
        #expect(try options("--", "--solo").room == "--solo")
        #expect(try options("--", "pip").room == "pip")
    }

    @Test func `a slip of the finger is asked about`() {
        #expect(complaint("pip")?.contains("'pipe'") == true)
        #expect(complaint("room")?.contains("'rooms'") == true)
        #expect(complaint("--colr=3")?.contains("--color") == true)
        #expect(complaint("export")?.contains("join export") == true)
    }

    @Test func `the word help is the option`() throws {
        #expect(try parser.parse(["help"]) == .help)
        #expect(try parser.parse(["help", "pipe"]) == .help)
        #expect(try options("join", "help").room == "help")
        #expect(try options("--", "help").room == "help")
    }

    @Test func `join takes any name of a room`() throws {
        #expect(try options("join", "pip").room == "pip")
        #expect(try options("join", "two words").room == "two words")
    }

    @Test(arguments: [
        ["--color=65"], ["--color"], ["--glyphs=big"], ["-x"], ["a", "b"], ["rooms", "x"],
        ["pipe", "--solo"], ["join"], [""], ["--solo=yes"], ["rooms", "--name=x"],
    ])
    func `what cannot be followed gets one line`(arguments: [String]) {
        do throws(UsageError) {
            _ = try parser.parse(arguments)
            Issue.record("\(arguments) was taken")
        } catch {
            #expect(!error.description.contains("\n"))
        }
    }

    @Test func `control characters of a wrong option are not shown`() {
        #expect(complaint("--\u{1B}[31m")?.contains("\u{1B}") == false)
    }

    @Test func `the help names every option`() {
        for row in OptionTable.rows { #expect(HelpText.text.contains("--\(row.long)")) }
    }

    @Test func `the version names the commit, what is compiled in, and how it is linked`() {
        let lines = HelpText.version("1.2.0 (0123456789ab)").split(separator: "\n")
        #expect(lines.first == "inkcast 1.2.0 (0123456789ab)")
        #expect(lines.dropFirst().first?.hasPrefix("features: ncurses ") == true)
        #expect(lines.last == "linkage: dynamic")
    }
}
