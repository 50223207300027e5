import Synchronization

/// Those who read what a session brings, its log's entries or else; they are told on the session
/// thread.
final class Readers<Value: Sendable>: Sendable {
    typealias Reader = @Sendable (Value) -> Void

    private struct Contents {
        var readers: [(id: UInt64, read: Reader, end: @Sendable () -> Void)] = []
        var lastID: UInt64 = 0
        var isClosed = false
    }

    private let contents = Mutex(Contents())

    var isEmpty: Bool { contents.withLock(\.readers.isEmpty) }

    func deliver(_ value: Value) {
        for reader in contents.withLock(\.readers) { reader.read(value) }
    }

    func add(_ read: @escaping Reader, end: @escaping @Sendable () -> Void) -> UInt64? {
        let id: UInt64? = contents.withLock { contents in
            if contents.isClosed { return nil }
            contents.lastID += 1
            contents.readers.append((contents.lastID, read, end))
            return contents.lastID
        }
        if id == nil { end() }
        return id
    }

    func remove(_ id: UInt64) {
        contents.withLock { $0.readers.removeAll { $0.id == id } }
    }

    func close() {
        let readers = contents.withLock { contents in
            contents.isClosed = true
            defer { contents.readers = [] }
            return contents.readers
        }
        for reader in readers { reader.end() }
    }
}
