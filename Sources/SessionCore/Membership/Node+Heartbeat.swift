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
        let isMeeting = roster.peers.indices.contains { index in
            roster.peers.values[index].introduction != .done
                && now < roster.peers.values[index].firstHeard + configuration.meetingTime
        }
        return isMeeting ? roster.meetingInterval : roster.heartbeatInterval
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
        _ = packer.add(.state(makeState()), in: current)
        introduce(in: &packer)
    }

    private mutating func makeState() -> StateFrame {
        let replica = self.replica
        var flags: StateFrame.Flags = []
        if replica.isWritten { flags.insert(.written) }
        if replica.isReopened { flags.insert(.reopened) }
        return StateFrame(
            sendTime: now.wireTime, founding: replica.founding,
            generation: replica.description.generation,
            opener: replica.opener ?? ParticipantID(rawValue: 0), flags: flags,
            people: UInt32(groupSize),
            digest: replica.digest, entries: UInt32(replica.entryCount),
            multicasts: highsSent,
            echoes: makeEchoes(), earlier: makeEarlier(), activity: replica.description.activity,
            roomName: heartbeat.count % 2 == 0 ? room.name : nil)
    }

    /// Echoes clocks: first of newcomers, then of those who welcomed this node and wait to hear
    /// that it knows; of those who do not confirm what was echoed, and of a few others, in turn.
    private mutating func makeEchoes() -> [StateFrame.Echo] {
        let count = roster.peers.count
        let heard = roster.peers.indices.filter { roster.peers.values[$0].sendTime != nil }
        let fresh = heard.filter { !roster.peers.values[$0].isEchoed }
        let owed = heard.filter {
            roster.peers.values[$0].isEchoed && roster.peers.values[$0].isOwedEcho
        }
        let again = heard.filter {
            let peer = roster.peers.values[$0]
            return peer.isEchoed && !peer.isConfirmed && !peer.isOwedEcho
        }
        let turn = heartbeat.count % max(again.count, 1)
        let waiting = fresh + owed + again[turn...] + again[..<turn]
        let others = (0..<count).map { ($0 + echoesGiven) % count }.filter {
            roster.peers.values[$0].sendTime != nil && !waiting.contains($0)
        }
        let few = others.prefix(configuration.echoesInTurn)
        let chosen = (waiting + few).prefix(WireLimit.echoesMax)
        echoesGiven = (echoesGiven + few.count) % max(count, 1)
        return chosen.map { index in
            roster.peers.values[index].isEchoed = true
            roster.peers.values[index].isOwedEcho = false
            let peer = roster.peers.values[index]
            return StateFrame.Echo(
                participant: roster.peers.keys[index], sendTime: peer.sendTime ?? 0,
                hold: UInt32(clamping: (now - peer.sendTimeAt).microseconds))
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

    /// Adds hello and welcomes while somebody has not yet echoed a datagram that carried them.
    private mutating func introduce(in packer: inout Packer) {
        let unknown = roster.peers.indices.filter {
            roster.peers.values[$0].introduction != .done
        }
        guard !unknown.isEmpty else { return }
        _ = packer.add(makeHello(), in: nil)
        for index in unknown where roster.peers.values[index].session == current {
            if roster.peers.values[index].introduction == .due {
                roster.peers.values[index].introduction = .sent(now)
            }
            let first = roster.peers.values[index].welcomeIndex ?? nextMessageIndex
            roster.peers.values[index].welcomeIndex = first
            guard !configuration.defects.contains(.noWelcome) else { continue }
            _ = packer.add(.welcome(roster.peers.keys[index], nextMessage: first), in: current)
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
