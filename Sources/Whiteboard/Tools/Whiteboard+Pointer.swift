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
        let step = isStepFine ? Dot(x: 1, y: 1) : viewport.cellSize
        point(to: pointer.moved(byX: columns * Int(step.x), y: rows * Int(step.y)))
        viewport.reveal(pointer, in: layout.area)
        followPointer(by: .keyboard)
    }

    /// Lets the gesture go where the pointer has gone.
    mutating func followPointer(by source: Gesture.Source) {
        switch gesture {
        case .drawing(let stroke) where stroke.source == source: extendStroke()
        case .erasing(let erasure) where erasure.source == source: extendErasing()
        case .shaping(let progress) where progress.source == source: extendShape()
        case .idle, .drawing, .erasing, .shaping, .panning, .ignored: break
        }
    }

    /// The pen or the eraser is down by the keyboard's doing.
    var isKeyboardDown: Bool {
        switch gesture {
        case .drawing(let stroke): stroke.source == .keyboard
        case .erasing(let erasure): erasure.source == .keyboard
        case .shaping(let progress): progress.source == .keyboard
        case .idle, .panning, .ignored: false
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
        case .pen: beginStroke(by: .keyboard)
        case .eraser: beginErasing(by: .keyboard, isArmed: true)
        case .line, .arrow, .rectangle, .ellipse:
            if let kind = tool.shape { beginShape(kind, by: .keyboard) }
        case .text: openEditor()
        case .hand: break
        }
    }

    /// Ends what a button or the keyboard's pen is doing.
    mutating func endGesture() {
        switch gesture {
        case .drawing: endStroke()
        case .erasing: endErasing()
        case .shaping: endShape()
        case .idle, .panning, .ignored: gesture = .idle
        }
    }

    // MARK: - View

    /// Moves the view; the pointer stays where it is on the screen, unless it is drawing.
    mutating func pan(columns: Int, rows: Int) {
        let cell = viewport.cell(of: pointer)
        viewport = viewport.panned(columns: columns, rows: rows)
        keepPointer(in: cell)
    }

    /// Nil steps are back to 100 %; what a cell shows stays there.
    mutating func zoom(by steps: Int?, around cell: Position) {
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
        if isKeyboardDown { endGesture() }
        viewport.show(Dot(x: 0, y: 0), in: layout.home)
        keepPointer(in: layout.area.middle)
    }

    private mutating func keepPointer(in cell: Position) {
        viewIsSettled()
        switch gesture {
        case .drawing, .erasing, .shaping: break
        case .idle, .panning, .ignored: point(to: viewport.dot(at: cell))
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
        if outbox.takePreview(at: now), let preview = openPreview {
            emit(
                .ephemeral(
                    key: StrokePreview.key, body: preview.encoded,
                    timeToLive: StrokePreview.timeToLive))
        }
        if outbox.takeCursor(at: now) {
            let message = CursorMessage(position: pointer, activity: activity)
            emit(
                .ephemeral(
                    key: CursorMessage.key, body: message.encoded,
                    timeToLive: CursorMessage.timeToLive))
        }
    }

    private var activity: CursorMessage.Activity {
        switch gesture {
        case .drawing, .shaping: return .drawing
        case .idle, .erasing, .panning, .ignored: break
        }
        return editor == nil ? .pointing : .typing
    }
}
