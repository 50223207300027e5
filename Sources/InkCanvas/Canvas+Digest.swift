extension Canvas {
    /// A hash of the objects in effect and their order; equal wherever the entries are equal.
    package var pictureDigest: UInt64 {
        var sum: UInt64 = 0
        for slot in objects.indices where objects[slot].look.isVisible {
            sum &+= fingerprint(of: slot)
        }
        var titled = Fingerprint()
        titled.add(sum)
        titled.add(Array(title.utf8))
        return titled.mixed
    }

    /// Includes the place in the order, so that a sum over objects tells orders apart.
    private func fingerprint(of slot: Int) -> UInt64 {
        let look = objects[slot].look
        var fingerprint = Fingerprint()
        fingerprint.add(objects[slot].id.author.rawValue)
        fingerprint.add(UInt64(objects[slot].id.number))
        order(of: slot).add(to: &fingerprint)
        fingerprint.add(UInt64(look.color) << 16 | UInt64(look.width) << 8)
        fingerprint.add(
            (look.isSmooth ? 1 : 0) | (look.isLocked ? 2 : 0) | UInt64(look.kind.rawValue) << 2
                | UInt64(look.noteWidth) << 8)
        fingerprint.add(look.place)
        fingerprint.add(look.text)
        for range in look.hidden {
            fingerprint.add(UInt64(range.lowerBound) << 32 | UInt64(range.upperBound))
        }
        if let shape = shape(of: slot) {
            fingerprint.add(
                UInt64(shape.kind.rawValue) << 16 | UInt64(shape.look.rawValue) << 8
                    | UInt64(shape.weight.rawValue) | (shape.isFilled ? 1 << 24 : 0))
        }
        if let stamp = look.stamp { fingerprint.add(UInt64(stamp.rawValue)) }
        if let target = look.target {
            fingerprint.add(target.author.rawValue)
            fingerprint.add(UInt64(target.number))
        }
        if look.kind.isInk {
            for run in objects[slot].path.runs {
                fingerprint.add(UInt64(run.offset))
                for point in run.points { fingerprint.add(point) }
            }
        }
        return fingerprint.mixed
    }
}
