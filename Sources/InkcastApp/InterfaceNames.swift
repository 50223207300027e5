import Glibc

/// The names of this machine's network interfaces, as `--interface` takes them.
enum InterfaceNames {
    /// All there are, in the system's order.
    static var all: [String] {
        guard let first = if_nameindex() else { return [] }
        defer { if_freenameindex(first) }
        var names: [String] = []
        var next = first
        while next.pointee.if_index != 0, let name = next.pointee.if_name {
            names.append(String(cString: name))
            next += 1
        }
        return names
    }

    /// Refuses a name that no interface bears.
    static func check(_ wanted: [String], among names: [String] = all) throws(ProgramError) {
        guard let missing = wanted.first(where: { !names.contains($0) }) else { return }
        let printable = missing.prefix(40).map { $0 < " " || $0 == "\u{7F}" ? "?" : $0 }
        throw .other(
            "there is no network interface '\(String(printable))'; there are: "
                + names.joined(separator: ", "))
    }
}
