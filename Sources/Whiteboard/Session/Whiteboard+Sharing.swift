import InkCanvas

/// From a canvas that nobody else sees into a room of the network.
extension Whiteboard {
    mutating func share(_ room: String) {
        guard settings.exposure == .solo else {
            tell("this canvas is shared already, in \(settings.room)", isRefusal: true)
            return
        }
        endGesture()
        if editor != nil { keepText() }
        emit(.share(room: room))
    }

    /// Draws on in another room; what was drawn so far comes along as one action.
    mutating func moveIn(_ author: AuthorID, _ room: String, _ exposure: Settings.Exposure) {
        carried = canvas.visibleObjectIDs.compactMap { ObjectCopy($0, on: canvas) }
        settings.author = author
        pen = Pen(author: author)
        settings.room = room
        settings.exposure = exposure
        roster = Roster(me: author, settings.person, settings.scalarColumns)
        link = .alone
        session = nil
        tell(exposure == .solo ? "the room could not be entered" : "you are in \(room) now")
    }
}
