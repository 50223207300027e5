import InkCanvas
import SessionCore

/// One session's canvas as one participant's application shows it.
struct Picture {
    private(set) var canvas = Canvas()

    var digest: UInt64 { canvas.pictureDigest }

    mutating func apply(_ entry: LogEntry) {
        guard entry.channel == Artist.channel else { return }
        let author = AuthorID(rawValue: entry.origin.rawValue)
        _ = canvas.apply(entry.body, as: EntryID(author: author, index: entry.index))
    }

    mutating func introduce(_ author: ParticipantID, as person: SessionCore.PersonID) {
        _ = canvas.introduce(
            AuthorID(rawValue: author.rawValue),
            as: InkCanvas.PersonID(high: person.high, low: person.low))
    }
}
