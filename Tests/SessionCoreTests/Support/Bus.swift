import SessionCore
import SessionSimulation

extension Bus {
    /// The application's bodies of a session that a node was told of, in the order of arrival.
    func bodies(at index: Int, in session: SessionID? = nil) -> [[UInt8]] {
        let session = session ?? nodes[index].session.id
        return events[index].compactMap { event in
            guard case .entry(session, let entry) = event, entry.channel > 0 else { return nil }
            return entry.body
        }
    }

    func messages(at index: Int) -> [[UInt8]] {
        events[index].compactMap { event in
            guard case .message(_, _, let body) = event else { return nil }
            return body
        }
    }

    func lostMessages(at index: Int) -> [Int] {
        events[index].compactMap { event in
            guard case .messagesLost(_, let count) = event else { return nil }
            return count
        }
    }

    var haveEqualLogs: Bool {
        Set(nodes.map(\.session.id)).count == 1 && Set(nodes.map(\.logDigest)).count == 1
    }
}
