/// What a rasteriser needs, by slot: an object's number within this canvas, which never changes.
extension Canvas {
    /// Visible objects whose ink may be within a rectangle.
    package func slots(touching area: DotRectangle) -> [Int] { boxes.slots(touching: area) }

    /// The visible texts, notes and stamps that stand by themselves, in no particular order.
    package var visibleTexts: [Int] {
        textSlots.filter {
            let look = objects[$0].look
            return look.isVisible && !look.kind.isInk && look.target == nil
        }
    }

    /// The visible shapes, in no particular order.
    package var visibleShapes: [Int] {
        shapeSlots.filter { objects[$0].look.isVisible && objects[$0].look.kind == .shape }
    }

    /// A shape where it was moved to; nil for anything else, and where a part of it is rubbed out.
    package func wholeShape(of slot: Int) -> Shape? {
        guard objects[slot].look.hidden.isEmpty else { return nil }
        return shape(of: slot)
    }

    func shape(of slot: Int) -> Shape? {
        guard case .shape(let drawn, _) = objects[slot].birth?.content else { return nil }
        let look = objects[slot].look
        return (look.reshaped?.shape ?? drawn).moved(by: look.displacement)
    }

    package func kind(of slot: Int) -> CanvasObject.Kind { objects[slot].look.kind }
    package func stamp(of slot: Int) -> Stamp? { objects[slot].look.stamp }

    /// How a note is laid out.
    package func card(of slot: Int) -> Card {
        Card(text(of: slot), width: objects[slot].look.noteWidth)
    }

    package func pointCount(of slot: Int) -> Int { objects[slot].path.pointCount }
    package func color(of slot: Int) -> UInt8 { objects[slot].look.color }
    package func width(of slot: Int) -> UInt8 { objects[slot].look.width }
    package func box(around slot: Int) -> DotRectangle { boxes[slot] }

    /// Where a text, a note or a stamp stands.
    package func position(of slot: Int) -> Dot { objects[slot].look.place }

    package func text(of slot: Int) -> String {
        String(decoding: objects[slot].look.text, as: UTF8.self)
    }

    package func author(of slot: Int) -> AuthorID { objects[slot].id.author }

    package func order(of slot: Int) -> DrawingOrder {
        if let order = objects[slot].look.order { return order }
        guard let birth = objects[slot].birth else { return DrawingOrder(height: 0) }
        return DrawingOrder(.middle, objects[slot].precedence(of: birth))
    }

    /// The lines of a stroke's visible ink, from a point (and the one before it) on.
    ///
    /// Lines wholly outside `area` may be left out; nil asks for all.
    package func trace(
        _ slot: Int, from offset: UInt32 = 0, within area: DotRectangle? = nil,
        into lines: inout InkLines
    ) {
        lines.removeAll()
        let look = objects[slot].look
        guard look.isVisible, look.kind.isInk else { return }
        let reach = area?.grown(by: Int32(look.width) / 2 + 2)
        let isInside = reach?.contains(boxes[slot]) ?? true
        let showing = InkLines.Showing(
            displacement: look.displacement, isSmooth: look.isSmooth, hidden: look.hidden,
            area: isInside ? nil : reach)
        if offset > 0, look.kind == .stroke, objects[slot].stroke.isWhole, !look.isSmooth {
            lines.add(objects[slot].stroke.tail(from: offset), showing)
            return
        }
        lines.add(objects[slot].path, showing)
    }
}
