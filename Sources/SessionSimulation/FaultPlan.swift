/// What goes wrong in a run and when, drawn from the seed before the run begins.
struct FaultPlan {
    /// One thing that goes wrong; whom it strikes is drawn when it happens.
    enum Fault {
        case lateJoin
        /// Killed between two instructions, perhaps within a stroke.
        case crash
        /// A new participant on the machine of one that is gone.
        case restart
        case leave
        /// A closed lid, or a process that is not run; its socket holds only so much meanwhile.
        case pause(lasting: Int64, inboxMax: Int)
        case cut(sides: UInt64, isOneWay: Bool, lasting: Int64)
        /// One participant cut off from all the others.
        case isolation(isOneWay: Bool, lasting: Int64)
        case storm(lasting: Int64)
        /// So many open a new canvas at once, the same or not.
        case rotation(racers: Int, isSame: Bool)
        /// One writes so many entries at once.
        case paste(count: Int)
        /// So many clear the canvas at once.
        case clears(racers: Int)
        /// So many take back at once, perhaps each other's last action, what has no effect.
        case undos(racers: Int)
        /// A datagram of nobody's.
        case noise
    }

    /// How many participants there are at the start.
    var participants: Int
    /// When each of them starts.
    var starts: [Int64] = []
    /// When all faults are over.
    var healTime: Int64
    /// When the last person stops working.
    var workEnd: Int64
    var schedule: [(time: Int64, fault: Fault)] = []
    /// At most so many participants ever are.
    var participantsMax: Int
    /// At most so many are connected at once.
    var connectedMax: Int
    var clocksAreSkewed: Bool
    /// Timers fire on multiples of this many microseconds.
    var timerGrain: Int64
    /// Senders hear their own multicasts, as on a real socket.
    var loopsBack: Bool
    /// Whose path loses more than half of everything, while all others are well.
    var cryingBaby: CryingBaby?
    /// A member of the room who wishes it ill.
    var hasHostile: Bool
    /// Little goes wrong but some loss, so that what repairs cost can be measured.
    var isGentle: Bool
    /// Somebody ends the session for all when the faults are over.
    var ends: Bool

    /// Whole seconds between two heartbeats of one: a room has 50 a second in all.
    var heartbeat: Int64 { Int64((connectedMax + 49) / 50) }

    struct CryingBaby {
        var number: Int
        var isDeaf: Bool
        var isMute: Bool
    }

    init(participants: Int?, using generator: inout Generator) {
        isGentle = generator.chance(800)
        let drawn =
            isGentle && generator.chance(3_000) ? 9 + generator.below(24) : 2 + generator.below(7)
        self.participants = participants ?? drawn
        participantsMax = self.participants + 6
        connectedMax = max(self.participants, 8)
        let isLong = !isGentle && generator.chance(300)
        healTime =
            isLong
            ? generator.within(30_000_000...70_000_000) : generator.within(3_000_000...10_000_000)
        workEnd = healTime + generator.within(0...1_000_000)
        clocksAreSkewed = generator.chance(7_000)
        timerGrain = !isGentle && generator.chance(3_000) ? 16_000 : 1
        loopsBack = generator.chance(2_500)
        if !isGentle, generator.chance(1_000) {
            let way = generator.below(3)
            cryingBaby = CryingBaby(
                number: generator.below(self.participants), isDeaf: way != 0, isMute: way != 1)
        }
        hasHostile = !isGentle && generator.chance(2_000)
        ends = !isGentle && generator.chance(400)
        for _ in 0..<self.participants {
            starts.append(
                isGentle || generator.chance(7_000)
                    ? generator.within(0...300_000) : generator.within(0...(healTime / 2)))
        }
        let count = Int(generator.within(16...36))
        let kinds = Kind.allCases.filter { kind in
            switch kind {
            case .lateJoin, .crash, .restart, .leave, .pause, .cut, .isolation, .storm, .rotation,
                .noise:
                if isGentle { return false }
            case .paste, .clears, .undos: break
            }
            return switch kind {
            case .storm: true
            case .rotation: generator.chance(3_500)
            default: generator.chance(7_000)
            }
        }
        for _ in 0..<count {
            guard let kind = generator.pick(kinds) else { continue }
            let time = generator.within(200_000...healTime)
            schedule.append((time, Self.fault(kind, isLong: isLong, using: &generator)))
        }
    }

    /// A run has some kinds of faults and not others, so that rare combinations come up.
    private enum Kind: CaseIterable {
        case lateJoin, crash, restart, leave, pause, cut, isolation, storm, rotation, paste, clears
        case undos, noise
    }

    private static func fault(
        _ kind: Kind, isLong: Bool, using generator: inout Generator
    ) -> Fault {
        let lasting = generator.within(100_000...(generator.chance(5_000) ? 1_000_000 : 6_000_000))
        switch kind {
        case .lateJoin: return .lateJoin
        case .crash: return .crash
        case .restart: return .restart
        case .leave: return .leave
        case .pause:
            let lasting = isLong ? generator.within(100_000...60_000_000) : lasting
            return .pause(lasting: lasting, inboxMax: generator.pick([4, 64, 1_000]) ?? 64)
        case .cut:
            return .cut(
                sides: generator.next(), isOneWay: generator.chance(3_000), lasting: lasting)
        case .isolation:
            return .isolation(isOneWay: generator.chance(3_000), lasting: lasting)
        case .storm: return .storm(lasting: lasting)
        case .rotation:
            return .rotation(racers: 1 + generator.below(3), isSame: generator.chance(8_000))
        case .paste:
            return .paste(count: Int(generator.within(10...(generator.chance(1_500) ? 200 : 40))))
        case .clears: return .clears(racers: 2 + generator.below(3))
        case .undos: return .undos(racers: 2 + generator.below(3))
        case .noise: return .noise
        }
    }
}
