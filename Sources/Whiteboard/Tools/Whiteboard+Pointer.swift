import InkCanvas
import TerminalUI

extension Whiteboard {
    mutating func point(to dot: Dot) {
        guard dot != pointer else { return }
        pointer = dot
        outbox.isCursorStale = true
    }

    /// Moves the pointer by steps, and the view with it at the edge.
    mutating func move(columns: Int, rows: Int) {
        guard tool != .hand else {
            pan(columns: columns * 4, rows: rows * 2)
            return
        }
        isPointerShown = true
        if !selection.isEmpty {
            nudge(columns: columns, rows: rows)
            viewport.reveal(pointer, in: layout.area)
            return
        }
        let step = isStepFine ? Dot(x: 1, y: 1) : viewport.cellSize
        point(to: pointer.moved(byX: columns * Int(step.x), y: rows * Int(step.y)))
        viewport.reveal(pointer, in: layout.area)
        shine()
        followPointer(by: .keyboard)
    }

    /// Lets the gesture go where the pointer has gone.
    mutating func followPointer(by source: Gesture.Source) {
        switch gesture {
        case .drawing(let stroke) where stroke.source == source: extendStroke()
        case .erasing(let erasure) where erasure.source == source: extendErasing()
        case .shaping(let progress) where progress.source == source: extendShape()
        case .selecting(let box) where box.source == source: extendSelecting()
        case .moving(let move) where move.source == source: extendMoving()
        case .idle, .drawing, .erasing, .shaping, .selecting, .moving, .panning, .leavingText,
            .pressing,
            .ignored:
            break
        }
    }

    /// The pen or the eraser is down by the keyboard's doing.
    var isKeyboardDown: Bool {
        switch gesture {
        case .drawing(let stroke): stroke.source == .keyboard
        case .erasing(let erasure): erasure.source == .keyboard
        case .shaping(let progress): progress.source == .keyboard
        case .selecting(let box): box.source == .keyboard
        case .idle, .moving, .panning, .leavingText, .pressing, .ignored: false
        }
    }

    mutating func togglePen() {
        isPointerShown = true
        guard !isKeyboardDown else {
            endGesture()
            return
        }
        endGesture()
        switch tool {
        case .select:
            if !isNudged { pressSelectingByKey() }
            isNudged = false
        case .pen: beginStroke(by: .keyboard)
        case .eraser: beginErasing(by: .keyboard, isArmed: true)
        case .line, .arrow, .rectangle, .ellipse:
            if let kind = tool.shape { beginShape(kind, by: .keyboard) }
        case .text, .note: openEditor(tool)
        case .stamp: putStamp()
        case .laser: shine()
        case .hand: break
        }
    }

    /// Ends what a button or the keyboard's pen is doing.
    mutating func endGesture() {
        switch gesture {
        case .drawing: endStroke()
        case .erasing: endErasing()
        case .shaping: endShape()
        case .selecting: endSelecting()
        case .moving: endMoving()
        case .idle, .panning, .leavingText, .pressing, .ignored: gesture = .idle
        }
    }

    // MARK: - View

    /// Moves the view; the pointer stays where it is on the screen, unless it is drawing.
    mutating func pan(columns: Int, rows: Int) {
        stopFollowing()
        let cell = viewport.cell(of: pointer)
        viewport = viewport.panned(columns: columns, rows: rows)
        keepPointer(in: cell)
    }

    /// Nil steps are back to 100 %; what a cell shows stays there.
    mutating func zoom(by steps: Int?, around cell: Position) {
        stopFollowing()
        let zoom =
            switch steps {
            case nil: Zoom.actual
            case let steps? where steps > 0: viewport.zoom.closer
            default: viewport.zoom.farther
            }
        let dot = viewport.dot(at: cell)
        viewport.zoom = zoom
        viewport.show(dot, in: cell)
        viewIsSettled()
    }

    /// Shows the origin, with the pointer in the middle of what is shown then.
    mutating func goToOrigin() {
        stopFollowing()
        if isKeyboardDown { endGesture() }
        viewport.show(Dot(x: 0, y: 0), in: layout.home)
        keepPointer(in: layout.area.middle)
    }

    private mutating func keepPointer(in cell: Position) {
        viewIsSettled()
        switch gesture {
        case .drawing, .erasing, .shaping, .selecting, .moving: break
        case .idle, .panning, .leavingText, .pressing, .ignored: point(to: viewport.dot(at: cell))
        }
    }

    /// The person has chosen what to look at, or has begun: the view goes nowhere by itself.
    mutating func viewIsSettled() {
        isViewSettled = true
        settleDue = nil
    }

    // MARK: - News

    /// Tells others where the pointer is and how the stroke has grown, as often as is useful.
    mutating func sendNews() {
        guard session != nil else { return }
        sendView()
        if outbox.takePreview(livingFor: previewLife, at: now) { sendPreview() }
        if outbox.takeCursor(at: now) {
            let message = CursorMessage(position: pointer, activity: activity)
            emit(
                .ephemeral(
                    key: CursorMessage.key, body: message.encoded,
                    timeToLive: CursorMessage.timeToLive))
        }
    }

    /// How long others show what is under way without news of it.
    private var previewLife: Milliseconds? {
        if editor != nil { return TypingMessage.timeToLive }
        return switch gesture {
        case .shaping: ShapePreview.timeToLive
        case .moving: MovePreview.timeToLive
        case .drawing: openPreview == nil ? nil : StrokePreview.timeToLive
        case .idle, .erasing, .selecting, .panning, .leavingText, .pressing, .ignored: nil
        }
    }

    private mutating func sendPreview() {
        if let editor {
            sendTyping(editor)
        } else if case .moving(let move) = gesture, let session {
            let preview = MovePreview(session: session, offset: move.offset, objects: selection)
            emit(
                .ephemeral(
                    key: MovePreview.key, body: preview.encoded,
                    timeToLive: MovePreview.timeToLive))
        } else if tool == .laser, let session {
            let message = lasers.message(of: settings.author, in: session, at: now)
            emit(
                .ephemeral(
                    key: LaserMessage.key, body: message.encoded, timeToLive: LaserTrails.life))
        } else if let preview = shapePreview {
            emit(
                .ephemeral(
                    key: ShapePreview.key, body: preview.encoded,
                    timeToLive: ShapePreview.timeToLive))
        } else if let preview = openPreview {
            emit(
                .ephemeral(
                    key: StrokePreview.key, body: preview.encoded,
                    timeToLive: StrokePreview.timeToLive))
        }
    }

    private var activity: CursorMessage.Activity {
        switch gesture {
        case .drawing, .shaping: return .drawing
        case .selecting, .moving, .idle, .erasing, .panning, .leavingText, .pressing, .ignored:
            break
        }
        return editor == nil ? .pointing : .typing
    }
}
