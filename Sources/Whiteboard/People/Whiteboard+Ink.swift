import InkCanvas

/// Whose ink is what, and not seeing or clearing somebody's.
extension Whiteboard {
    /// Says who drew what is chosen or under the pointer, and when.
    mutating func tellWho() {
        endGesture()
        guard let object = (selection.last ?? objectUnderPointer).flatMap(canvas.object) else {
            tell("there is nothing under the pointer", isRefusal: true)
            return
        }
        let isMine = object.id.author == settings.author
        let name = isMine ? "you" : roster.displayName(of: object.id.author)
        let lock = object.isLocked ? "; locked" : ""
        tell("\(object.name) by \(name), \(age(of: object.entry))\(lock)")
    }

    private func age(of entry: EntryID) -> String {
        guard let time = arrivals.time(of: entry) else { return "before you came" }
        let minutes = (now - time) / 60_000
        return switch minutes {
        case 0: "just now"
        case 1..<60: "\(minutes) min ago"
        default: "\(minutes / 60) h ago"
        }
    }

    /// Shows somebody's ink no more, or again, to this person alone.
    mutating func toggleInk(of author: AuthorID) {
        let isHiding = !hiddenInk.contains(author)
        if isHiding { hiddenInk.append(author) } else { hiddenInk.removeAll { $0 == author } }
        let change = canvas.conceal(author, isHiding)
        raster.update(canvas, change)
        pruneSelection()
        let name = roster.displayName(of: author)
        tell(isHiding ? "the ink of \(name) is hidden from you alone" : "here is \(name)'s ink")
    }

    mutating func toggleCursor(of author: AuthorID) {
        if let place = hiddenCursors.firstIndex(of: author) {
            hiddenCursors.remove(at: place)
        } else {
            hiddenCursors.append(author)
        }
    }
}

extension CanvasObject {
    /// What it is, in a word.
    var name: String {
        switch kind {
        case .stroke: "stroke"
        case .text: "text"
        case .note: "note"
        case .stamp: "stamp"
        case .shape: shape?.kind.name ?? ""
        }
    }
}
