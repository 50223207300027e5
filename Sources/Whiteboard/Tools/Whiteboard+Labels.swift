import InkCanvas

/// Room for labels.
extension Whiteboard {
    /// The shape that a text is a label of.
    func shape(labelledBy id: ObjectID) -> TextEditor.Labelled? {
        canvas.node(labelledBy: id).map { TextEditor.Labelled(id: $0.shape, box: $0.box) }
    }

    /// Makes the shape of a label that is too long for it wider, if nothing stands in the way; what
    /// ends at its right side goes along.
    mutating func growShape(around editor: TextEditor) {
        guard let labelled = editor.shape, var shape = canvas.object(labelled.id)?.shape,
            !canvas.isLocked(labelled.id)
        else { return }
        let box = labelled.box
        // A blank and the line at either side.
        let right = box.minX + 2 * (editor.size.columns + 3)
        guard right > box.maxX else { return }
        let connectors = canvas.connectors(of: [labelled.id])
        let growth = DotRectangle(
            minX: box.maxX + 1, minY: box.minY, maxX: right + 2, maxY: box.maxY)
        let inTheWay = canvas.objects(touching: growth).map(\.id).filter { id in
            id != labelled.id && id != editor.object && !connectors.contains { $0.object == id }
                && canvas.box(of: id)?.contains(growth) != true
        }
        guard inTheWay.isEmpty else { return }
        if shape.from.x > shape.to.x { shape.from.x = right } else { shape.to.x = right }
        append(
            pen.set(canvas.fields(of: labelled.id, as: shape), of: [labelled.id], on: canvas))
        for connector in connectors {
            var line = connector.shape
            let step = Int(right - box.maxX)
            if connector.startsThere, line.from.x >= box.maxX {
                line.from = line.from.moved(byX: step, y: 0)
            }
            if connector.endsThere, line.to.x >= box.maxX {
                line.to = line.to.moved(byX: step, y: 0)
            }
            let fields = canvas.fields(of: connector.object, as: line)
            append(pen.set(fields, of: [connector.object], on: canvas))
        }
    }
}
