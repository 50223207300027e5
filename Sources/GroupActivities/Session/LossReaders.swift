import Synchronization

/// Those who are told of lost messages.
final class LossReaders: Sendable {
    typealias Reader = @Sendable (Participant, Int) -> Void

    private let contents = Mutex<(readers: [(id: UInt64, read: Reader)], lastID: UInt64)>(([], 0))

    func add(_ read: @escaping Reader) -> AnyCancellable {
        let id = contents.withLock { contents in
            contents.lastID += 1
            contents.readers.append((contents.lastID, read))
            return contents.lastID
        }
        return AnyCancellable { [weak self] in
            self?.contents.withLock { $0.readers.removeAll { $0.id == id } }
        }
    }

    /// On the session thread.
    func tell(_ source: Participant, _ count: Int) {
        for reader in contents.withLock(\.readers) { reader.read(source, count) }
    }
}
