import InkCanvas

/// Room for labels.
extension Whiteboard {
    /// The shape that a text is a label of.
    func shape(labelledBy id: ObjectID) -> TextEditor.Labelled? {
        canvas.node(labelledBy: id).map { TextEditor.Labelled(id: $0.shape, box: $0.box) }
    }

    /// Where a label goes into the middle of: all of a node, the upper side of a frame around other
    /// things, the longest part of a line.
    func roomForLabel(
        of shape: Shape, _ id: ObjectID, without label: ObjectID? = nil
    ) -> DotRectangle {
        if let node = canvas.node(id), node.label == label || label == nil { return node.box }
        let corners = [shape.from, shape.elbow, shape.to]
        var box = corners.reduce(DotRectangle.empty) { $0.union(DotRectangle($1)) }
        if shape.kind.hasInside {
            box.maxY = box.minY
        } else if shape.look == .cells {
            // It runs along its longer way last.
            let isLevel = shape.elbow.y == shape.to.y
            let part = [shape.elbow, shape.to].map { DotRectangle($0) }
            box = part[0].union(part[1])
            if !isLevel { box = DotRectangle(box.center) }
        }
        return box
    }

    /// Makes the shape of a label that has no room in it larger, to the right and downwards, if
    /// nothing stands in the way; what ends at the sides that move goes along.
    mutating func growShape(around editor: TextEditor) {
        guard let labelled = editor.shape, var shape = canvas.object(labelled.id)?.shape,
            canvas.node(labelled.id) != nil, !canvas.isLocked(labelled.id)
        else { return }
        let box = labelled.box
        // A blank and the line at either side; a line above and below.
        let right = max(box.maxX, box.minX + 2 * (editor.size.columns + 3))
        let bottom = max(box.maxY, box.minY + 4 * (editor.size.rows + 1))
        let (dx, dy) = (Int(right - box.maxX), Int(bottom - box.maxY))
        guard dx > 0 || dy > 0 else { return }
        let grown = DotRectangle(minX: box.minX, minY: box.minY, maxX: right, maxY: bottom)
        let connectors = canvas.connectors(of: [labelled.id])
        let inTheWay = canvas.objects(touching: grown.grown(by: 2)).map(\.id).filter { id in
            guard let other = canvas.box(of: id), id != labelled.id, id != editor.object else {
                return false
            }
            return !connectors.contains { $0.object == id }
                && !other.intersects(box) && !other.contains(grown)
        }
        guard inTheWay.isEmpty else { return }
        if shape.from.x > shape.to.x { shape.from.x = right } else { shape.to.x = right }
        if shape.from.y > shape.to.y { shape.from.y = bottom } else { shape.to.y = bottom }
        append(
            pen.set(canvas.fields(of: labelled.id, as: shape), of: [labelled.id], on: canvas))
        for connector in connectors {
            func moved(_ dot: Dot, _ isThere: Bool) -> Dot {
                guard isThere else { return dot }
                return dot.moved(
                    byX: dot.x >= box.maxX ? dx : 0, y: dot.y >= box.maxY ? dy : 0)
            }
            var line = connector.shape
            line.from = moved(line.from, connector.startsThere)
            line.to = moved(line.to, connector.endsThere)
            let fields = canvas.fields(of: connector.object, as: line)
            append(pen.set(fields, of: [connector.object], on: canvas))
        }
    }
}
