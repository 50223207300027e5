import FoundationEssentials

/// Who the person at this machine is, kept from one start to the next.
struct PersonFile {
    /// The file's path; nil where nothing is to be kept.
    let path: String?

    /// The file below a data directory: the one given (empty: none), else XDG's.
    init(directory: String?, environment: [String: String]) {
        if let directory {
            path = directory.isEmpty ? nil : directory + "/person"
        } else if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            path = data + "/inkcast/person"
        } else {
            path = environment["HOME"].map { $0 + "/.local/share/inkcast/person" }
        }
    }

    /// The person's id: read, or made and kept; where it cannot be kept it is new each time.
    func load() -> UUID {
        guard let path else { return UUID() }
        if let data = try? Data(contentsOf: URL(filePath: path)),
            let person = UUID(uuidString: String(decoding: data.prefix(36), as: UTF8.self))
        {
            return person
        }
        let person = UUID()
        let folder = URL(filePath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? Data((person.uuidString + "\n").utf8).write(
            to: URL(filePath: path), options: .atomic)
        return person
    }
}
