/// The wire between the nodes: decides when, and how damaged, each copy of a datagram arrives.
struct VirtualNetwork {
    /// A copy of a datagram on its way.
    struct Copy {
        var bytes: [UInt8]
        var arrival: Int64
        /// It is as it was sent.
        var isIntact = true
        /// It comes once more than it was sent.
        var isDouble = false
    }

    /// Two sides that do not hear each other, or of which one is not heard.
    struct Cut {
        /// The side of participant p is bit p modulo 64.
        var sides: UInt64
        /// Bits of those who hear both sides, and are heard by both.
        var bridges: UInt64 = 0
        /// Only what side 1 says is lost.
        var isOneWay = false
        var stopsMulticast = true
        var stopsUnicast = true

        func stops(from sender: Int, to receiver: Int, isMulticast: Bool) -> Bool {
            guard isMulticast ? stopsMulticast : stopsUnicast,
                bridges & (1 << UInt64(sender & 63) | 1 << UInt64(receiver & 63)) == 0
            else { return false }
            let from = (sides >> UInt64(sender & 63)) & 1
            let to = (sides >> UInt64(receiver & 63)) & 1
            return from != to && (!isOneWay || from == 1)
        }
    }

    private(set) var faults = FaultCounts()
    private var generator: Generator
    private var uplinks: [Weather] = []
    private var downlinks: [Weather] = []
    private var cuts: [(number: Int, cut: Cut)] = []
    private var cutCount = 0
    let latencyMax: Int64
    private var healed: Int64?
    /// Until then nothing arrives anywhere.
    private var mutedUntil: Int64 = 0

    init(using generator: inout Generator) {
        self.generator = generator.fork()
        latencyMax = generator.pick([100, 500, 2_000, 8_000]) ?? 500
    }

    /// Connects the next participant.
    mutating func connect(uplink: Weather, downlink: Weather) {
        uplinks.append(healed == nil ? uplink : Weather())
        downlinks.append(healed == nil ? downlink : Weather())
    }

    enum Direction { case up, down }

    /// Changes a participant's weather; what it was is returned.
    mutating func set(_ weather: Weather, _ direction: Direction, of peer: Int) -> Weather {
        guard healed == nil else { return Weather() }
        let former =
            switch direction {
            case .up: uplinks[peer]
            case .down: downlinks[peer]
            }
        put(weather, direction, of: peer)
        return former
    }

    /// Changes a participant's weather, healed or not.
    mutating func put(_ weather: Weather, _ direction: Direction, of peer: Int) {
        switch direction {
        case .up: uplinks[peer] = weather
        case .down: downlinks[peer] = weather
        }
    }

    /// Ends whatever is wrong with a participant's path.
    mutating func clear(_ peer: Int) {
        put(Weather(), .up, of: peer)
        put(Weather(), .down, of: peer)
    }

    /// The number by which the cut can be removed.
    mutating func add(_ cut: Cut) -> Int {
        cutCount += 1
        if healed == nil { cuts.append((cutCount, cut)) }
        return cutCount
    }

    mutating func removeCut(_ number: Int) {
        cuts.removeAll { $0.number == number }
    }

    /// Ends every fault, for good; stale copies arrive for some seconds yet.
    mutating func heal(at now: Int64) {
        healed = now
        cuts = []
        for peer in uplinks.indices { clear(peer) }
    }

    /// Loses all that is sent for a moment, healed or not.
    mutating func mute(until time: Int64) {
        mutedUntil = time
    }

    /// Whether a datagram gets onto the wire: what is lost here is lost for all.
    mutating func departs(_ count: Int, from sender: Int, isMulticast: Bool, at now: Int64) -> Bool
    {
        guard now >= mutedUntil else { return false }
        guard !uplinks[sender].stops(count, isMulticast, using: &generator) else {
            faults.lost += 1
            return false
        }
        return true
    }

    /// Gives the copies of a datagram on the wire that will reach the receiver.
    mutating func carry(
        _ bytes: [UInt8], from sender: Int, to receiver: Int, isMulticast: Bool, at now: Int64,
        _ take: (Copy) -> Void
    ) {
        for (_, cut) in cuts
        where cut.stops(from: sender, to: receiver, isMulticast: isMulticast) {
            faults.cut += 1
            return
        }
        guard !downlinks[receiver].stops(bytes.count, isMulticast, using: &generator) else {
            faults.lost += 1
            return
        }
        take(copy(of: bytes, from: sender, to: receiver, at: now))
        repeats(uplinks[sender], bytes, from: sender, to: receiver, at: now, take)
        repeats(downlinks[receiver], bytes, from: sender, to: receiver, at: now, take)
    }

    private mutating func repeats(
        _ weather: Weather, _ bytes: [UInt8], from sender: Int, to receiver: Int, at now: Int64,
        _ take: (Copy) -> Void
    ) {
        guard generator.chance(weather.duplicates) else { return }
        var late = copy(of: bytes, from: sender, to: receiver, at: now)
        late.arrival += generator.within(0...max(weather.duplicateLagMax, 1))
        late.isDouble = true
        faults.duplicated += 1
        take(late)
    }

    /// How long after healing what was delayed before may still arrive.
    static let staleMax: Int64 = 4_000_000

    /// Whether a copy that arrives now is let through.
    func admits(sent: Int64, at now: Int64) -> Bool {
        guard let healed, sent < healed else { return true }
        return now < healed + Self.staleMax
    }

    private mutating func copy(
        of bytes: [UInt8], from sender: Int, to receiver: Int, at now: Int64
    ) -> Copy {
        var copy = Copy(bytes: bytes, arrival: now)
        copy.arrival += generator.within(latencyMax / 4...latencyMax)
        delay(&copy, uplinks[sender])
        delay(&copy, downlinks[receiver])
        return copy
    }

    private mutating func delay(_ copy: inout Copy, _ weather: Weather) {
        if weather.jitterMax > 0 { copy.arrival += generator.within(0...weather.jitterMax) }
        if weather.waitsForBeacon {
            copy.arrival += Weather.beaconInterval - copy.arrival % Weather.beaconInterval
        }
        if weather.damage > 0, generator.chance(weather.damage) { damage(&copy) }
    }

    private mutating func damage(_ copy: inout Copy) {
        guard !copy.bytes.isEmpty else { return }
        faults.damaged += 1
        let original = copy.bytes
        switch generator.below(4) {
        case 0: copy.bytes.removeLast(1 + generator.below(copy.bytes.count))
        case 1: copy.bytes += generator.bytes(1 + generator.below(40))
        default:
            for _ in 0...generator.below(8) {
                let bit = generator.below(copy.bytes.count * 8)
                copy.bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            }
        }
        copy.isIntact = copy.bytes == original
    }
}

/// How often something went wrong: `planned` are the plan's faults, the rest single datagrams.
package struct FaultCounts: Hashable, Sendable {
    package var planned = 0
    package var lost = 0
    package var cut = 0
    package var duplicated = 0
    package var damaged = 0
    package var overflowed = 0

    package static func += (left: inout FaultCounts, right: FaultCounts) {
        left.planned += right.planned
        left.lost += right.lost
        left.cut += right.cut
        left.duplicated += right.duplicated
        left.damaged += right.damaged
        left.overflowed += right.overflowed
    }
}
