import InkCanvas
import TerminalUI

/// Choosing objects, and moving what is chosen.
extension Whiteboard {
    /// The topmost object that the pointer is on, or as good as.
    var objectUnderPointer: ObjectID? {
        let exact = canvas.topmostObject(near: pointer)
        return (exact ?? canvas.topmostObject(near: pointer, within: viewport.cellSize.y / 2))?.id
    }

    /// Chooses these objects and no others; of too many the topmost.
    mutating func select(_ objects: [ObjectID]) {
        endGesture()
        isNudged = false
        selection = Array(objects.suffix(Self.selectedMax))
        guard objects.count > Self.selectedMax else { return }
        tell("only the topmost \(Self.selectedMax) of \(objects.count) are selected")
    }

    private static let selectedMax = 1000

    mutating func selectAll() {
        choose(.select)
        select(canvas.visibleObjectIDs)
        if selection.isEmpty { tell("nothing to select", isRefusal: true) }
    }

    /// Chooses the object that was drawn after the one that is chosen, with its label, and looks at it.
    mutating func selectNext() {
        let visible = canvas.visibleObjectIDs
        let labels = Set(visible.flatMap(canvas.labels))
        let all = visible.filter { !labels.contains($0) }
        let chosen = selection.compactMap(all.firstIndex).last
        choose(.select)
        guard let first = all.first else {
            tell("nothing to select", isRefusal: true)
            return
        }
        let here = objectUnderPointer.flatMap { all.contains($0) ? $0 : nil }
        let next = chosen.map { all[($0 + 1) % all.count] } ?? here ?? first
        select([next] + canvas.labels(of: next))
        guard let box = canvas.box(of: next) else { return }
        point(to: box.center)
        viewport.reveal(pointer, in: layout.openArea)
        viewIsSettled()
    }

    /// What is chosen, but for the labels of what else is.
    var selectionWithoutLabels: [ObjectID] {
        guard selection.count <= Self.movingShownMax else { return selection }
        let labels = Set(selection.flatMap(canvas.labels))
        return selection.filter { !labels.contains($0) }
    }

    mutating func letGo() {
        selection = []
    }

    /// Forgets what is no longer on the canvas.
    mutating func pruneSelection() {
        guard !selection.isEmpty else { return }
        selection.removeAll(where: canvas.isGone)
    }

    // MARK: - Pressing

    /// What a press takes hold of: of a node any part, also where an arrow ends at its side.
    var objectToGrab: ObjectID? {
        guard let object = objectUnderPointer else {
            return canvas.node(around: pointer)?.shape
        }
        if let node = canvas.node(labelledBy: object) { return node.shape }
        guard let shape = canvas.object(object)?.shape, !shape.kind.hasInside,
            !selection.contains(object)
        else { return object }
        return canvas.box(at: pointer, joinedBy: object) ?? object
    }

    /// What the select tool does where the pointer is: chooses, takes up, or draws a box around.
    mutating func pressSelecting(by source: Gesture.Source, isAdding: Bool) {
        guard session != nil else { return }
        guard let object = objectToGrab else {
            if !isAdding { letGo() }
            gesture = .selecting(
                SelectionBox(from: pointer, by: source, isAdding: isAdding, at: now))
            return
        }
        let objects = [object] + canvas.labels(of: object)
        if isAdding {
            let isChosen = selection.contains(object)
            selection.removeAll { objects.contains($0) }
            if !isChosen { selection += objects }
            gesture = .ignored
            return
        }
        if !selection.contains(object) { select(objects) }
        if source == .mouse { takeUp(by: .mouse) }
    }

    /// A click: on what is chosen it stays so, beside it, it is let go.
    mutating func pressSelectingByKey() {
        let isOnAnother = objectToGrab.map { !selection.contains($0) } ?? false
        guard !selection.isEmpty, !isOnAnother else {
            pressSelecting(by: .keyboard, isAdding: false)
            return
        }
        let boxes = selection.compactMap { canvas.box(of: $0) }
        if !boxes.contains(where: { $0.contains(DotRectangle(pointer)) }) { letGo() }
    }

    mutating func extendSelecting() {
        guard case .selecting(var box) = gesture else { return }
        box.move(at: now)
        gesture = .selecting(box)
    }

    mutating func endSelecting() {
        guard case .selecting(let box) = gesture else { return }
        gesture = .idle
        let inside = canvas.objects(within: area(from: box.start, to: pointer))
        select((box.isAdding ? selection.filter { !inside.contains($0) } : []) + inside)
    }

    /// All dots of the cells between two places.
    private func area(from start: Dot, to end: Dot) -> DotRectangle {
        let size = viewport.cellSize
        let first = Dot(x: min(start.x, end.x), y: min(start.y, end.y)).aligned(to: size)
        let last = Dot(x: max(start.x, end.x), y: max(start.y, end.y)).aligned(to: size)
        return DotRectangle(
            minX: first.x, minY: first.y, maxX: last.x + size.x - 1, maxY: last.y + size.y - 1)
    }

    // MARK: - Moving

    /// The chosen objects that are not locked; says so where there is nothing to act on.
    mutating func movable() -> [ObjectID] {
        endGesture()
        let movable = selection.filter { !canvas.isLocked($0) }
        if movable.isEmpty {
            let key = KeyTable.entry(for: .toggleLock)?.label ?? ""
            tell(
                selection.isEmpty ? "nothing is selected" : "locked: \(key) unlocks",
                isRefusal: true)
        }
        return movable
    }

    private mutating func takeUp(by source: Gesture.Source) {
        let objects = ObjectsUnderWay(selection.prefix(Self.movingShownMax), on: canvas)
        gesture = .moving(SelectionMove(of: objects, from: pointer, by: source, at: now))
    }

    /// More than these move unseen until they are put down.
    private static let movingShownMax = 200

    /// Moves what is chosen by steps of the keyboard; the pointer goes along.
    mutating func nudge(columns: Int, rows: Int) {
        if case .moving(let move) = gesture, move.source == .keyboard {
        } else {
            guard !movable().isEmpty else { return }
            isNudged = true
            takeUp(by: .keyboard)
        }
        let step = isStepFine ? Dot(x: 1, y: 1) : viewport.cellSize
        point(to: pointer.moved(byX: columns * Int(step.x), y: rows * Int(step.y)))
        extendMoving()
    }

    mutating func extendMoving() {
        guard case .moving(var move) = gesture else { return }
        move.move(to: pointer, at: now)
        gesture = .moving(move)
        outbox.isPreviewStale = true
    }

    /// Puts down what was moved: one action, however many objects.
    mutating func endMoving() {
        guard case .moving(let move) = gesture else { return }
        gesture = .idle
        outbox.isPreviewStale = false
        guard move.isMoved else { return }
        let movable = selection.filter { !canvas.isLocked($0) }
        guard !movable.isEmpty else {
            _ = self.movable()
            return
        }
        pen.beginGesture()
        var bodies: [[UInt8]] = []
        for id in movable {
            guard let object = canvas.object(id) else { continue }
            // Whoever else moved it meanwhile: it goes to where it is seen.
            let home = move.objects.homes[id] ?? object.position
            let place = home.moved(byX: Int(move.offset.x), y: Int(move.offset.y))
            bodies += pen.set([.position(place)], of: [id], on: canvas)
        }
        for connector in canvas.connectors(of: movable) {
            let shape = connector.shape(movedBy: move.offset)
            let fields = canvas.fields(of: connector.object, as: shape)
            bodies += pen.set(fields, of: [connector.object], on: canvas)
        }
        pen.endGesture()
        append(bodies)
        putDown = PutDown(
            objects: move.objects, entriesLeft: bodies.count, expiry: now + PutDown.timeToLive)
    }
}
