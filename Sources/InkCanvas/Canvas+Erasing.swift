extension Canvas {
    /// A part of a stroke that an eraser took, as an operation hides it.
    package struct Rubbing: Equatable, Sendable {
        package var object: ObjectID
        package var extent: Operation.Extent
    }

    /// What an eraser of a radius rubs out along a path: ranges of strokes, or all that was left
    /// of them; a shape goes whole; never text, notes or stamps, never what is locked.
    package func rubbings(along path: [Dot], radius: Int32) -> [Rubbing] {
        let eraser = Eraser(path: path, radius: radius)
        let slots = slots(touching: eraser.area).filter {
            objects[$0].look.kind.isInk && !objects[$0].look.isLocked
        }
        return slots.sorted { objects[$0].id < objects[$1].id }.compactMap { slot in
            let rubbed = ranges(of: slot, under: eraser)
            guard !rubbed.isEmpty else { return nil }
            let stroke = objects[slot].path
            let all = (rubbed + objects[slot].look.hidden).normalized
            let isAll =
                objects[slot].look.kind == .shape
                || (stroke.isEnded && stroke.isCovered(by: all))
            return Rubbing(object: objects[slot].id, extent: isAll ? .whole : .ranges(rubbed))
        }
    }

    /// The ranges of a stroke's shown ink that lie under an eraser.
    func ranges(of slot: Int, under eraser: Eraser) -> [Range<UInt32>] {
        let look = objects[slot].look
        let area = eraser.area.grown(by: Int32(look.width))
        var ranges: [Range<UInt32>] = []
        var ink = InkPath()
        for run in objects[slot].path.runs {
            ink.load(
                run.points[...], offset: run.offset, movedBy: look.displacement,
                isSmooth: look.isSmooth)
            var place = ink.start
            while place <= ink.end {
                if place % InkPath.stepsPerSegment == 0, !ink.mayReach(area, at: place) {
                    place += InkPath.stepsPerSegment
                    continue
                }
                if eraser.reaches(ink.position(at: place), width: look.width),
                    !look.hidden.contains(where: { $0.contains(place) })
                {
                    ranges.append((place > ink.start ? place - 1 : place)..<place + 1)
                }
                place += 1
            }
        }
        return ranges.normalized
    }
}
