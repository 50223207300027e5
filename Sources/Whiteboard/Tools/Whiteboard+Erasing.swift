import InkCanvas

extension Whiteboard {
    mutating func beginErasing(by source: Gesture.Source, isArmed: Bool) {
        guard session != nil else { return }
        pen.beginGesture()
        gesture = .erasing(
            Erasure(source: source, at: pointer, isArmed: isArmed, now: now))
    }

    mutating func extendErasing() {
        guard case .erasing(var erasure) = gesture else { return }
        erasure.extend(to: pointer, at: now)
        gesture = .erasing(erasure)
    }

    mutating func endErasing() {
        rubOut()
        pen.endGesture()
        gesture = .idle
    }

    /// Rubs out what is under the way of the eraser since the last time.
    mutating func rubOut() {
        guard case .erasing(var erasure) = gesture, let path = erasure.takePath(at: now) else {
            return
        }
        gesture = .erasing(erasure)
        let rubbings = canvas.rubbings(along: path, radius: eraserRadius)
        let labels = rubbings.compactMap { canvas.node($0.object)?.label }
        append(pen.erase(rubbings, on: canvas))
        append(pen.hide(labels.filter { !canvas.isLocked($0) }, on: canvas))
        if path.contains(where: isText) {
            let select = KeyTable.entry(for: .tool(.select))?.label ?? ""
            let delete = KeyTable.entry(for: .delete)?.bindings.first?.chord.label ?? ""
            tell("text is not rubbed out: \(select) selects it, \(delete) deletes it")
        }
    }

    /// A text is shown where a dot is.
    private func isText(at dot: Dot) -> Bool {
        let place = DotRectangle(minX: dot.x, minY: dot.y, maxX: dot.x, maxY: dot.y)
        return canvas.visibleTexts.contains { canvas.box(around: $0).contains(place) }
    }

    /// Half a cell at least, so that what a cell shows can be rubbed out by its middle.
    private var eraserRadius: Int32 {
        max(viewport.cellSize.y / 2, Int32(style.width))
    }
}
