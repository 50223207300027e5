import CursesTerminal
import Glibc
import InkCanvas
import Rooms
import TerminalUI
import Whiteboard

/// The full-screen program: joins the whiteboard to a terminal, a room and the clock.
///
/// One thread polls the keyboard, the signals and the queue of the session thread; it alone
/// touches the terminal and the whiteboard.
final class ScreenProgram {
    private let clock: Clock
    private let queue: EventQueue
    private let terminal: Terminal
    private let signals: SignalPipe
    private var decoder = InputDecoder()
    private var connection: RoomConnection?
    private var whiteboard: Whiteboard
    private var room: RoomConfiguration
    /// Of the network that is used once the canvas is shared.
    private let lan: RoomConfiguration.Network
    private let file: SettingsFile
    private let copyFile: CopyFile
    /// What was chosen, as it is kept.
    private var preferences: Preferences
    private var isOver = false
    /// The picture may have changed since the last frame.
    private var isDirty = true
    /// The person did something since the last frame.
    private var isUrgent = false
    private var lastFrame: Int64 = .min / 2
    /// The last frame that differed from the one before.
    private var lastChange: Int64 = .min / 2
    private let frameMilliseconds: Int64
    /// The session before the current one, where ours was the one to move.
    private var sessionLeft: RoomSessionID?
    private var session: RoomSessionID?
    /// Until a session is entered, at most until then, what is typed waits: there is no canvas yet.
    private var typingStart: Int64 = 0
    private static let entryMax: Int64 = 1000

    init(
        _ settings: Settings, terminal: Terminal, signals: consuming SignalPipe,
        queue: EventQueue, clock: Clock, room: RoomConfiguration,
        lan: RoomConfiguration.Network, file: SettingsFile, copyFile: CopyFile, isRemote: Bool
    ) {
        self.clock = clock
        self.queue = queue
        self.terminal = terminal
        self.signals = signals
        self.room = room
        self.lan = lan
        self.file = file
        self.copyFile = copyFile
        preferences = Preferences(settings)
        frameMilliseconds = isRemote ? 33 : 16
        whiteboard = Whiteboard(
            settings, columns: terminal.columns, rows: terminal.rows, at: clock.milliseconds)
    }

    /// Runs until the person quits or the terminal is gone.
    func run(_ connection: RoomConnection) {
        self.connection = connection
        typingStart = clock.milliseconds + Self.entryMax
        show()
        while !isOver {
            wait()
            for event in queue.take() { take(event) }
            if terminal.isAway, terminal.resume() { update(.resumed) }
            if whiteboard.deadline.map({ $0 <= clock.milliseconds }) ?? false { update(.tick) }
            if isDirty, clock.milliseconds >= frameDue { show() }
            if terminal.isHungUp {
                update(.leaving)
                isOver = true
            }
        }
        terminal.close()
        self.connection?.leave(patience: .seconds(1))
    }

    // MARK: - Waiting

    private func wait() {
        let reads = terminal.wantsRead && !isEntering
        let events =
            Int16(reads ? POLLIN : 0) | Int16(terminal.wantsWrite ? POLLOUT : 0)
        var descriptors = [
            pollfd(fd: events == 0 ? -1 : terminal.descriptor, events: events, revents: 0),
            pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&descriptors, 3, timeout)
        if descriptors[0].revents & Int16(POLLOUT) != 0 { terminal.flush() }
        if descriptors[0].revents & ~Int16(POLLOUT) != 0 {
            take(decoder.decode(terminal.read(), at: clock.milliseconds))
        }
        take(decoder.timeOut(at: clock.milliseconds))
        if descriptors[2].revents != 0 {
            for signal in signals.read() { take(signal) }
        }
    }

    private var isEntering: Bool { session == nil && clock.milliseconds < typingStart }

    /// Milliseconds until something is due; -1 where nothing is.
    private var timeout: Int32 {
        var due: [Int64] = []
        if let deadline = whiteboard.deadline { due.append(deadline - clock.milliseconds) }
        if isDirty { due.append(frameDue - clock.milliseconds) }
        if isEntering { due.append(typingStart - clock.milliseconds) }
        if let deadline = decoder.deadline { due.append(deadline - clock.milliseconds) }
        // While the terminal is away nothing is shown, so nothing that is to be shown is due.
        if terminal.isAway { return Terminal.awayPollMilliseconds }
        return due.min().map { Int32(clamping: max($0, 0)) } ?? -1
    }

    /// What the person does waits only for the frame that the terminal is busy with; what others
    /// do, much of which is to be seen nowhere, also for frames in which nothing changed.
    private var frameDue: Int64 { (isUrgent ? lastChange : lastFrame) + frameMilliseconds }

    private func show() {
        guard !terminal.isAway else { return }
        isDirty = false
        isUrgent = false
        lastFrame = clock.milliseconds
        let byteCount = terminal.byteCount
        terminal.present(whiteboard.view())
        if terminal.byteCount != byteCount { lastChange = lastFrame }
    }

    // MARK: - What happens

    private func take(_ events: [TerminalEvent]) {
        isUrgent = isUrgent || !events.isEmpty
        for event in events { update(.terminal(event)) }
    }

    private func take(_ signal: SignalPipe.Signal) {
        switch signal {
        case .resized:
            // Even where it is of the old size again, the terminal has cut its picture meanwhile.
            if !terminal.resize() { terminal.redraw() }
            update(.terminal(.resize(columns: terminal.columns, rows: terminal.rows)))
            show()
        case .terminated, .interrupted, .hungUp:
            update(.leaving)
            isOver = true
        case .stopRequested: suspend(wholeGroup: false)
        case .continued:
            if terminal.resume() { update(.resumed) }
        }
    }

    private func take(_ event: RoomEvent) {
        if case .entered(let entered, let cause) = event {
            sessionLeft = cause == .adopted ? session : nil
            session = entered.id
        }
        if case .appendRefused(let refused, let channel, let body, _) = event {
            // Ink of the first moments belongs into the session that was found meanwhile.
            if refused == sessionLeft, let session {
                try? connection?.append(
                    body, channel: channel, isEssential: CanvasEntry.takesAway(body), to: session)
            }
        }
        if let action = Action(event) { update(action) }
    }

    private func update(_ action: Action) {
        isDirty = true
        for effect in whiteboard.update(action, at: clock.milliseconds) { perform(effect) }
    }

    // MARK: - What is to be done

    private func perform(_ effect: Effect) {
        switch effect {
        case .append(let body, let session):
            do throws(GroupSessionError) {
                try connection?.append(
                    body, channel: WhiteboardRoom.channel,
                    isEssential: CanvasEntry.takesAway(body),
                    to: RoomSessionID(rawValue: session.rawValue))
            } catch {
                update(.notice(ProgramError.room(error).description))
            }
        case .ephemeral(let key, let body, let timeToLive):
            try? connection?.setEphemeral(
                body, channel: WhiteboardRoom.channel, key: key,
                timeToLive: .milliseconds(timeToLive))
        case .newCanvas(let session):
            try? connection?.openSuccessor(
                of: RoomSessionID(rawValue: session.rawValue), activity: WhiteboardRoom.activity)
        case .keep(let preferences): keep(preferences)
        case .introduce(let person):
            room.profile.name = person.name
            room.profile.color = person.color
            try? connection?.setProfile(room.profile)
        case .copy(let text): copy(text)
        case .share(let name): share(name)
        case .redraw:
            terminal.redraw()
        case .suspend:
            suspend(wholeGroup: true)
        case .quit:
            isOver = true
        }
    }

    private func keep(_ chosen: Preferences) {
        if !file.save(chosen, since: preferences), chosen != preferences {
            update(.notice("what you chose could not be kept in \(file.path ?? "a file")"))
        }
        preferences = chosen
    }

    private func copy(_ text: String) {
        let isGiven = terminal.copy(text)
        let path = copyFile.path.flatMap { KeptFile.write(text, to: $0) ? $0 : nil }
        let shown = path.map(Self.withinHome)
        let lines = text.count { $0 == "\n" }
        let what = "copied \(lines == 1 ? "1 line" : "\(lines) lines")"
        let news =
            switch (isGiven, shown) {
            case (true, let path?): "\(what); also in \(path)"
            case (true, nil): what
            case (false, let path?): "\(what) to \(path); too long for the clipboard"
            case (false, nil): "too long for the clipboard"
            }
        update(.notice(news))
    }

    /// A path as people write it.
    private static func withinHome(_ path: String) -> String {
        guard let home = getenv("HOME").map({ String(cString: $0) }), !home.isEmpty,
            path.hasPrefix(home + "/")
        else { return path }
        return "~" + path.dropFirst(home.count)
    }

    /// Leaves the room that nobody else can enter for one of the network.
    private func share(_ name: String) {
        guard (1...RoomConfiguration.roomBytesMax).contains(name.utf8.count) else {
            let limit = RoomConfiguration.roomBytesMax
            update(.notice("a room's name has 1 to \(limit) bytes"))
            return
        }
        let solo = room
        room.room = name
        room.network = lan
        if let reason = move() {
            room = solo
            _ = move()
            update(.notice(reason))
        }
    }

    /// Goes to the room that is configured now; what was wrong if that did not do.
    private func move() -> String? {
        connection?.leave()
        connection = nil
        _ = queue.take()
        (session, sessionLeft) = (nil, nil)
        do throws(GroupSessionError) {
            let connection = try WhiteboardRoom.enter(room, queue)
            self.connection = connection
            typingStart = clock.milliseconds + Self.entryMax
            let isSolo = if case .solo = room.network { true } else { false }
            update(
                .moved(
                    AuthorID(connection.participant), room: room.room, isSolo ? .solo : .lan))
            return nil
        } catch {
            return ProgramError.room(error).description
        }
    }

    private func suspend(wholeGroup: Bool) {
        terminal.suspend(wholeGroup: wholeGroup)
        if !terminal.isAway { update(.resumed) }
    }
}
