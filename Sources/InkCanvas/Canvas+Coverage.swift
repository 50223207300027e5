extension Canvas {
    /// How many points of a stroke or a shape are known from its beginning on, without a gap.
    ///
    /// They are counted whether or not they can be seen: what says more of them is not needed.
    package func knownPointCount(of id: ObjectID) -> UInt32 {
        guard let slot = objectSlots[id] else { return 0 }
        let stroke = objects[slot].path
        if stroke.isWhole { return stroke.end }
        guard let first = stroke.runs.first, first.offset == 0 else { return 0 }
        return first.end
    }
}
