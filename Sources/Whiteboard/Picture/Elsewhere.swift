import InkCanvas

/// What a picture shows otherwise than the canvas has it: objects on their way, texts that are typed.
struct Elsewhere: Equatable {
    /// How far from where the canvas has it the text, note or stamp of a slot is shown.
    ///
    /// Ink is not shown at all.
    var steps: [Int: Dot] = [:]
    /// Texts in place of which there are drafts.
    var rewritten: Set<Int> = []
    var drafts: [Draft] = []

    /// A text, or a note, that is not on the canvas.
    struct Draft: Equatable {
        var text: String
        var position: Dot
        /// Of a note, in dots; 0 of a text.
        var noteWidth: UInt16
        var color: UInt8
    }
}
