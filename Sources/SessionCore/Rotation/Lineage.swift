/// How two sessions of one activity stand to each other.
enum Lineage: Hashable, Sendable {
    case same
    /// The other session comes so many rotations after this one.
    case descendant(steps: Int)
    /// The other session comes so many rotations before this one.
    case ancestor(steps: Int)
    /// Another chain, another branch, or too far away to tell.
    case unrelated

    /// The id of the session that follows one: whoever opens it, and wherever, it is the same.
    static func successor(of session: SessionID, activity: Activity) -> SessionID {
        var writer = ByteWriter()
        writer.write(Array("inkcast session ".utf8))
        writer.writeInteger(session.rawValue)
        writer.writeText(activity.identifier)
        writer.writeBlock(activity.payload)
        return SessionID(rawValue: SHA256.prefix64(writer.bytes))
    }

    /// The sessions that follow one, the next first.
    static func descendants(
        of session: SessionID, activity: Activity, steps: Int
    ) -> [SessionID] {
        var line: [SessionID] = []
        var last = session
        for _ in 0..<steps {
            last = successor(of: last, activity: activity)
            line.append(last)
        }
        return line
    }
}

/// The lineages of sessions heard of, as seen from one session; each is hashed once.
struct LineageTable: Sendable {
    let session: SessionID
    private let activity: Activity
    private let steps: Int
    /// Those that follow if all do the same thing.
    private var descendants: (activity: Activity, line: [SessionID])?
    private var known = OrderedMap<SessionID, (activity: Activity, lineage: Lineage)>()
    private static let knownMax = 64

    init(of session: SessionID, activity: Activity, steps: Int) {
        self.session = session
        self.activity = activity
        self.steps = steps
    }

    /// Whether the lineage can be told without hashing.
    func knows(_ other: SessionID, activity: Activity) -> Bool {
        other == session || known[other]?.activity == activity
    }

    /// How a session announced with an activity stands to this one.
    mutating func lineage(to other: SessionID, activity: Activity) -> Lineage {
        if other == session { return .same }
        if let found = known[other], found.activity == activity { return found.lineage }
        if descendants?.activity != activity {
            let line = Lineage.descendants(of: session, activity: activity, steps: steps)
            descendants = (activity, line)
        }
        let lineage: Lineage =
            if let position = descendants?.line.firstIndex(of: other) {
                .descendant(steps: position + 1)
            } else if let position = Lineage.descendants(
                of: other, activity: self.activity, steps: steps
            ).firstIndex(of: session) {
                .ancestor(steps: position + 1)
            } else {
                .unrelated
            }
        if known.count >= Self.knownMax { known = OrderedMap() }
        known[other] = (activity, lineage)
        return lineage
    }

    /// Whether a session lies between this one and a descendant of it.
    func isBetween(_ candidate: SessionID, before descendant: SessionID) -> Bool {
        guard let line = descendants?.line, let end = line.firstIndex(of: descendant),
            let position = line.firstIndex(of: candidate)
        else { return false }
        return position < end
    }
}
