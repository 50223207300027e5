import InkCanvas

/// What can be done with what is chosen; each is one action, to be undone as a whole.
extension Whiteboard {
    mutating func deleteSelection() {
        append(pen.hide(movable(), on: canvas))
        pruneSelection()
    }

    mutating func setSelected(_ field: Operation.Field) {
        guard !selection.isEmpty else { return }
        append(pen.set([field], of: movable(), on: canvas))
    }

    /// Puts what is chosen above or below all else; among each other they stay as they are.
    mutating func reorderSelection(_ order: Operation.Order) {
        let objects = canvas.undermostFirst(movable())
        append(
            pen.set(
                [.order(order)], of: order == .front ? objects : objects.reversed(), on: canvas))
    }

    /// Locks what is chosen against slips, or unlocks it if all of it is locked.
    mutating func toggleLock() {
        endGesture()
        guard !selection.isEmpty else {
            tell("nothing is selected", isRefusal: true)
            return
        }
        let unlocked = selection.filter { !canvas.isLocked($0) }
        let isLocking = !unlocked.isEmpty
        append(
            pen.set(
                [.isLocked(isLocking)], of: isLocking ? unlocked : selection, on: canvas))
        let key = KeyTable.entry(for: .toggleLock)?.label ?? ""
        tell(isLocking ? "locked; \(key) unlocks" : "unlocked")
    }

    // MARK: - Copies

    /// Draws what is chosen once more, a bit aside, and takes hold of that.
    mutating func duplicateSelection() {
        endGesture()
        guard !selection.isEmpty else {
            tell("nothing is selected", isRefusal: true)
            return
        }
        let size = viewport.cellSize
        let aside = Dot(x: size.x * 2, y: size.y)
        let objects = canvas.undermostFirst(selection)
        draw(objects.compactMap { ObjectCopy($0, on: canvas) }, movedBy: aside)
    }

    /// Draws what was copied so that its upper left corner is where the pointer is.
    mutating func pasteObjects() {
        endGesture()
        guard !clipboard.isEmpty else {
            let key = KeyTable.entry(for: .copy)?.label ?? ""
            tell("nothing was copied: \(key) copies", isRefusal: true)
            return
        }
        let size = viewport.cellSize
        let (from, to) = (clipboardCorner.aligned(to: size), pointer.aligned(to: size))
        draw(clipboard, movedBy: Dot(x: to.x - from.x, y: to.y - from.y))
    }

    mutating func draw(_ copies: [ObjectCopy], movedBy step: Dot) {
        guard session != nil else { return }
        var drawn: [ObjectID] = []
        pen.beginGesture()
        for copy in copies {
            let (objects, bodies) = pen.draw(copy.moved(by: step), on: canvas)
            append(bodies)
            drawn += objects
        }
        pen.endGesture()
        choose(.select)
        selection = drawn
    }
}
