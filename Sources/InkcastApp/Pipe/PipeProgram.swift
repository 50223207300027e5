import Glibc
import InkCanvas
import Rooms
import Whiteboard

/// `inkcast pipe`: commands as lines in, events as lines out.
///
/// Commands are done one after the other. One that changes the canvas holds those behind it until
/// its entries have come back from the log, so that each sees what the ones before did.
final class PipeProgram {
    let clock: Clock
    let queue: EventQueue
    let room: String
    private(set) var connection: RoomConnection?
    private(set) var canvas = Canvas()
    var pen = Pen(author: AuthorID(rawValue: 0))
    private(set) var session: RoomSession?
    private(set) var isJoined = false
    private(set) var link = RoomLink.alone
    private(set) var participants: [RoomParticipantID: String] = [:]
    private(set) var status: RoomStatus?

    private var input = LineBuffer()
    private var held: [(line: Int, command: Result<PipeCommand, PipeError>)] = []
    private var lineCount = 0
    private var ownEntriesUnderWay = 0
    private var successorOf: RoomSessionID?
    var wait: PipeWait?
    private(set) var isOver = false
    private var output: [UInt8] = []

    init(room: String, queue: EventQueue, clock: Clock) {
        self.room = room
        self.queue = queue
        self.clock = clock
    }

    /// Runs until the input ends or a command leaves.
    func run(_ configuration: RoomConfiguration) throws(ProgramError) {
        let queue = self.queue
        do throws(GroupSessionError) {
            connection = try RoomConnection(
                configuration, activity: WhiteboardRoom.activity, handler: { queue.post($0) })
        } catch {
            throw .room(error)
        }
        if let participant = connection?.participant { pen = Pen(author: AuthorID(participant)) }
        while !isOver {
            poll()
            for event in queue.take() { note(event) }
            proceed()
            flush()
        }
        connection?.leave(patience: .seconds(2))
        for event in queue.take() { note(event) }
        flush()
    }

    // MARK: - Input

    private func poll() {
        let wantsInput = !input.isAtEnd && held.count < 1024
        var descriptors = [
            pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wantsInput ? 0 : -1, events: Int16(POLLIN), revents: 0),
        ]
        let timeout = wait.map { max(min($0.deadline - clock.milliseconds, $0.pollInterval), 0) }
        _ = Glibc.poll(&descriptors, 2, timeout.map { Int32($0) } ?? -1)
        guard descriptors[1].revents != 0 else { return }
        input.read(from: 0)
        while let line = input.nextLine() { take(line) }
    }

    private func take(_ line: LineBuffer.Line) {
        lineCount += 1
        switch line {
        case .text(let bytes):
            guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
            held.append(
                (lineCount, Result { () throws(PipeError) in try PipeCommand(line: bytes) }))
        case .tooLong:
            held.append((lineCount, .failure(.lineTooLong)))
        }
    }

    /// Does what commands are not held back.
    private func proceed() {
        while !isOver {
            if let wait, !finish(wait) { return }
            guard isReady else { return }
            guard !held.isEmpty else {
                if input.isAtEnd { isOver = true }
                return
            }
            let (line, command) = held.removeFirst()
            do throws(PipeError) {
                try perform(try command.get())
            } catch {
                emitError(error.message, line: line)
            }
        }
    }

    /// The room is entered, what it holds is here, and what was said before is in the log.
    private var isReady: Bool {
        if case .catchingUp = link { return false }
        return isJoined && ownEntriesUnderWay == 0 && successorOf == nil
    }

    /// Whether a wait is over: its condition holds, or its time has run out.
    private func finish(_ wait: PipeWait) -> Bool {
        if wait.isMet(by: self) {
            emit(PipeEvent("waited", [("for", .text(wait.condition.rawValue))]))
        } else if clock.milliseconds >= wait.deadline {
            emitError("waited \(wait.seconds) s for \(wait.condition.rawValue) in vain")
        } else {
            self.wait?.look(at: self)
            return false
        }
        self.wait = nil
        return true
    }

    func requestStatus() {
        try? connection?.requestStatus()
    }

    // MARK: - What commands do

    func append(_ bodies: [[UInt8]]) throws(PipeError) {
        guard let session, let connection else { return }
        for body in bodies {
            do throws(GroupSessionError) {
                try connection.append(
                    body, channel: WhiteboardRoom.channel,
                    isEssential: CanvasEntry.takesAway(body), to: session.id)
                ownEntriesUnderWay += 1
            } catch {
                throw PipeError(ProgramError.room(error).description)
            }
        }
    }

    func openNewCanvas() {
        guard let session else { return }
        do throws(GroupSessionError) {
            try connection?.openSuccessor(of: session.id, activity: WhiteboardRoom.activity)
            successorOf = session.id
        } catch {
            emitError(ProgramError.room(error).description)
        }
    }

    func moveCursor(to dot: Dot) {
        let message = CursorMessage(position: dot, activity: .pointing)
        try? connection?.setEphemeral(
            message.encoded, channel: WhiteboardRoom.channel, key: CursorMessage.key,
            timeToLive: .milliseconds(CursorMessage.timeToLive))
    }

    func endSession() {
        try? connection?.end()
    }

    func leave() {
        isOver = true
    }

    // MARK: - Output

    func emit(_ event: PipeEvent) {
        output += Array(event.line(at: clock.microseconds).utf8)
    }

    /// `line`: the line of input that asked for what failed, from 1.
    func emitError(_ message: String, line: Int? = nil) {
        emit(
            PipeEvent(
                "error",
                [("message", .text(message)), ("line", line.map { .number($0) } ?? .missing)]))
    }

    private func flush() {
        if !Output.write(output) { isOver = true }
        output.removeAll(keepingCapacity: true)
    }

    // MARK: - Events

    private func note(_ event: RoomEvent) {
        switch event {
        case .entered(let entered, let cause): enter(entered, cause)
        case .settled: join()
        case .entry(let id, let entry): take(entry, of: id)
        case .author(let id, let author, let profile):
            guard id == session?.id else { return }
            _ = canvas.introduce(AuthorID(author), as: PersonID(profile.person))
        case .participantJoined(let id, let profile):
            participants[id] = profile.name
            emit(PipeEvent("participant-joined", naming(id)))
        case .participantChanged(let id, let profile):
            participants[id] = profile.name
        case .participantLeft(let id, let reason):
            let fields = naming(id) + [("reason", .text(reason == .left ? "left" : "lost"))]
            participants[id] = nil
            emit(PipeEvent("participant-left", fields))
        case .ephemeral(let from, _, let key, _, let body): show(key, body, from: from)
        case .link(let link):
            self.link = link
            if isJoined { emitLink() }
        case .caughtUp(let entries, let bytes, let elapsed):
            emit(
                PipeEvent(
                    "caught-up",
                    [
                        ("entries", .number(entries)), ("bytes", .number(bytes)),
                        ("milliseconds", .decimal(elapsed.milliseconds)),
                    ]))
        case .ended(let id, _):
            guard id == session?.id else { return }
            emitError("the session was ended")
            isOver = true
        case .appendRefused(let id, _, _, let error):
            // Those for a session that has passed are not waited for any more.
            if id == session?.id { ownEntriesUnderWay = max(ownEntriesUnderWay - 1, 0) }
            emitError(ProgramError.room(error).description)
        case .status(let status): self.status = status
        case .notice(.sessionNearlyFull): emitError("the canvas is four fifths full")
        case .message, .messagesLost, .activityChanged, .attachmentsChanged, .attachmentLoaded,
            .sendRefused, .notice:
            break
        }
    }

    private func naming(_ id: RoomParticipantID) -> [(key: String, value: PipeEvent.Value)] {
        [
            ("participant", .text(PipeNames.hex(id.rawValue))),
            ("name", .text(participants[id] ?? "")),
        ]
    }

    private func enter(_ entered: RoomSession, _ cause: RoomSession.Cause) {
        session = entered
        canvas = Canvas()
        switch cause {
        case .adopted, .yielded: pen.enterSession(bringsAlong: true)
        case .founded, .rotated: pen.enterSession(bringsAlong: false)
        }
        ownEntriesUnderWay = 0
        successorOf = nil
        guard isJoined else { return }
        var by = PipeEvent.Value.missing
        if case .rotated(let opener?) = cause { by = .text(PipeNames.hex(opener.rawValue)) }
        emit(
            PipeEvent(
                "canvas",
                [
                    ("session", .text(PipeNames.hex(entered.id.rawValue))),
                    ("generation", .number(entered.generation)), ("title", .missing), ("by", by),
                ]))
    }

    private func join() {
        guard let session, let connection else { return }
        isJoined = true
        emit(
            PipeEvent(
                "joined",
                [
                    ("room", .text(room)),
                    ("session", .text(PipeNames.hex(session.id.rawValue))),
                    ("generation", .number(session.generation)),
                    ("you", .text(PipeNames.hex(connection.participant.rawValue))),
                ]))
        emitLink()
    }

    private func emitLink() {
        let state =
            switch link {
            case .offline: "offline"
            case .alone: "alone"
            case .connected: "connected"
            case .catchingUp: "catching-up"
            }
        emit(
            PipeEvent(
                "link",
                [("state", .text(state)), ("participants", .number(participants.count + 1))]))
    }

    private func take(_ entry: RoomEntry, of id: RoomSessionID) {
        guard id == session?.id, entry.channel == WhiteboardRoom.channel else { return }
        _ = canvas.apply(entry.body, as: entry.id)
        if entry.author == connection?.participant {
            ownEntriesUnderWay = max(ownEntriesUnderWay - 1, 0)
        }
        let operation = (try? CanvasEntry(decoding: entry.body))?.operation
        let object = operation?.object(of: AuthorID(entry.author))
        emit(
            PipeEvent(
                "entry",
                [
                    ("participant", .text(PipeNames.hex(entry.author.rawValue))),
                    ("index", .number(entry.index)),
                    ("operation", .text(operation?.name ?? "opaque")),
                    ("object", object.map { .text(PipeNames.name($0)) } ?? .missing),
                ]))
    }

    private func show(_ key: UInt32, _ body: [UInt8], from sender: RoomParticipantID) {
        let name = ("participant", PipeEvent.Value.text(PipeNames.hex(sender.rawValue)))
        if key == CursorMessage.key, let cursor = CursorMessage(decoding: body) {
            emit(PipeEvent("cursor", [name, ("position", cursor.position.value)]))
        } else if key == StrokePreview.key, let preview = StrokePreview(decoding: body) {
            let points = preview.points.map(\.value)
            emit(PipeEvent("preview", [name, ("points", .list(points))]))
        } else if key == ShapePreview.key, let preview = ShapePreview(decoding: body) {
            let points = preview.shape.outline.map(\.value)
            emit(PipeEvent("preview", [name, ("points", .list(points))]))
        }
    }
}

extension Dot {
    var value: PipeEvent.Value { .list([.number(Int(x)), .number(Int(y))]) }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
