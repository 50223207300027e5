import MulticastSocket
import SessionCore

/// What the session thread does: waits, feeds the node, and does what the node asks for.
struct SessionLoop {
    /// Good-byes that are not said by then stay unsaid.
    private static let farewellMax = Interval.milliseconds(500)

    var node: Node
    private let link: any DatagramLink
    private let mailbox: Mailbox
    private let handler: (RoomEvent) -> Void
    var messages = MessageQueue()
    private var clock = MonotonicClock()
    private var poller = Poller()
    private(set) var now = MonotonicClock.now()
    /// The session the node is in, from its events.
    private(set) var session: RoomSession?
    private var isSettled = false
    /// When to leave at the latest, once that is wanted.
    private var leaveAt: Instant?
    private var linkState = LinkState.alone
    private var isOffline: Bool

    init(
        node: Node, link: any DatagramLink, mailbox: Mailbox, handler: @escaping (RoomEvent) -> Void
    ) {
        self.node = node
        self.link = link
        self.mailbox = mailbox
        self.handler = handler
        isOffline = link.isOffline
    }

    /// Runs until the mailbox is closed; the good-bye is sent before it returns.
    mutating func run() {
        node.start(at: now)
        carryOut()
        while true {
            turn()
            if let leaveAt, now >= leaveAt || (node.isSettled && messages.first == nil) || isOffline
            {
                break
            }
        }
        node.leave(at: now)
        carryOut()
        let end = now + SessionLoop.farewellMax
        while !node.hasLeft, now < end { turn() }
    }

    /// One round: waits for something to happen, and deals with it.
    private mutating func turn() {
        let due = [node.deadline, link.deadline, messages.deadline, leaveAt].compactMap(\.self)
            .min()
        let wait = due.map { max(0, ($0 - MonotonicClock.now()).microseconds) }
        poller.wait(for: link.descriptors + [mailbox.pipe.descriptor], microseconds: wait)
        now = MonotonicClock.now()
        let slept = clock.hasSlept(at: now, expected: due)
        // What somebody at this machine asks for waits for nobody else.
        if slept { link.wake(at: now) } else { serve() }
        link.maintain(at: now)
        tellReports()
        receive(everything: slept)
        if slept {
            node.wake(at: now)
            carryOut()
            serve()
        }
        if let deadline = messages.deadline, deadline <= now {
            sendMessages()
            carryOut()
        }
        if let deadline = node.deadline, deadline <= now {
            node.advance(to: now)
            carryOut()
        }
    }

    /// Does what was asked for.
    private mutating func serve() {
        let (requests, patience) = mailbox.take()
        for request in requests {
            request(&self)
            carryOut()
        }
        if let patience, leaveAt == nil { leaveAt = now + Interval(patience) }
    }

    /// The rounds of receiving after which even a flood must let time pass.
    private static let receiveRoundsMax = 64

    private mutating func receive(everything: Bool) {
        for _ in 0..<(everything ? SessionLoop.receiveRoundsMax : 1) {
            var arrived: [(bytes: [UInt8], source: PeerAddress)] = []
            let mayHaveMore = link.receive(at: now) { arrived.append(($0, $1)) }
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

    /// Tells the application, on this thread.
    func tell(_ event: RoomEvent) {
        handler(event)
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
