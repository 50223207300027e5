package import InkCanvas
import TerminalUI

/// The application as a value: actions in, effects and frames out.
///
/// It knows neither a terminal nor a network nor a clock. After each `update` do the effects, and
/// come back with `Action.tick` at `deadline`.
package struct Whiteboard {
    var settings: Settings
    /// What the last action said the time is.
    var now: Milliseconds = 0
    var effects: [Effect] = []

    // What is shared.
    package internal(set) var session: SessionKey?
    package internal(set) var generation: UInt32 = 0
    package internal(set) var canvas = Canvas()
    var pen: Pen
    package internal(set) var roster: Roster
    var previews = Previews()
    var moves = Moves()
    var typings = Typings()
    var lasers = LaserTrails()
    var arrivals = Arrivals()
    var link = Link.alone
    var isSaved = false

    // What is on the screen.
    package internal(set) var viewport: Viewport
    /// Until then whoever appears was there before: we came to them.
    var arrivalEnd: Milliseconds = 0
    /// False until it is certain that the view shows what there is to see.
    var isViewSettled = true
    /// When to look whether the view should go to where the ink is.
    var settleDue: Milliseconds?
    var putDown: PutDown?
    /// Where the view was before a resize had to move it, and where it went.
    var viewBeforeResize: (origin: Dot, shown: Dot)?
    var isChromeHidden = false
    /// The first line of the help screen that is shown; nil while it is closed.
    var helpScroll: Int?
    var panel: Panel?
    var question: Question?
    /// When the card of the first start is to be shown; nil once it is gone.
    var cardStart: Milliseconds?
    /// Whose view is shown here.
    var following: AuthorID?
    /// Where somebody brings everyone, in a moment.
    var summons: Summons?
    var summonsSent: UInt32 = 0
    /// Where one has brought everyone, until it is told who came.
    var summoned: Summons?
    /// Whose ink and cursors this person does not want to see.
    var hiddenInk: [AuthorID] = []
    var hiddenCursors: [AuthorID] = []
    /// Until then an answer is meant for a question that was closed by others a moment ago.
    var lateAnswersEnd: Milliseconds = 0
    var notice: Notice?
    /// What the canvas looks like; the view brings it to the viewport.
    var raster: Raster

    // What this person is doing.
    package internal(set) var tool = Tool.pen
    var toolBefore = Tool.pen
    var shapeLook = Shape.Look.cells
    var isFilling = false
    /// The mark that the stamp tool puts.
    package internal(set) var stamp = Stamp.check
    package internal(set) var style: InkStyle
    package internal(set) var pointer = Dot(x: 0, y: 0)
    /// The keyboard moved the pointer last, so the terminal's own cursor shows it.
    var isPointerShown = false
    var isStepFine = false
    var gesture = Gesture.idle
    /// What was drawn last, if it is a box and nothing else has been begun: Enter labels it.
    var boxDrawnLast: ObjectID?
    package internal(set) var editor: TextEditor?
    /// The objects that are chosen, in the order in which they were.
    package internal(set) var selection: [ObjectID] = [] {
        didSet { if selection.isEmpty { isNudged = false } }
    }
    /// What is chosen was nudged: Space puts it down, whether or not it is yet.
    var isNudged = false
    /// What was copied, where it stood.
    var clipboard: [ObjectCopy] = []
    /// What comes along to the next canvas.
    var carried: [ObjectCopy] = []
    var clipboardCorner = Dot(x: 0, y: 0)
    /// The last press of the left button, to know the second of two.
    var lastPress: (cell: Position, time: Milliseconds)?
    /// The button that is down makes a double click, unless it is dragged.
    var isDoubleClick = false
    var outbox = Outbox()

    package init(_ settings: Settings, columns: Int, rows: Int, at now: Milliseconds) {
        self.settings = settings
        self.now = now
        viewport = Viewport(columns: columns, rows: rows)
        raster = Raster(viewport, of: canvas, columns: settings.scalarColumns)
        pen = Pen(author: settings.author)
        roster = Roster(me: settings.author, settings.person, settings.scalarColumns)
        cardStart = settings.isFirstStart ? now + Self.cardDelay : nil
        style = InkStyle(color: 1, width: 1, isSmoothed: true)
        viewport.show(Dot(x: 0, y: 0), in: layout.home)
        pointer = viewport.dot(at: layout.area.middle)
    }

    var columns: Int { viewport.columns }
    var rows: Int { viewport.rows }

    var layout: Layout {
        Layout(columns: columns, rows: rows, isChromeHidden: isChromeHidden)
    }

    /// Takes in what happened, and says what is to be done about it.
    package mutating func update(_ action: Action, at now: Milliseconds) -> [Effect] {
        self.now = max(self.now, now)
        switch action {
        case .terminal(let event): handle(event)
        case .sessionEntered(let key, let generation, let cause):
            enter(key, generation: generation, cause)
        case .entry(let key, let id, let body): receive(id, body, in: key)
        case .author(let key, let author, let person): meet(author, person, in: key)
        case .participantJoined(let id, let person), .participantChanged(let id, let person):
            join(id, person)
        case .participantLeft(let id, let departure): part(id, departure)
        case .ephemeral(let author, let key, let body): hear(author, key: key, body)
        case .link(let link): change(to: link)
        case .storage(let isSaved): self.isSaved = isSaved
        case .notice(let text): tell(text)
        case .moved(let author, let room, let exposure): moveIn(author, room, exposure)
        case .resumed: resume()
        case .leaving:
            endGesture()
            keepText()
        case .tick: break
        }
        advance()
        defer { effects = [] }
        return effects
    }

    mutating func emit(_ effect: Effect) {
        effects.append(effect)
    }

    /// Shows a notice in the top line for a while.
    mutating func tell(_ text: String, isRefusal: Bool = false) {
        notice = Notice(text: text, expiry: now + Notice.shown, isRefusal: isRefusal)
    }
}
