/// What goes wrong in a run and when, drawn from the seed before the run begins.
struct FaultPlan {
    /// One thing that goes wrong; whom it strikes is drawn when it happens.
    enum Fault {
        case lateJoin
        /// So many join within a tenth of a second.
        case crowd(count: Int)
        /// Killed between two instructions, perhaps within a stroke.
        case crash
        /// A new participant on the machine of one that is gone.
        case restart
        case leave
        /// A closed lid, or a process that is not run; its socket holds only so much meanwhile.
        case pause(lasting: Int64, inboxMax: Int)
        case cut(VirtualNetwork.Cut, lasting: Int64)
        /// Two sides of which only one participant hears both.
        case bridge(sides: UInt64, lasting: Int64)
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

    /// What happens to somebody who is asked for entries in bulk.
    enum DonorFate {
        case dies
        case stalls(lasting: Int64)
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
    var donorFates: [DonorFate] = []
    /// Whose program is of a later version: it says more than others understand.
    var laterVersion: Int?
    /// How many entries a session may hold, where it is less than usual.
    var sessionEntriesMax: Int?
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
        if !isGentle, generator.chance(1_000) {
            laterVersion = generator.below(self.participants)
        }
        if !isGentle, generator.chance(400) {
            sessionEntriesMax = Int(generator.within(40...200))
        }
        let fateCount = isGentle ? 0 : generator.below(4)
        donorFates = (0..<fateCount).map { _ in
            generator.chance(5_000)
                ? .dies : .stalls(lasting: generator.within(100_000...3_000_000))
        }
        let joiners =
            isGentle || participants != nil || !generator.chance(400)
            ? 0 : 1 + generator.below(32)
        participantsMax += joiners
        connectedMax += joiners
        for _ in 0..<self.participants {
            starts.append(
                isGentle || generator.chance(7_000)
                    ? generator.within(0...300_000) : generator.within(0...(healTime / 2)))
        }
        let count = Int(generator.within(16...36))
        let kinds = Kind.allCases.filter { kind in
            switch kind {
            case .lateJoin, .crash, .restart, .leave, .pause, .cut, .bridge, .isolation, .storm,
                .rotation, .noise:
                if isGentle { return false }
            case .paste, .clears, .undos: break
            }
            return switch kind {
            case .storm: true
            case .rotation: generator.chance(3_500)
            default: generator.chance(7_000)
            }
        }
        if joiners > 0 {
            schedule.append((generator.within(200_000...healTime), .crowd(count: joiners)))
        }
        for _ in 0..<count {
            guard let kind = generator.pick(kinds) else { continue }
            let time = generator.within(200_000...healTime)
            schedule.append((time, Self.fault(kind, isLong: isLong, using: &generator)))
        }
    }

    /// A run has some kinds of faults and not others, so that rare combinations come up.
    private enum Kind: CaseIterable {
        case lateJoin, crash, restart, leave, pause, cut, bridge, isolation, storm, rotation, paste
        case clears, undos, noise
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
            var cut = VirtualNetwork.Cut(sides: generator.next())
            cut.isOneWay = generator.chance(3_000)
            switch generator.below(6) {
            case 0: cut.stopsMulticast = false
            case 1: cut.stopsUnicast = false
            default: break
            }
            return .cut(cut, lasting: lasting)
        case .bridge: return .bridge(sides: generator.next(), lasting: lasting)
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
