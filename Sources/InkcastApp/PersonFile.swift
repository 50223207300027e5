import FoundationEssentials
import Glibc

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
        if let person = Self.read(path).flatMap({ UUID(uuidString: $0) }) { return person }
        let person = UUID()
        Self.write(person.uuidString + "\n", to: path)
        return person
    }

    /// The first 36 characters of a file: as many as an id has.
    private static func read(_ path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 36)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Writes a file that others may be reading: they find it whole, or not at all.
    private static func write(_ text: String, to path: String) {
        for (index, character) in zip(path.indices, path) where character == "/" {
            mkdir(String(path[..<index]), 0o700)
        }
        let temporary = "\(path).\(getpid())"
        guard let file = fopen(temporary, "wxe") else { return }
        let isWritten = fputs(text, file) >= 0
        if fclose(file) != 0 || !isWritten || rename(temporary, path) != 0 { unlink(temporary) }
    }
}
