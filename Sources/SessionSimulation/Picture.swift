import SessionCore

/// One session's canvas as one participant's application shows it.
struct Picture {
    private var sum: UInt64 = 0

    mutating func apply(_ entry: LogEntry) {
        guard entry.channel == Artist.channel else { return }
        sum &+= Trace.hash(entry.body)
    }

    var digest: UInt64 { sum }
}
