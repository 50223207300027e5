import InkCanvas

extension Whiteboard {
    /// Puts the pen down where the pointer is.
    mutating func beginStroke(by source: Gesture.Source) {
        guard session != nil else { return }
        var style = style
        style.isSmoothed = source == .mouse
        _ = pen.beginStroke(style: style)
        gesture = .drawing(StrokeInProgress(from: pointer, by: source, at: now))
        extendStroke()
    }

    /// Draws on to where the pointer is.
    mutating func extendStroke() {
        guard case .drawing(var stroke) = gesture, let before = pen.openStroke else { return }
        let hasGrown = (before.tail.last ?? stroke.joint) != pointer
        stroke.move(at: now, hasGrown: hasGrown)
        if hasGrown {
            let bodies = pen.extendStroke(to: [pointer], on: canvas)
            if !bodies.isEmpty {
                bridge(before, joint: stroke.joint)
                stroke.flush(upTo: before.tail.last, rest: 1, at: now)
                append(bodies)
            }
            outbox.isPreviewStale = true
        }
        gesture = .drawing(stroke)
    }

    /// Puts what was drawn into the log, without waiting for the end.
    mutating func flushStroke() {
        guard case .drawing(var stroke) = gesture, let before = pen.openStroke else { return }
        bridge(before, joint: stroke.joint)
        stroke.flush(upTo: before.tail.last, rest: 0, at: now)
        gesture = .drawing(stroke)
        append(pen.flushStroke(on: canvas))
    }

    mutating func endStroke() {
        guard case .drawing(let stroke) = gesture, let before = pen.openStroke else { return }
        bridge(before, joint: stroke.joint)
        append(pen.endStroke(on: canvas))
        putPenAside()
    }

    mutating func cancelStroke() {
        append(pen.cancelStroke(on: canvas))
        putPenAside()
    }

    private mutating func putPenAside() {
        gesture = .idle
        outbox.isPreviewStale = false
        outbox.isCursorStale = true
    }

    /// Shows ink that is on its way to the log until it comes back from there.
    private mutating func bridge(_ open: Pen.OpenStroke, joint: Dot?) {
        guard let preview = preview(of: open, joint: joint) else { return }
        previews.put(preview, from: settings.author, at: now)
    }

    /// The stroke under way, as far as it is not in the log.
    var openPreview: StrokePreview? {
        guard case .drawing(let stroke) = gesture, let open = pen.openStroke else { return nil }
        return preview(of: open, joint: stroke.joint)
    }

    private func preview(of open: Pen.OpenStroke, joint: Dot?) -> StrokePreview? {
        guard let session, !open.tail.isEmpty else { return nil }
        let points = (joint.map { [$0] } ?? []) + open.tail
        return StrokePreview(
            session: session, object: open.object.number,
            offset: open.offset - (joint == nil ? 0 : 1), style: open.style, points: points)
    }

    // MARK: - The log

    /// Appends bodies to the log of the session that is on the screen.
    mutating func append(_ bodies: [[UInt8]]) {
        guard let session else { return }
        if !bodies.isEmpty, notice?.isRefusal == true { notice = nil }
        for body in bodies { emit(.append(body, to: session)) }
    }

    mutating func undo() {
        endGesture()
        let bodies = pen.undo(on: canvas)
        if bodies.isEmpty { tell("nothing of yours to undo", isRefusal: true) }
        append(bodies)
    }

    mutating func redo() {
        endGesture()
        guard pen.canRedo else {
            tell("nothing to redo", isRefusal: true)
            return
        }
        append(pen.redo(on: canvas))
    }
}
