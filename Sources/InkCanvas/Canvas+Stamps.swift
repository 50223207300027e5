/// Stamps that stand on objects.
extension Canvas {
    /// The marks on a visible object, each once, in the order of `Stamp`.
    package func stamps(on id: ObjectID) -> [StampCount] {
        knownSlot(id).map(stamps) ?? []
    }

    /// The marks of one object, side by side with a blank between them.
    package struct Badge: Sendable {
        /// The object's slot.
        package var slot: Int
        /// Where the first of them stands.
        package var place: Dot
        /// Of the topmost.
        package var order: DrawingOrder
        package var stamps: [StampCount]

        /// Where each mark stands.
        var boxes: [DotRectangle] {
            var place = place
            return stamps.map { count in
                let columns = Int32(count.text.unicodeScalars.count)
                defer { place.x += 2 * (columns + 1) }
                return TextExtent.cells(columns: columns, at: place)
            }
        }
    }

    /// The marks on all visible objects.
    package var badges: [Badge] { stampedSlots.compactMap(badge) }

    /// The marks on one visible object.
    package func badge(on slot: Int) -> Badge? {
        let stamps = stamps(on: slot)
        let top = stamps.compactMap { knownSlot($0.top) }.map(order).max()
        return top.map {
            Badge(slot: slot, place: badgePlace(of: slot), order: $0, stamps: stamps)
        }
    }

    private func stamps(on slot: Int) -> [StampCount] {
        guard objects[slot].look.isVisible, let attached = attached[slot] else { return [] }
        let standing = attached.filter {
            objects[$0].look.isVisible && objects[$0].look.target == objects[slot].id
        }
        return Stamp.allCases.compactMap { stamp in
            let same = standing.filter { objects[$0].look.stamp == stamp }
            return same.max { order(of: $0) < order(of: $1) }.map { top in
                StampCount(
                    stamp: stamp, count: same.count, top: objects[top].id, color: color(of: top))
            }
        }
    }

    /// To the right of an object's top right corner.
    func badgePlace(of slot: Int) -> Dot {
        let box = boxes[slot]
        switch objects[slot].look.kind {
        case .text: return Dot(x: box.maxX + 3, y: box.minY)
        case .note: return Dot(x: box.maxX + 1, y: box.minY)
        case .stroke, .shape:
            let margin = margin(of: objects[slot].look)
            return Dot(x: box.maxX - margin + 2, y: box.minY + margin)
        case .stamp: return objects[slot].look.place
        }
    }

    func box(around badge: Badge) -> DotRectangle {
        badge.boxes.reduce(.empty) { $0.union($1) }
    }

    /// The topmost stamp on an object of those whose mark is near a dot.
    func stamp(touching area: DotRectangle) -> Int? {
        let near = badges.flatMap { badge in
            zip(badge.stamps, badge.boxes).compactMap { count, box in
                box.intersects(area) ? knownSlot(count.top) : nil
            }
        }
        return near.max { order(of: $0) < order(of: $1) }
    }
}
