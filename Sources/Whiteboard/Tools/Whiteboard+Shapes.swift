import InkCanvas

extension Whiteboard {
    mutating func beginShape(_ kind: Shape.Kind, by source: Gesture.Source) {
        guard session != nil else { return }
        boxDrawnLast = nil
        let shape = Shape(
            kind, from: pointer, to: pointer, look: shapeLook,
            weight: style.width > 1 ? .heavy : .light, isFilled: isFilling)
        gesture = .shaping(
            ShapeInProgress(shape, as: pen.reserveObject(), source: source, at: now))
    }

    mutating func extendShape() {
        guard case .shaping(var progress) = gesture else { return }
        progress.move(to: pointer, at: now)
        gesture = .shaping(progress)
        outbox.isPreviewStale = true
    }

    /// Puts the shape into the log; one of no size is none.
    mutating func endShape() {
        guard case .shaping(let progress) = gesture else { return }
        if let preview = shapePreview {
            previews.put(preview, from: settings.author, at: now)
            let drawn = pen.draw(
                preview.shape, style: preview.style, as: progress.object, on: canvas)
            append(drawn.bodies)
            boxDrawnLast = progress.shape.kind.hasInside ? progress.object : nil
        }
        dropShape()
    }

    mutating func dropShape() {
        gesture = .idle
        outbox.isPreviewStale = false
        outbox.isCursorStale = true
    }

    mutating func toggleShapeLook() {
        shapeLook = shapeLook == .cells ? .dots : .cells
        tell(
            shapeLook == .cells
                ? "new shapes are of lines and corners, crisp at 100 %"
                : "new shapes are of dots")
    }

    mutating func toggleFilling() {
        guard selection.isEmpty else {
            toggleFillingOfSelection()
            return
        }
        isFilling.toggle()
        tell(
            isFilling
                ? "new shapes are filled"
                : "new shapes are outlines")
    }

    /// Where it is made of characters its width is their weight.
    private func style(of shape: Shape) -> InkStyle {
        var style = style
        if shape.look == .cells { style.width = 1 }
        return style
    }

    /// The shape under way, if it has a size.
    var shapePreview: ShapePreview? {
        guard case .shaping(let progress) = gesture, let session,
            progress.shape.from != progress.shape.to
        else { return nil }
        return ShapePreview(
            session: session, object: progress.object.number,
            style: style(of: progress.shape), shape: canvas.joined(progress.shape))
    }
}
