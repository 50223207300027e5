import Glibc

#if FUZZING
    /// libFuzzer's way in; `INKCAST_FUZZ` names the target.
    @_cdecl("LLVMFuzzerTestOneInput")
    func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
        let name = getenv("INKCAST_FUZZ").map { String(cString: $0) } ?? "datagram"
        let target = Target(rawValue: name) ?? .datagram
        target.take(Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    }
#else
    /// Replays a corpus: `inkcast-fuzz --corpus FOLDER`, one folder in it for each target.
    @main
    enum Fuzz {
        static func main() {
            let arguments = CommandLine.arguments
            guard arguments.count == 3, arguments[1] == "--corpus" else {
                print("inkcast-fuzz: --corpus FOLDER replays what was found; see `make fuzz`")
                exit(2)
            }
            for target in Target.allCases {
                let folder = arguments[2] + "/" + target.rawValue
                let names = files(in: folder)
                for name in names { target.take(read(folder + "/" + name)) }
                print("\(target.rawValue): \(names.count) inputs replayed")
            }
        }

        private static func files(in folder: String) -> [String] {
            guard let directory = opendir(folder) else { return [] }
            defer { closedir(directory) }
            var names: [String] = []
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                        String(cString: $0)
                    }
                }
                if !name.hasPrefix(".") { names.append(name) }
            }
            return names.sorted()
        }

        private static func read(_ path: String) -> [UInt8] {
            guard let file = fopen(path, "r") else { return [] }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = fread(&bytes, 1, bytes.count, file)
            return Array(bytes.prefix(count))
        }
    }
#endif
