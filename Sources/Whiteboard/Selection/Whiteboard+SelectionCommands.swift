import InkCanvas
import TerminalUI

/// What can be done with what is chosen; each is one action, to be undone as a whole.
extension Whiteboard {
    mutating func deleteSelection() {
        append(pen.hide(movable(), on: canvas))
        pruneSelection()
    }

    /// Ink becomes thicker or thinner, a note wider or narrower.
    mutating func resizeSelection(by step: Int) {
        let movable = movable()
        pen.beginGesture()
        for id in movable {
            guard let object = canvas.object(id) else { continue }
            append(pen.set([object.size(resizedBy: step)], of: [id], on: canvas))
        }
        pen.endGesture()
    }

    /// Fills the chosen rectangles and ellipses, or empties them if all are filled.
    mutating func toggleFillingOfSelection() {
        let shapes = movable().filter { canvas.object($0)?.shape?.kind.hasInside == true }
        guard !shapes.isEmpty else {
            tell("only rectangles and ellipses can be filled", isRefusal: true)
            return
        }
        let areFilled = shapes.allSatisfy { canvas.object($0)?.shape?.isFilled == true }
        append(pen.set([.isFilled(!areFilled)], of: shapes, on: canvas))
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

    /// Copies what is chosen, or all there is, as text for other programs and to be pasted here.
    mutating func copySelection() {
        endGesture()
        let objects = canvas.undermostFirst(
            selection.isEmpty ? canvas.visibleObjectIDs : selection)
        let lines = PlainText.lines(
            of: canvas, objects: Set(objects), grid: viewport.grid, glyphs: settings.glyphs,
            columns: settings.scalarColumns)
        guard let lines, !lines.isEmpty else {
            tell(
                lines == nil ? "that is too large to copy as text" : "there is nothing to copy",
                isRefusal: true)
            return
        }
        clipboard = objects.compactMap { ObjectCopy($0, on: canvas) }
        let box = objects.compactMap(canvas.box).reduce(DotRectangle.empty) { $0.union($1) }
        clipboardCorner = Dot(x: box.minX, y: box.minY)
        emit(.copy(lines.joined(separator: "\n") + "\n"))
    }

    /// Draws what is chosen once more, beside it, and takes hold of that.
    mutating func duplicateSelection() {
        endGesture()
        // What was just put down is not there yet.
        let moved = putDown?.objects.offset ?? Dot(x: 0, y: 0)
        // What was just drawn may not be there yet either.
        let objects = canvas.undermostFirst(selection)
        guard !objects.isEmpty else {
            tell("nothing is selected", isRefusal: true)
            return
        }
        let box = objects.compactMap(canvas.box).reduce(DotRectangle.empty) { $0.union($1) }
            .moved(by: moved)
        let aside = placeBeside(box)
        draw(
            objects.compactMap { ObjectCopy($0, on: canvas) },
            movedBy: Dot(x: aside.x + moved.x, y: aside.y + moved.y))
    }

    /// The way from a box to a free place at its right or below it on the screen, as near as there is
    /// one.
    private func placeBeside(_ box: DotRectangle) -> Dot {
        let size = viewport.cellSize
        let cells = viewport.rectangle(of: box)
        let (right, down) = (Int32(cells.columns + 2) * size.x, Int32(cells.rows + 1) * size.y)
        let below = Dot(x: 0, y: down)
        let ways = (1...Int32(4)).flatMap { [Dot(x: right * $0, y: 0), Dot(x: 0, y: down * $0)] }
        let open = viewport.area(of: layout.openArea)
        return ways.first { way in
            let place = box.moved(by: way)
            let there = canvas.objects(touching: place).compactMap { canvas.box(of: $0.id) }
            return open.contains(place) && !there.contains { $0.intersects(place) }
        } ?? below
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

extension CanvasObject {
    /// What makes it larger or smaller by some steps.
    fileprivate func size(resizedBy step: Int) -> Operation.Field {
        if kind == .note { return .noteWidth(UInt16(clamping: Int(noteWidth) + step * 4)) }
        if let shape, shape.look == .cells { return .weight(step > 0 ? .heavy : .light) }
        return .width(width.resized(by: step))
    }
}

extension UInt8 {
    /// A width some steps more, as far as widths go.
    func resized(by step: Int) -> UInt8 {
        UInt8(clamping: Int(self) + step).clampedWidth
    }
}
