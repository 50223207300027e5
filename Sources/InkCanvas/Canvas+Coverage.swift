extension Canvas {
    /// How many points of a stroke or a shape are known from its beginning on, without a gap.
    ///
    /// They are counted whether or not they can be seen: what says more of them is not needed.
    package func knownPointCount(of id: ObjectID) -> UInt32 {
        guard let slot = knownSlot(id) else { return 0 }
        return objects[slot].path.knownFromStart
    }
}
