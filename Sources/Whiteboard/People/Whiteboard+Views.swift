import InkCanvas
import TerminalUI

/// Looking where others look, and letting them look here.
extension Whiteboard {
    /// The dot in the middle of what is shown.
    private var center: Dot { viewport.dot(at: layout.area.middle) }

    /// Shows what somebody else sees in the middle of their screen.
    private mutating func show(_ center: Dot, _ zoom: Zoom) {
        let cell = viewport.cell(of: pointer)
        viewport.zoom = zoom
        viewport.show(center, in: layout.area.middle)
        viewIsSettled()
        guard case .idle = gesture, editor == nil else { return }
        point(to: viewport.dot(at: layout.area.nearest(to: cell)))
    }

    // MARK: - Following

    /// Follows the next person after the one that is followed; after the last one, nobody.
    mutating func followNext() {
        let ids = roster.others.map(\.id)
        let place = following.flatMap(ids.firstIndex).map { $0 + 1 } ?? 0
        guard !ids.isEmpty else {
            tell("nobody else is here to follow", isRefusal: true)
            return
        }
        if ids.indices.contains(place) { follow(ids[place]) } else { stopFollowing() }
    }

    mutating func follow(_ id: AuthorID) {
        endGesture()
        following = id
        tell("following \(roster.displayName(of: id)); panning or Esc stops")
        showFollowed()
    }

    mutating func stopFollowing() {
        guard let following else { return }
        self.following = nil
        tell("no longer following \(roster.displayName(of: following))")
    }

    /// Shows what the one who is followed sees, or at least where they point.
    mutating func showFollowed() {
        guard let somebody = roster.others.first(where: { $0.id == following }) else { return }
        if let view = somebody.view {
            show(view.center, view.zoom)
        } else if let cursor = somebody.cursor {
            show(cursor.position, viewport.zoom)
        }
    }

    // MARK: - Bringing everyone

    mutating func bringEveryone() {
        guard let session else { return }
        guard roster.count > 1 else {
            tell("nobody else is here", isRefusal: true)
            return
        }
        summonsSent += 1
        let message = ViewMessage(
            session: session, center: center, zoom: viewport.zoom, summons: summonsSent)
        emit(
            .ephemeral(
                key: ViewMessage.summonsKey, body: message.encoded,
                timeToLive: ViewMessage.summonsTimeToLive))
        summoned = Summons(
            by: settings.author, message: message, due: now + Summons.delay + Summons.patience)
        tell("everyone is brought here, unless they decline")
    }

    /// Says who came where one brought everyone.
    mutating func tellWhoCame() {
        guard let message = summoned?.message else { return }
        summoned = nil
        let reach = DotRectangle(message.center).grown(by: 2 * viewport.cellSize.y)
        let away = roster.others.filter { somebody in
            guard let view = somebody.view else { return false }
            return view.zoom != message.zoom || !reach.contains(DotRectangle(view.center))
        }.map { roster.displayName(of: $0.id) }
        guard let names = away.listed else {
            tell("everyone is here")
            return
        }
        tell(away.count == 1 ? "\(names) stays elsewhere" : "\(names) stay elsewhere")
    }

    mutating func hearSummons(_ message: ViewMessage, from author: AuthorID) {
        guard let number = message.summons, message.sessionTag == session?.tag,
            roster.takeSummons(number, of: author)
        else { return }
        summons = Summons(by: author, message: message, due: now + Summons.delay)
        tell("\(roster.displayName(of: author)) brings everyone there; Esc declines")
    }

    /// Goes where one was brought, unless something is being done here.
    mutating func followSummons() {
        guard let summons else { return }
        self.summons = nil
        guard case .idle = gesture, editor == nil else { return }
        following = nil
        show(summons.message.center, summons.message.zoom)
        tell("here is where \(roster.displayName(of: summons.author)) brings everyone")
    }

    // MARK: - Telling

    /// Tells others what is shown here, if that is news.
    mutating func sendView() {
        guard let session, layout.kind != .tooSmall else { return }
        let message = ViewMessage(session: session, center: center, zoom: viewport.zoom)
        guard outbox.takeView(message, at: now) else { return }
        emit(
            .ephemeral(
                key: ViewMessage.key, body: message.encoded, timeToLive: ViewMessage.timeToLive))
    }

    // MARK: - All of it

    /// Shows all there is, as large as it fits.
    mutating func fitAll() {
        guard let bounds = canvas.bounds else {
            tell("nothing is drawn yet", isRefusal: true)
            return
        }
        endGesture()
        let open = layout.openArea
        let zooms = Zoom.steps.reversed().filter { $0.exponent <= 0 }
        viewport.zoom =
            zooms.first { zoom in
                viewport.zoom = zoom
                let box = viewport.rectangle(of: bounds)
                return box.columns <= open.columns && box.rows <= open.rows
            } ?? zooms[zooms.endIndex - 1]
        viewport.show(bounds.center, in: open.middle)
        viewIsSettled()
        point(to: viewport.dot(at: open.middle))
    }
}

/// Somebody wants everybody to see what they see.
struct Summons {
    let author: AuthorID
    let message: ViewMessage
    /// When to go there.
    let due: Milliseconds

    static let delay: Milliseconds = 2000
    /// How long it takes until others are known to have come.
    static let patience: Milliseconds = 700

    init(by author: AuthorID, message: ViewMessage, due: Milliseconds) {
        self.author = author
        self.message = message
        self.due = due
    }
}
