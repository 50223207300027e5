import Glibc

/// What the system knows of a process.
struct ProcessView {
    let identifier: pid_t

    /// A number of one of its files in /proc, added up over its threads.
    private func sum(_ file: String, _ number: (Substring) -> Double?) -> Double {
        guard let folder = opendir("/proc/\(identifier)/task") else { return 0 }
        defer { closedir(folder) }
        var sum = 0.0
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard Int32(name) != nil else { continue }
            let lines = Self.lines("/proc/\(identifier)/task/\(name)/\(file)")
            sum += lines.lazy.compactMap(number).first ?? 0
        }
        return sum
    }

    private static func lines(_ path: String) -> [Substring] {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
            count = max(Glibc.read(descriptor, buffer.baseAddress, 1 << 14), 0)
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    private static func field(_ name: String) -> (Substring) -> Double? {
        { line in
            let words = line.split { $0 == " " || $0 == "\t" }
            return words.first == name[...] && words.count > 1 ? Double(words[1]) : nil
        }
    }

    /// Milliseconds on a processor so far.
    var processorTime: Double {
        sum("schedstat") { $0.split(separator: " ").first.flatMap { Double($0) } } / 1e6
    }

    /// How often a thread of it has waited so far.
    var wakeUps: Double { sum("status", Self.field("voluntary_ctxt_switches:")) }

    /// Megabytes in memory.
    var residentMegabytes: Double {
        let lines = Self.lines("/proc/\(identifier)/status")
        return (lines.lazy.compactMap(Self.field("VmRSS:")).first ?? 0) / 1024
    }
}
