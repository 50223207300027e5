import SessionCore

/// What is done between two waits: feeds the node, and does what the node asks for.
package struct SessionLoop {
    /// Good-byes that are not said by then stay unsaid.
    private static let farewellMax = Interval.milliseconds(500)

    var node: Node
    private let link: any DatagramLink
    private let handler: @Sendable (RoomEvent) -> Void
    var messages = MessageQueue()
    private var clock = MonotonicClock()
    private(set) var now = MonotonicClock.now()
    /// The session the node is in, from its events.
    package private(set) var session: RoomSession?
    private var isSettled = false
    /// When to leave at the latest, once that is wanted.
    private var leaveAt: Instant?
    /// When to have left at the latest, once good-bye is said.
    private var farewellEnd: Instant?
    private var linkState = LinkState.alone
    private var isOffline: Bool
    /// A request is done on the thread of whoever made it.
    private var isElsewhere = false
    /// What the session thread has yet to do before anything else, from requests done elsewhere.
    private var errands: [@Sendable () -> Void] = []

    init(
        node: Node, link: any DatagramLink, handler: @escaping @Sendable (RoomEvent) -> Void
    ) {
        self.node = node
        self.link = link
        self.handler = handler
        isOffline = link.isOffline
    }

    mutating func start() {
        node.start(at: now)
        carryOut()
    }

    /// When `turn` wants to be called, whatever happens.
    var deadline: Instant? {
        [node.deadline, link.deadline, messages.deadline, leaveAt, farewellEnd]
            .compactMap(\.self).min()
    }

    /// One round on the session thread: deals with what happened; false if it was the last.
    ///
    /// - Parameters:
    ///   - ready: the descriptors that can be read.
    ///   - mail: what was asked for.
    ///   - expected: when the thread meant to wake at the latest.
    mutating func turn(ready: [Int32], mail: Mailbox.Mail?, expected: Instant?) -> Bool {
        now = MonotonicClock.now()
        let slept = clock.notesSleep(at: now, expected: expected)
        runErrands()
        // What somebody at this machine asks for waits for nobody else.
        if slept { link.wake(at: now) } else { serve(mail) }
        link.maintain(at: now, ready: slept ? nil : ready)
        tellReports()
        receive(ready: slept ? nil : ready)
        if slept {
            node.wake(at: now)
            carryOut()
            serve(mail)
        }
        if let deadline = messages.deadline, deadline <= now {
            sendMessages()
            carryOut()
        }
        if let deadline = node.deadline, deadline <= now {
            node.advance(to: now)
            carryOut()
        }
        return goesOn()
    }

    /// Says good-bye when it is time; false when that is done.
    private mutating func goesOn() -> Bool {
        if let leaveAt, now >= leaveAt || (node.isSettled && messages.first == nil) || isOffline {
            self.leaveAt = nil
            farewellEnd = now + SessionLoop.farewellMax
            node.leave(at: now)
            carryOut()
        }
        return farewellEnd.map { !node.hasLeft && now < $0 } ?? true
    }

    /// Does what another thread asks for, on that thread; false if it must wait for its turn.
    mutating func attend(to request: Mailbox.Request, expected: Instant?) -> Bool {
        let now = MonotonicClock.now()
        guard session != nil, errands.count < Mailbox.requestsMax,
            !clock.hasSlept(at: now, expected: expected)
        else { return false }
        self.now = now
        isElsewhere = true
        defer { isElsewhere = false }
        request(&self)
        carryOut()
        return true
    }

    var hasErrands: Bool { !errands.isEmpty }

    private mutating func runErrands() {
        // None is added meanwhile: only requests done elsewhere do that.
        for errand in errands { errand() }
        errands.removeAll()
    }

    /// Does what was asked for.
    private mutating func serve(_ mail: Mailbox.Mail?) {
        guard let mail else { return }
        for request in mail.requests {
            request(&self)
            carryOut()
        }
        if let patience = mail.patience, leaveAt == nil, farewellEnd == nil {
            leaveAt = now + Interval(patience)
        }
    }

    /// The rounds of receiving after which even a flood must let time pass.
    private static let receiveRoundsMax = 64

    private mutating func receive(ready: [Int32]?) {
        for _ in 0..<(ready == nil ? SessionLoop.receiveRoundsMax : 1) {
            var arrived: [(bytes: [UInt8], source: PeerAddress)] = []
            let mayHaveMore = link.receive(at: now, ready: ready) { arrived.append(($0, $1)) }
            for datagram in arrived {
                node.receive(datagram.bytes, from: datagram.source, at: now)
                carryOut()
            }
            if !mayHaveMore { return }
        }
    }

    /// Does all that the node asks for.
    mutating func carryOut() {
        while let output = node.nextOutput() {
            switch output {
            case .transmit(let datagram, let destination):
                link.send(datagram, to: destination, at: now)
            case .event(let event): tell(event)
            }
        }
        tellSettled()
    }

    /// Tells once that the start is over, as soon as it is.
    private mutating func tellSettled() {
        guard !isSettled, session != nil, isOffline || !node.isListening else { return }
        isSettled = true
        tell(.settled)
    }

    /// Tells the application, on the session thread.
    mutating func tell(_ event: RoomEvent) {
        if isElsewhere { errands.append { [handler] in handler(event) } } else { handler(event) }
    }

    /// Does something on the session thread, in the order of what is told: now if this is it.
    package mutating func onThread(_ errand: @escaping @Sendable () -> Void) {
        if isElsewhere { errands.append(errand) } else { errand() }
    }

    private mutating func tell(_ event: Event) {
        if case .link(let state) = event { linkState = state }
        if case .entered(let description, _) = event {
            session = RoomSession(description)
        } else {
            tellSettled()
        }
        tell(RoomEvent(event, isOffline: isOffline))
    }

    private mutating func tellReports() {
        while let notice = link.nextNotice() { tell(.notice(notice)) }
        guard link.isOffline != isOffline else { return }
        isOffline = link.isOffline
        tell(.link(RoomLink(linkState, isOffline: isOffline)))
    }
}
