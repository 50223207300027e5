extension Canvas {
    /// What of the picture an operation touches.
    package struct Change: Equatable, Sendable {
        /// To be painted anew.
        package var areas: [DotRectangle] = []
        /// Ink that came to what is there already.
        package var additions: [Addition] = []
        package var isEverything = false
        /// Some text, or some shape, appeared, changed or vanished.
        package var touchesCells = false
        package var touchesTitle = false
        /// What somebody has cleared.
        package var cleared: [Operation.Slice] = []

        package init() {}

        package static var everything: Change {
            var change = Change()
            change.isEverything = true
            change.touchesCells = true
            return change
        }

        package var isEmpty: Bool { self == Change() }

        package mutating func merge(_ other: Change) {
            areas += other.areas
            additions += other.additions
            isEverything = isEverything || other.isEverything
            touchesCells = touchesCells || other.touchesCells
            touchesTitle = touchesTitle || other.touchesTitle
            cleared += other.cleared
        }
    }

    /// An object that appeared, or a stroke that grew from a point on.
    package struct Addition: Equatable, Sendable {
        package var slot: Int
        package var offset: UInt32
    }
}
