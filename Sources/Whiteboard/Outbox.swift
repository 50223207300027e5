/// What others are told without a guarantee, and how often.
struct Outbox {
    /// The pointer has moved since others were told.
    var isCursorStale = false
    /// The stroke has grown since others were told.
    var isPreviewStale = false
    private var cursorDue: Milliseconds = 0
    private var previewDue: Milliseconds = 0

    /// Thirty a second.
    static let cursorInterval: Milliseconds = 33
    /// Sixty a second: a frame.
    static let previewInterval: Milliseconds = 16

    var deadline: Milliseconds? {
        switch (isCursorStale, isPreviewStale) {
        case (false, false): nil
        case (true, false): cursorDue
        case (false, true): previewDue
        case (true, true): min(cursorDue, previewDue)
        }
    }

    /// True if the cursor is to be told now.
    mutating func takeCursor(at now: Milliseconds) -> Bool {
        guard isCursorStale, cursorDue <= now else { return false }
        isCursorStale = false
        cursorDue = now + Self.cursorInterval
        return true
    }

    /// True if the stroke is to be told now.
    mutating func takePreview(at now: Milliseconds) -> Bool {
        guard isPreviewStale, previewDue <= now else { return false }
        isPreviewStale = false
        previewDue = now + Self.previewInterval
        return true
    }
}
