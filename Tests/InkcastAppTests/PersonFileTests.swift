import Foundation
import Testing

@testable import InkcastApp

struct PersonFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "inkcast-\(UUID())").path(percentEncoded: false)

    @Test func `a person stays the same from one start to the next`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let environment = ["XDG_DATA_HOME": folder + "/a/b"]
        let person = PersonFile(directory: nil, environment: environment).load()
        #expect(PersonFile(directory: nil, environment: environment).load() == person)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder + "/a/b/inkcast")
                == ["person"])
        let permissions = try FileManager.default.attributesOfItem(atPath: folder + "/a")
        #expect(permissions[.posixPermissions] as? Int == 0o700)
    }

    @Test func `a folder that cannot be written is known as such`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(KeptFile.canWrite(in: folder + "/a/b"))
        try Data().write(to: URL(filePath: folder + "/file"))
        #expect(!KeptFile.canWrite(in: folder + "/file"))
        #expect(!KeptFile.canWrite(in: "/proc/inkcast"))
    }

    @Test func `a damaged file is replaced`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try Data("nobody".utf8).write(to: URL(filePath: folder + "/person"))
        let person = PersonFile(directory: folder, environment: [:]).load()
        #expect(PersonFile(directory: folder, environment: [:]).load() == person)
    }

    @Test func `where nothing is kept one is somebody new each time`() {
        let file = PersonFile(directory: "", environment: ["HOME": folder])
        #expect(file.load() != file.load())
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(PersonFile(directory: nil, environment: [:]).path == nil)
    }
}
