import InkCanvas
import SessionCore
import TerminalUI

/// What random bytes are thrown at.
enum Target: String, CaseIterable {
    /// Frames behind a valid tag, at a node in a room.
    case datagram
    /// What a terminal sends.
    case input
    /// A log entry, at a canvas.
    case entry

    /// Feeds the bytes in; the result is kept, so that nothing is optimised away.
    func take(_ bytes: [UInt8]) {
        switch self {
        case .datagram: takeDatagram(bytes)
        case .input: takeInput(bytes)
        case .entry: takeEntry(bytes)
        }
    }

    private func takeDatagram(_ bytes: [UInt8]) {
        let room = Room(name: "fuzz")
        let now = Instant(microseconds: 1_000_000)
        var node = Node(
            id: ParticipantID(rawValue: 1),
            profile: Profile(person: PersonID(high: 0, low: 1), name: "fuzz", color: 1),
            room: room.name, activity: Activity(identifier: "inkcast.whiteboard", payload: []),
            seed: 1, at: now)
        node.start(at: now)
        // The untagged bytes as they are, and the same as frames that a member might send.
        let sealed = Datagram.sealed(
            bytes, sender: ParticipantID(rawValue: 2), counter: 1, room: room)
        for (step, datagram) in [bytes, sealed, sealed].enumerated() {
            let time = now + .milliseconds(Int64(step) * 400)
            node.receive(datagram, from: PeerAddress(rawValue: 9), at: time)
            node.advance(to: time + .milliseconds(300))
            while node.nextOutput() != nil { Sink.count &+= 1 }
        }
    }

    private func takeInput(_ bytes: [UInt8]) {
        var decoder = InputDecoder()
        var events = decoder.decode(bytes, at: 0)
        events += decoder.timeOut(at: InputDecoder.escapeTimeout)
        Sink.count &+= events.count
    }

    private func takeEntry(_ bytes: [UInt8]) {
        var canvas = Canvas()
        let author = AuthorID(rawValue: 7)
        // Something of each kind, for it to be about.
        let style = InkStyle(isSmoothed: true)
        let corners = [0, 30, 9].map { Dot(x: $0, y: 30 - $0) }
        let operations: [Operation] = [
            .segment(1, offset: 0, style: style, points: corners + corners, isLast: true),
            .shape(2, Shape(.ellipse, from: corners[0], to: corners[1]), style: style),
            .note(3, position: corners[0], width: 40, string: "a 漢", style: style),
            .stamp(4, .heart, .on(ObjectID(author: author, number: 3)), style: style),
        ]
        for (index, operation) in operations.enumerated() {
            let entry = CanvasEntry(stamp: 1, action: UInt32(index), operation: operation)
            _ = canvas.apply(entry.encoded(), as: EntryID(author: author, index: UInt32(index)))
        }
        for (index, author) in [(UInt32(4), author), (5, author), (0, AuthorID(rawValue: 1))] {
            _ = canvas.apply(bytes, as: EntryID(author: author, index: index))
        }
        Sink.count &+= canvas.badges.count
        Sink.count &+= canvas.topmostObject(near: Dot(x: 9, y: 9), within: 30)?.points.count ?? 0
        for object in canvas.visibleObjects { Sink.count &+= canvas.ink(of: object.id).count }
        Sink.count &+= canvas.visibleObjects.count &+ Int(truncatingIfNeeded: canvas.pictureDigest)
    }
}

/// Where results go, so that they are needed.
enum Sink {
    // One thread feeds one input after the other.
    nonisolated(unsafe) static var count = 0
}
