import InkCanvas
import Rooms

/// A `wait` command under way.
struct PipeWait {
    enum Condition: String, CaseIterable {
        case joined
        case caughtUp = "caught-up"
        case participants, entries, objects, quiet
    }

    let condition: Condition
    let count: Int
    let seconds: Double
    /// Milliseconds since the start.
    let deadline: Int64
    private var quietSince: Int64?
    private var quietDigest: UInt64?

    static let secondsMax = 3600.0
    /// `quiet` holds when nothing has changed for so long.
    private static let quietMilliseconds: Int64 = 200

    init(_ condition: Condition, count: Int, seconds: Double, at now: Int64) {
        self.condition = condition
        self.count = count
        self.seconds = seconds
        deadline = now + Int64(seconds * 1000)
    }

    /// How often to look where no event tells of a change.
    var pollInterval: Int64 { condition == .quiet || condition == .caughtUp ? 25 : 60_000 }

    func isMet(by program: PipeProgram) -> Bool {
        guard program.isJoined else { return false }
        switch condition {
        case .joined: return true
        case .caughtUp:
            if case .catchingUp = program.link { return false }
            return program.status?.isComplete ?? false
        case .participants: return program.participants.count + 1 >= count
        case .entries: return program.canvas.entryCount >= count
        case .objects: return program.canvas.visibleObjectCount >= count
        case .quiet:
            guard let quietSince else { return false }
            return program.clock.milliseconds - quietSince >= Self.quietMilliseconds
        }
    }

    /// Notes how things stand, and asks for newer figures.
    mutating func look(at program: PipeProgram) {
        guard condition == .quiet || condition == .caughtUp else { return }
        if let status = program.status {
            if !status.isComplete || status.logDigest != quietDigest {
                quietSince = status.isComplete ? program.clock.milliseconds : nil
                quietDigest = status.logDigest
            }
        }
        program.requestStatus()
    }
}
