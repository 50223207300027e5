import InkCanvas

/// Chosen objects on their way to another place.
struct SelectionMove {
    let source: Gesture.Source
    private(set) var objects: ObjectsUnderWay
    /// Where the pointer took them up.
    let start: Dot
    private var lastMove: Milliseconds

    /// Keys that follow each other so soon are one move.
    static let nudgePause: Milliseconds = 600

    init(
        of objects: ObjectsUnderWay, from start: Dot, by source: Gesture.Source,
        at now: Milliseconds
    ) {
        self.objects = objects
        self.start = start
        self.source = source
        lastMove = now
    }

    mutating func move(to place: Dot, at now: Milliseconds) {
        objects.offset = Dot(x: place.x - start.x, y: place.y - start.y)
        lastMove = now
    }

    var offset: Dot { objects.offset }
    var isMoved: Bool { offset != Dot(x: 0, y: 0) }

    var deadline: Milliseconds {
        lastMove + (source == .keyboard ? Self.nudgePause : StrokeInProgress.silenceMax)
    }
}

/// A move that has ended, and whose entries have not all come back yet.
struct PutDown {
    let objects: ObjectsUnderWay
    var entriesLeft: Int
    /// By then they are shown where the log has them.
    let expiry: Milliseconds

    static let timeToLive: Milliseconds = 1000
}

/// A rectangle that is drawn around what is to be chosen.
struct SelectionBox {
    let source: Gesture.Source
    let start: Dot
    /// What was chosen before stays chosen.
    let isAdding: Bool
    private var lastMove: Milliseconds

    init(from start: Dot, by source: Gesture.Source, isAdding: Bool, at now: Milliseconds) {
        self.start = start
        self.source = source
        self.isAdding = isAdding
        lastMove = now
    }

    mutating func move(at now: Milliseconds) {
        lastMove = now
    }

    var deadline: Milliseconds { lastMove + StrokeInProgress.silenceMax }
}
