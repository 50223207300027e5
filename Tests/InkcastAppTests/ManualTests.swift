import Testing
import Whiteboard

@testable import InkcastApp

struct ManualTests {
    /// The page as a reader has it, without macros and names of characters.
    private static let page: String = {
        var text = ManualPage.text(date: "January 1, 1970")
        let names = [
            ("\\(<-", "←"), ("\\(->", "→"), ("\\(ua", "↑"), ("\\(da", "↓"), ("\\(dq", "\""),
            ("\\(aq", "'"), ("\\(ti", "~"), ("\\(ha", "^"), ("\\-", "-"), ("\\&", ""),
            ("\\e", "\\"),
        ]
        for (name, character) in names { text.replace(name, with: character) }
        return text
    }()

    /// The lines of a section or subsection.
    private func section(_ title: String) throws -> [String] {
        let lines = Self.page.split(separator: "\n").map(String.init)
        let start = try #require(
            lines.firstIndex { $0 == ".Sh \(title)" || $0 == ".Ss \(title)" }, "\(title)")
        let level = String(lines[start].prefix(3))
        let rest = lines[(start + 1)...]
        let end = rest.firstIndex { $0.hasPrefix(".Sh") || $0.hasPrefix(level) }
        return Array(rest[..<(end ?? rest.endIndex)])
    }

    /// What is said of an item of a list.
    private func text(of item: String, in section: [String]) -> String? {
        guard let start = section.firstIndex(of: item) else { return nil }
        return section[(start + 1)...].prefix { !$0.hasPrefix(".It") && !$0.hasPrefix(".El") }
            .joined(separator: " ").lowercased()
    }

    @Test func `it names every command`() throws {
        let (synopsis, description) = (try section("SYNOPSIS"), try section("DESCRIPTION"))
        for row in CommandTable.rows {
            if let word = row.word {
                #expect(synopsis.contains(".Cm \(word)"))
                #expect(description.contains { $0.hasPrefix(".It Cm \(word)") })
            }
            #expect(description.contains { $0.lowercased() == row.help.lowercased() + "." })
        }
    }

    @Test func `it names every option with its value`() throws {
        for (scope, title) in HelpText.sections {
            let section = try section(title)
            let rows = OptionTable.rows.filter { $0.scope == scope }
            #expect(section.filter { $0.hasPrefix(".It") }.count == rows.count)
            for row in rows {
                let short = row.short.map {
                    "Fl \($0) " + (row.value.map { "Ar \($0.name) " } ?? "") + ", "
                }
                let value = row.value.map { " Ns = Ns Ar \($0.name)" } ?? ""
                let item = ".It \(short ?? "")Fl -\(row.long)\(value)"
                #expect(text(of: item, in: section) == row.help.lowercased() + ".", "\(item)")
            }
        }
        #expect(
            HelpText.sections.map { section in
                OptionTable.rows.filter { $0.scope == section.scope }.count
            }.reduce(0, +) == OptionTable.Option.allCases.count)
    }

    @Test(arguments: KeyEntry.Group.allCases)
    func `it names every key`(group: KeyEntry.Group) throws {
        let section = try section(group.rawValue)
        for entry in KeyTable.entries where entry.group == group {
            let keys = entry.label.split(separator: " ").map { "Ic \($0)" }.joined(separator: " ")
            #expect(
                text(of: ".It \(keys)", in: section) == entry.help.lowercased() + ".", "\(keys)")
        }
    }

    @Test func `it names every variable and every file`() throws {
        let variables = try section("ENVIRONMENT")
        for row in EnvironmentTable.rows { #expect(variables.contains(".It Ev \(row.name)")) }
        let files = try section("FILES")
        for row in FileTable.rows { #expect(files.contains(".It Pa \(row.path)")) }
    }

    @Test func `no line is longer than mandoc likes`() {
        let lines = ManualPage.text(date: "September 30, 2026").split(separator: "\n")
        for line in lines { #expect(line.utf8.count <= 80, "\(line)") }
    }

    @Test(arguments: [BashCompletion.text, ZshCompletion.text, FishCompletion.text])
    func `completions know every command and option`(text: String) {
        for word in CommandTable.words { #expect(text.contains(word)) }
        for row in OptionTable.rows {
            #expect(text.contains("--\(row.long)") || text.contains("-l \(row.long)"))
            if case .choice(_, let choices) = row.value {
                #expect(text.contains(choices.joined(separator: " ")))
            }
        }
    }
}
