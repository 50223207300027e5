import Foundation
import Testing
import Whiteboard

@testable import InkcastApp

struct SettingsFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "inkcast-\(UUID())").path(percentEncoded: false)
    private let start = Preferences(name: "ana", color: 5, glyphs: .braille, hasHints: true)

    @Test func `what was chosen is there at the next start`() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = SettingsFile(directory: nil, environment: ["XDG_CONFIG_HOME": folder])
        #expect(file.path == folder + "/inkcast/settings")
        #expect(file.load() == nil)
        let chosen = Preferences(name: "Ana = 漢", color: 64, glyphs: .half, hasHints: false)
        #expect(file.save(chosen, since: start))
        #expect(
            file.load()
                == SettingsFile.Values(
                    name: "Ana = 漢", color: 64, glyphs: "half", hasHints: false))
    }

    @Test func `what was not chosen is not kept`() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = SettingsFile(directory: folder, environment: [:])
        #expect(file.save(start, since: start))
        #expect(file.load() == SettingsFile.Values())
        var chosen = start
        chosen.color = 9
        #expect(file.save(chosen, since: start))
        #expect(file.load() == SettingsFile.Values(color: 9))
    }

    @Test func `lines that mean nothing to us stay`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let text = "# mine\nfuture = 3\n  color=  7  \nglyphs = runes\nname =\ncolor"
        try Data(text.utf8).write(to: URL(filePath: folder + "/settings"))
        let file = SettingsFile(directory: folder, environment: [:])
        #expect(file.load() == SettingsFile.Values(color: 7))
        var chosen = start
        chosen.color = 8
        chosen.hasHints = false
        #expect(file.save(chosen, since: start))
        let kept = try String(contentsOfFile: folder + "/settings", encoding: .utf8)
        #expect(
            kept == "# mine\nfuture = 3\ncolor = 8\nglyphs = runes\nname =\ncolor\nhints = no\n")
    }

    @Test func `where nothing is to be kept there is no file`() {
        let file = SettingsFile(directory: "", environment: ["HOME": folder])
        #expect(file.path == nil)
        #expect(file.load() == nil)
        #expect(file.save(start, since: start))
    }

    @Test func `a file that cannot be written is told of`() {
        let file = SettingsFile(directory: "/proc/none", environment: [:])
        #expect(!file.save(start, since: start))
    }

    @Test func `options and variables come before what was chosen`() throws {
        let values = SettingsFile.Values(name: "kept", color: 3, glyphs: "half")
        var options = try #require(try ArgumentParser(environment: ["USER": "u"]).screen([]))
        options = options.completed(by: values)
        #expect((options.name, options.color, options.glyphs) == ("kept", 3, "half"))
        options = try #require(
            try ArgumentParser(environment: ["INKCAST_NAME": "n"]).screen([
                "--color=4", "--glyphs=ascii",
            ])
        ).completed(by: values)
        #expect((options.name, options.color, options.glyphs) == ("n", 4, "ascii"))
        options = try #require(try ArgumentParser().screen(["--name=x"])).completed(by: values)
        #expect(options.name == "x")
    }
}

extension ArgumentParser {
    fileprivate func screen(_ arguments: [String]) throws -> Invocation.Options? {
        guard case .screen(let options) = try parse(arguments) else { return nil }
        return options
    }
}
