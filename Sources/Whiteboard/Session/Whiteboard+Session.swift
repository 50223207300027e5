import InkCanvas
import TerminalUI

/// What comes from the session: other canvases, entries, people and news of them.
extension Whiteboard {
    // MARK: - Canvases

    /// Begins with another canvas: nothing of the one before comes along, but text being typed.
    mutating func enter(_ key: SessionKey, generation: UInt32, _ cause: SessionCause) {
        guard key != session else { return }
        abandonGesture()
        session = key
        self.generation = generation
        canvas = Canvas()
        switch cause {
        case .adopted, .yielded: pen.enterSession(bringsAlong: true)
        case .founded, .rotated: pen.enterSession(bringsAlong: false)
        }
        raster = Raster(viewport, of: canvas, columns: settings.scalarColumns)
        previews = Previews()
        moves = Moves()
        putDown = nil
        typings = Typings()
        selection = []
        boxDrawnLast = nil
        lasers = LaserTrails()
        arrivals = Arrivals()
        summons = nil
        summoned = nil
        for author in hiddenInk { _ = canvas.conceal(author, true) }
        panel = nil
        roster.forgetCursors()
        if editor == nil { viewport.show(Dot(x: 0, y: 0), in: layout.home) }
        if cause == .adopted {
            arrivalEnd = now + Self.arrival
            tellArrival()
        }
        announce(cause)
        if question != nil { lateAnswersEnd = now + Self.lateAnswers }
        question = nil
        isViewSettled = editor != nil
        settleDue = nil
        if !carried.isEmpty {
            draw(carried, movedBy: Dot(x: 0, y: 0))
            carried = []
            choose(toolBefore == .select ? .pen : toolBefore)
        }
    }

    /// How long somebody goes on answering a question that has gone.
    private static let lateAnswers: Milliseconds = 1500

    /// Ends what is being drawn with the canvas it is on; the button that is held draws no more.
    private mutating func abandonGesture() {
        switch gesture {
        case .idle: break
        default: gesture = isKeyboardDown ? .idle : .ignored
        }
        outbox.isPreviewStale = false
    }

    private mutating func announce(_ cause: SessionCause) {
        let canvas = "canvas \(UInt64(generation) + 1)"
        let news: String? =
            switch cause {
            case .founded, .adopted: nil
            case .rotated(by: settings.author): "you opened \(canvas)"
            case .rotated(by: let author?): "\(roster.displayName(of: author)) opened \(canvas)"
            case .rotated(by: nil): "\(canvas) was opened"
            case .yielded: "joined the others on \(canvas)"
            }
        guard let news else { return }
        tell(question == nil ? news : "\(news): no need to open another")
    }

    mutating func askForNewCanvas() {
        endGesture()
        guard let session else { return }
        question = .newCanvas(session)
    }

    mutating func answer(_ isYes: Bool) {
        guard let question else { return }
        self.question = nil
        switch question {
        case .newCanvas(let session): if isYes { emit(.newCanvas(from: session)) }
        case .clear: if isYes { append(pen.clear(canvas)) }
        case .clearInk(let id, _):
            if isYes { append(pen.clear(inkOf: id, on: canvas)) }
        case .editToo(let object, _): if isYes { openEditor(on: object) }
        case .quit: if isYes { emit(.quit) }
        }
    }

    /// There is ink on the canvas that would be gone with this program.
    var isInkOnlyHere: Bool {
        roster.count == 1 && !isSaved && canvas.bounds != nil
    }

    // MARK: - Entries

    mutating func receive(_ id: EntryID, _ body: [UInt8], in key: SessionKey) {
        guard key == session else { return }
        closeCard()
        let change = canvas.apply(body, as: id)
        tellOfClearing(change.cleared, by: id.author)
        if id.author == settings.author {
            putDown?.entriesLeft -= 1
            if putDown?.entriesLeft == 0 { putDown = nil }
        }
        arrivals.note(id, at: isCatchingUp ? nil : now)
        raster.update(canvas, change)
        pruneSelection()
        moves.removeAll(of: id.author)
        typings.removeAll(of: id.author)
        previews.removeCovered(of: id.author, by: canvas)
        if !isViewSettled, settleDue == nil { settleDue = now + Self.settleInterval }
    }

    /// Says who took ink away, unless that was long ago.
    private mutating func tellOfClearing(_ slices: [Operation.Slice], by author: AuthorID) {
        guard !slices.isEmpty, author != settings.author, !isCatchingUp else { return }
        let name = roster.displayName(of: author)
        let whose = slices.count == 1 ? slices.first?.author : nil
        switch whose {
        case settings.author?: tell("\(name) cleared your ink")
        case let other? where roster.count > 2:
            tell("\(name) cleared the ink of \(roster.displayName(of: other))")
        default: tell("\(name) cleared the canvas")
        }
    }

    /// What comes now was drawn before we came.
    private var isCatchingUp: Bool {
        if case .catchingUp = link { return true }
        return now < arrivalEnd
    }

    mutating func meet(_ author: AuthorID, _ person: Person, in key: SessionKey) {
        roster.remember(author, person)
        guard key == session else { return }
        let change = canvas.introduce(author, as: person.id)
        raster.update(canvas, change)
    }

    /// How long after the first ink it is decided where the view opens.
    private static let settleInterval: Milliseconds = 300

    /// Goes to the newest ink if there is none to see where the view opened.
    mutating func settleView() {
        settleDue = nil
        if case .catchingUp = link {
            settleDue = now + Self.settleInterval
            return
        }
        isViewSettled = true
        guard let newest = canvas.newestObject,
            canvas.slots(touching: viewport.area(of: layout.area)).isEmpty
        else { return }
        viewport.show(newest.box.center, in: layout.area.middle)
        pointer = viewport.dot(at: layout.area.middle)
        let key = KeyTable.entry(for: .goToOrigin)?.label ?? ""
        tell("here is the newest ink; \(key) goes to the origin")
    }

    // MARK: - People

    mutating func join(_ id: AuthorID, _ person: Person) {
        guard roster.put(id, person) else { return }
        if now < arrivalEnd {
            takeFreeColor()
            tellArrival()
        } else {
            tell("\(roster.displayName(of: id)) is here")
        }
        outbox.isCursorStale = true
        if editor != nil { outbox.isPreviewStale = true }
        outbox.forgetView()
    }

    /// How long it takes to hear of those who are in a session that one has found.
    private static let arrival: Milliseconds = 1500

    /// Whom one has come to: they were here already.
    private mutating func tellArrival() {
        let names = roster.others.map { roster.displayName(of: $0.id) }
        if let list = names.listed { tell("you joined \(list)") }
    }

    mutating func part(_ id: AuthorID, _ departure: Departure) {
        guard roster.contains(id), id != settings.author else { return }
        if departure == .left { tell("\(roster.displayName(of: id)) left") }
        roster.remove(id, departure, at: now)
        previews.removeAll(of: id)
        moves.removeAll(of: id)
        typings.removeAll(of: id)
        lasers.removeAll(of: id)
        if following == id { following = nil }
    }

    mutating func hear(_ author: AuthorID, key: UInt32, _ body: [UInt8]) {
        guard author != settings.author, roster.contains(author) else { return }
        switch key {
        case CursorMessage.key:
            guard let message = CursorMessage(decoding: body) else { return }
            roster.point(author, message, at: now)
            if following == author, roster.view(of: author) == nil { showFollowed() }
        case StrokePreview.key:
            guard let preview = StrokePreview(decoding: body), preview.sessionTag == session?.tag
            else { return }
            previews.put(preview, from: author, at: now)
            previews.removeCovered(of: author, by: canvas)
        case ShapePreview.key:
            guard let preview = ShapePreview(decoding: body), preview.sessionTag == session?.tag
            else { return }
            previews.put(preview, from: author, at: now)
            previews.removeCovered(of: author, by: canvas)
        case MovePreview.key:
            guard let preview = MovePreview(decoding: body), preview.sessionTag == session?.tag
            else { return }
            moves.put(preview, from: author, on: canvas, at: now)
        case TypingMessage.key:
            guard let message = TypingMessage(decoding: body),
                message.sessionTag == session?.tag
            else { return }
            typings.put(message, from: author, at: now)
        case LaserMessage.key:
            guard let message = LaserMessage(decoding: body), message.sessionTag == session?.tag
            else { return }
            lasers.put(message, from: author, at: now)
        case ViewMessage.key:
            guard let view = ViewMessage(decoding: body), view.sessionTag == session?.tag
            else { return }
            roster.look(author, at: view)
            if following == author { showFollowed() }
        case ViewMessage.summonsKey:
            if let message = ViewMessage(decoding: body) { hearSummons(message, from: author) }
        default: break
        }
    }

    mutating func change(to link: Link) {
        self.link = link
        if !isViewSettled, canvas.entryCount > 0 { settleView() }
    }
}

extension [String] {
    /// Some names in a sentence, of many only three; nil if there are none.
    var listed: String? {
        var names = self
        if names.count > 4 { names.replaceSubrange(3..., with: ["\(names.count - 3) more"]) }
        guard let last = names.popLast() else { return nil }
        return names.isEmpty ? last : "\(names.joined(separator: ", ")) and \(last)"
    }
}
