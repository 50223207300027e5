import InkCanvas

/// When entries came, to some seconds, in little room.
struct Arrivals {
    /// By author: from which index on entries came at which time, nil before one was here.
    private var marks: [AuthorID: [(index: UInt32, time: Milliseconds?)]] = [:]

    private static let precision: Milliseconds = 10_000

    /// - Parameter time: nil for what had been drawn before.
    mutating func note(_ entry: EntryID, at time: Milliseconds?) {
        let last = marks[entry.author]?.last
        if let last {
            guard entry.index > last.index, last.time != time else { return }
            if let before = last.time, let time, time - before < Self.precision { return }
        }
        marks[entry.author, default: []].append((entry.index, time))
    }

    /// When an entry came; nil if it was there before.
    func time(of entry: EntryID) -> Milliseconds? {
        marks[entry.author]?.last { $0.index <= entry.index }?.time
    }
}
