import Glibc

/// A small file of the person's own.
enum KeptFile {
    /// The file's beginning, at most so many bytes; nil if there is none to read.
    static func read(_ path: String, bytesMax: Int) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: bytesMax)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Whether files can be written in a folder, which is made if it is missing.
    static func canWrite(in folder: String) -> Bool {
        makeFolders(of: folder + "/")
        return access(folder, W_OK | X_OK) == 0
    }

    /// Makes the folders that a path goes through.
    private static func makeFolders(of path: String) {
        for (index, character) in zip(path.indices, path) where character == "/" {
            mkdir(String(path[..<index]), 0o700)
        }
    }

    /// Writes a file that others may be reading: they find it whole, or not at all.
    ///
    /// Nobody else may read it. False where it could not be written.
    @discardableResult
    static func write(_ text: String, to path: String) -> Bool {
        makeFolders(of: path)
        let temporary = "\(path).\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0, let file = fdopen(descriptor, "w") else { return false }
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten, rename(temporary, path) == 0 else {
            unlink(temporary)
            return false
        }
        return true
    }
}
