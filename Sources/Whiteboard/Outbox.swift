/// What others are told without a guarantee, and how often.
struct Outbox {
    /// The pointer has moved since others were told.
    var isCursorStale = false
    /// The stroke has grown since others were told.
    var isPreviewStale = false
    private var cursorDue: Milliseconds = 0
    private var previewDue: Milliseconds = 0
    /// When what is under way is to be told again, though it is as it was; nil: never.
    private var previewRefreshDue: Milliseconds?
    /// What was told of the view.
    private var view: ViewMessage?
    private var viewDue: Milliseconds = 0
    /// What the view is now, if it could not be told yet.
    private var isViewLate = false

    /// Thirty a second.
    static let cursorInterval: Milliseconds = 33
    /// Ten a second.
    static let viewInterval: Milliseconds = 100
    /// Sixty a second: a frame.
    static let previewInterval: Milliseconds = 16

    var deadline: Milliseconds? {
        let due = [
            isCursorStale ? cursorDue : nil, isPreviewStale ? previewDue : nil,
            isViewLate ? viewDue : nil, previewRefreshDue,
        ]
        return due.compactMap(\.self).min()
    }

    /// True if the cursor is to be told now.
    mutating func takeCursor(at now: Milliseconds) -> Bool {
        guard isCursorStale, cursorDue <= now else { return false }
        isCursorStale = false
        cursorDue = now + Self.cursorInterval
        return true
    }

    /// True if the view is news, and is to be told now.
    mutating func takeView(_ view: ViewMessage, at now: Milliseconds) -> Bool {
        isViewLate = view != self.view && viewDue > now
        guard view != self.view, !isViewLate else { return false }
        self.view = view
        viewDue = now + Self.viewInterval
        return true
    }

    /// Somebody has not heard of the view yet.
    mutating func forgetView() {
        view = nil
    }

    /// True if what is under way is to be told now; it lives so long with those who hear of it, nil
    /// if there is nothing.
    mutating func takePreview(livingFor life: Milliseconds?, at now: Milliseconds) -> Bool {
        if life == nil { previewRefreshDue = nil }
        if let due = previewRefreshDue, due <= now { isPreviewStale = true }
        guard isPreviewStale, previewDue <= now else { return false }
        isPreviewStale = false
        previewDue = now + Self.previewInterval
        previewRefreshDue = life.map { now + $0 / 2 }
        return true
    }
}
