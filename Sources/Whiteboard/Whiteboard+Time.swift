extension Whiteboard {
    /// When `Action.tick` and another view are wanted, whatever else happens; nil while there is
    /// nothing to wait for.
    ///
    /// To be asked after `view()`, which may leave some of a large canvas to the next frame.
    package var deadline: Milliseconds? {
        let deadlines = [
            notice?.expiry, roster.deadline, previews.deadline, moves.deadline, typings.deadline,
            lasers.deadline, putDown?.expiry,
            summons?.due, summoned?.due, cardDeadline, settleDue,
            gestureDeadline,
            session == nil ? nil : outbox.deadline, isPictureDue ? now : nil,
        ]
        return deadlines.compactMap { $0 }.min()
    }

    /// Some of the picture is left to the next frame, and there is room to show it.
    private var isPictureDue: Bool { !raster.isComplete && layout.kind != .tooSmall }

    private var gestureDeadline: Milliseconds? {
        switch gesture {
        case .drawing(let stroke): stroke.deadline
        case .erasing(let erasure): erasure.deadline
        case .shaping(let progress): progress.deadline
        case .selecting(let box): box.deadline
        case .moving(let move): move.deadline
        case .idle, .panning, .leavingText, .pressing, .ignored: nil
        }
    }

    /// Does what has fallen due.
    mutating func advance() {
        if let expiry = notice?.expiry, expiry <= now { notice = nil }
        roster.advance(to: now)
        previews.advance(to: now)
        moves.advance(to: now)
        if let expiry = putDown?.expiry, expiry <= now { putDown = nil }
        typings.advance(to: now)
        lasers.advance(to: now)
        if let end = cardStart.map({ $0 + Self.cardShown }), end <= now { closeCard() }
        if let due = summons?.due, due <= now { followSummons() }
        if let due = summoned?.due, due <= now { tellWhoCame() }
        if let due = settleDue, due <= now { settleView() }
        advanceGesture()
        sendNews()
    }

    private mutating func advanceGesture() {
        switch gesture {
        case .drawing(let stroke) where stroke.isSilent(at: now): endGesture()
        case .drawing(let stroke) where stroke.isFlushDue(at: now): flushStroke()
        case .erasing(let erasure) where erasure.isSilent(at: now): endGesture()
        case .erasing(let erasure) where erasure.isFlushDue(at: now): rubOut()
        case .shaping(let progress) where progress.deadline <= now: endGesture()
        case .selecting(let box) where box.deadline <= now: endGesture()
        case .moving(let move) where move.deadline <= now: endGesture()
        case .idle, .drawing, .erasing, .shaping, .selecting, .moving, .panning, .leavingText,
            .pressing, .ignored:
            break
        }
    }
}
