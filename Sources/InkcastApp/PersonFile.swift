import FoundationEssentials

/// Who the person at this machine is, kept from one start to the next.
struct PersonFile {
    /// Where it is if nothing says otherwise.
    static let pathInHome = "/.local/share/inkcast/person"

    /// The file's path; nil where nothing is to be kept.
    let path: String?

    /// The file below a data directory: the one given (empty: none), else XDG's.
    init(directory: String?, environment: [String: String]) {
        if let directory {
            path = directory.isEmpty ? nil : directory + "/person"
        } else if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            path = data + "/inkcast/person"
        } else {
            path = environment["HOME"].map { $0 + Self.pathInHome }
        }
    }

    /// The person's id: read, or made and kept; where it cannot be kept it is new each time.
    func load() -> UUID {
        guard let path else { return UUID() }
        // As many characters as an id has.
        if let person = KeptFile.read(path, bytesMax: 36).flatMap({ UUID(uuidString: $0) }) {
            return person
        }
        let person = UUID()
        KeptFile.write(person.uuidString + "\n", to: path)
        return person
    }
}
