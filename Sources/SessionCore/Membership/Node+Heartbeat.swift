extension Node {
    /// Participants in this node's session as it counts them, itself included.
    var groupSize: Int {
        roster.census.present + 1
    }

    /// Who was heard in a session since then is in it.
    var presenceStart: Instant { roster.earliest(at: now) }

    /// The longest wait for a heartbeat: that of the group's rate while somebody new is met.
    ///
    /// Who does not answer for long is not waited for.
    private var meetingInterval: Interval {
        // In a big room not all fit into a few heartbeats.
        let turns = roster.peers.count / (WireLimit.echoesMax / 2) + 4
        let meetingTime = max(configuration.meetingTime, roster.meetingTurn * Int64(turns))
        let isMeeting = roster.peers.indices.contains { index in
            roster.peers.values[index].introduction != .done
                && now < roster.peers.values[index].firstHeard + meetingTime
        }
        return isMeeting
            ? max(configuration.meetingInterval, roster.meetingTurn) : roster.heartbeatInterval
    }

    /// Sends the heartbeat when it is due.
    mutating func beat() {
        guard now >= heartbeat.due else { return }
        outbox.wantsState = true
        forgetOwnMessages()
    }

    /// Something was said: soon a heartbeat tells those who missed it.
    mutating func restartHeartbeat() {
        guard !configuration.defects.contains(.noTail) else { return }
        heartbeat.restart(after: configuration.tailInterval, at: now)
    }

    mutating func hurryHeartbeat(within wait: Interval) {
        heartbeat.hurry(to: now + random.nextInterval(upTo: wait))
        if case .settled = phase { beat() }
    }

    /// Writes the heartbeat, and introduces this node to those who do not know it yet.
    mutating func writeState(to packer: inout Packer) {
        outbox.wantsState = false
        heartbeat.sent(at: now, intervalMax: meetingInterval, jitter: random.nextUnit())
        let hello = isKnownToAll ? nil : makeHello()
        var state = makeState()
        let room = packer.room(beside: [.state(state)] + (hello.map { [$0] } ?? []))
        state.echoes = makeEchoes(max: room / Self.meetingBytes)
        _ = packer.add(.state(state), in: current)
        guard let hello, packer.add(hello, in: nil) else { return }
        addWelcomes(to: &packer)
    }

    /// What an echo and a welcome take at most: so both get their share of a crowded datagram.
    private static let meetingBytes = 32

    private mutating func makeState() -> StateFrame {
        let place = currentPlace
        var flags: StateFrame.Flags = []
        if replicas.values[place].isWritten { flags.insert(.written) }
        if replicas.values[place].isReopened { flags.insert(.reopened) }
        let description = replicas.values[place].description
        return StateFrame(
            sendTime: now.wireTime, founding: replicas.values[place].founding,
            generation: description.generation,
            opener: replicas.values[place].opener ?? ParticipantID(rawValue: 0), flags: flags,
            people: UInt32(groupSize),
            digest: replicas.values[place].digest,
            entries: UInt32(replicas.values[place].entryCount),
            multicasts: highsSent, echoes: [], earlier: makeEarlier(),
            activity: description.activity,
            roomName: heartbeat.count % 2 == 0 ? room.name : nil)
    }

    /// Echoes clocks: first those never echoed, then of those who welcomed this node and wait to
    /// hear that it knows, then of those who do not confirm what was echoed, and of a few others;
    /// of each kind first of those who have waited longest.
    private mutating func makeEchoes(max most: Int) -> [StateFrame.Echo] {
        let waiting = roster.peers.indices.compactMap {
            index -> (urgency: Int, since: Instant, index: Int)? in
            guard roster.peers.values[index].sendTime != nil else { return nil }
            guard let echoedAt = roster.peers.values[index].echoedAt else {
                return (0, roster.peers.values[index].firstHeard, index)
            }
            if roster.peers.values[index].isOwedEcho { return (1, echoedAt, index) }
            return (roster.peers.values[index].isConfirmed ? 3 : 2, echoedAt, index)
        }.sorted { $0 < $1 }
        let urgent = waiting.prefix { $0.urgency < 3 }.count
        let count = min(urgent + configuration.echoesInTurn, most, WireLimit.echoesMax)
        return waiting.prefix(count).map { _, _, index in
            roster.peers.values[index].echoedAt = now
            roster.peers.values[index].isOwedEcho = false
            return StateFrame.Echo(
                participant: roster.peers.keys[index],
                sendTime: roster.peers.values[index].sendTime ?? 0,
                hold: UInt32(clamping: (now - roster.peers.values[index].sendTimeAt).microseconds),
                isWelcomed: isAddressee(of: roster.peers.keys[index]))
        }
    }

    private mutating func makeEarlier() -> StateFrame.Earlier? {
        let earlier = replicas.indices.filter { replicas.keys[$0] != current }
        guard !earlier.isEmpty else { return nil }
        earlierShown = (earlierShown + 1) % earlier.count
        let index = earlier[earlierShown]
        return StateFrame.Earlier(
            session: replicas.keys[index], digest: replicas.values[index].digest)
    }

    /// Everybody has echoed a datagram that introduced this node to them.
    private var isKnownToAll: Bool {
        roster.peers.indices.allSatisfy { roster.peers.values[$0].introduction == .done }
    }

    /// Welcomes those of this session who have not echoed a welcome yet, as far as there is room:
    /// first those who got none yet, then those whose last one is the longest ago.
    private mutating func addWelcomes(to packer: inout Packer) {
        let waiting = roster.peers.indices.compactMap { index -> (last: Instant, index: Int)? in
            guard roster.peers.values[index].session == current else { return nil }
            switch roster.peers.values[index].introduction {
            case .done: return nil
            case .due: return (Instant(microseconds: .min), index)
            case .sent(_, let last): return (last, index)
            }
        }.sorted { $0 < $1 }
        for (_, index) in waiting {
            let first = roster.peers.values[index].welcomeIndex ?? nextMessageIndex
            let welcome = Frame.welcome(roster.peers.keys[index], nextMessage: first)
            guard
                configuration.defects.contains(.noWelcome) || packer.add(welcome, in: current)
            else { return }
            roster.peers.values[index].welcomeIndex = first
            switch roster.peers.values[index].introduction {
            case .due: roster.peers.values[index].introduction = .sent(now, last: now)
            case .sent(let start, _):
                roster.peers.values[index].introduction = .sent(start, last: now)
            case .done: break
            }
        }
    }

    func makeHello() -> Frame {
        let isStarting = if case .listening = phase { true } else { false }
        return .hello(
            HelloFrame(
                profile: profile, versions: Datagram.version...Datagram.version,
                sendTime: now.wireTime, isStarting: isStarting))
    }
}

extension Instant {
    /// This clock as datagrams carry it: microseconds modulo 2^32.
    var wireTime: UInt32 { UInt32(truncatingIfNeeded: microseconds) }
}
