import InkCanvas

/// What a person has chosen and would choose again, kept from one start to the next.
package struct Preferences: Hashable, Sendable {
    package var name: String
    /// A colour of the palette, 1 to 64.
    package var color: UInt8
    package var glyphs: GlyphSet
    package var hasHints: Bool

    package init(name: String, color: UInt8, glyphs: GlyphSet, hasHints: Bool) {
        self.name = name
        self.color = color
        self.glyphs = glyphs
        self.hasHints = hasHints
    }

    package init(_ settings: Settings) {
        self.init(
            name: settings.person.name, color: settings.person.color, glyphs: settings.glyphs,
            hasHints: settings.hasHints)
    }
}

extension Whiteboard {
    /// Changes something, and has it kept.
    private mutating func prefer(_ change: (inout Settings) -> Void) {
        let before = settings.person
        change(&settings)
        emit(.keep(Preferences(settings)))
        guard settings.person != before else { return }
        var person = settings.person
        // A colour that was taken for the session stays until another is chosen.
        if person.color == before.color { person.color = roster.me.person.color }
        roster.changeMe(person)
        emit(.introduce(person))
    }

    mutating func rename(_ name: String) {
        prefer { $0.person.name = name }
        tell("you are \(roster.displayName(of: settings.author)) now")
    }

    /// Takes a colour for the cursor; nil is the next of the first eight.
    mutating func recolor(_ color: UInt8?) {
        let next = roster.me.person.color % UInt8(Rail.swatchCount) + 1
        prefer { $0.person.color = color ?? next }
    }

    /// Takes a colour that nobody here has, for as long as it lasts.
    mutating func takeFreeColor() {
        var person = roster.me.person
        let taken = Set(roster.others.map(\.person.color))
        guard settings.mayChangeColor, taken.contains(person.color),
            let free = (2...UInt8(Rail.swatchCount)).first(where: { !taken.contains($0) })
        else { return }
        person.color = free
        roster.changeMe(person)
        emit(.introduce(person))
    }

    /// Draws ink with other characters; nil is the next kind.
    mutating func choose(glyphs: GlyphSet?) {
        guard settings.canChooseGlyphs else {
            tell("this terminal takes ASCII only", isRefusal: true)
            return
        }
        let all = GlyphSet.allCases
        let place = all.firstIndex(of: settings.glyphs) ?? 0
        prefer { $0.glyphs = glyphs ?? all[(place + 1) % all.count] }
    }

    mutating func toggleHints() {
        prefer { $0.hasHints.toggle() }
    }

    // MARK: - First start

    /// How long the card is shown if nothing happens.
    static let cardShown: Milliseconds = 10_000
    /// Until then it may be that ink comes which was there before.
    static let cardDelay: Milliseconds = 500

    /// When the card that is shown at the first start comes, or goes.
    var cardDeadline: Milliseconds? {
        guard let start = cardStart else { return nil }
        return start > now ? start : start + Self.cardShown
    }

    var isCardShown: Bool {
        guard let start = cardStart, session != nil else { return false }
        return start <= now && canvas.bounds == nil && layout.kind >= .narrow
    }

    /// Puts the card away for good.
    mutating func closeCard() {
        guard cardStart != nil else { return }
        cardStart = nil
        emit(.keep(Preferences(settings)))
    }
}
