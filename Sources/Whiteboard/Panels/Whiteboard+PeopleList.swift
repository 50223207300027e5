import InkCanvas
import TerminalUI

/// Who is here, who has ink here, and what can be done about it.
extension Whiteboard {
    var peopleContent: PanelContent {
        let here = roster.others.map(\.id)
        let gone = canvas.inkAuthors.filter { !here.contains($0) && $0 != settings.author }
        let items = ([settings.author] + here + gone).map { id in
            let isGone = gone.contains(id)
            let person = roster.person(of: id)
            let mark = isGone ? " " : String(marker(of: id))
            let style = Style(person.map { .ink($0.color) } ?? .standard)
            let name = (id == settings.author ? "you " : "") + roster.displayName(of: id)
            return PanelContent.Item(
                parts: [("\(mark) \(name)", style), (remark(on: id, isGone: isGone), .plain)],
                command: .openPerson(id))
        }
        return PanelContent(
            title: roster.count == 1 ? "alone" : "\(roster.count) here", items: items)
    }

    private func remark(on id: AuthorID, isGone: Bool) -> String {
        var remarks: [String] = []
        if isGone { remarks.append("left") }
        if hiddenInk.contains(id) { remarks.append("ink hidden") }
        if hiddenCursors.contains(id) { remarks.append("cursor hidden") }
        if following == id { remarks.append("followed") }
        return remarks.isEmpty ? "" : "  " + remarks.joined(separator: ", ")
    }

    func personContent(_ id: AuthorID) -> PanelContent {
        var items: [PanelContent.Item] = []
        func add(_ text: String, _ command: Command) {
            items.append(PanelContent.Item(parts: [(text, .plain)], command: command))
        }
        if roster.others.contains(where: { $0.id == id }) {
            add("follow", .follow(id))
            let isHidden = hiddenCursors.contains(id)
            add(
                isHidden ? "show their cursor again" : "hide their cursor from me",
                .toggleCursor(id))
        }
        if id != settings.author {
            let isHidden = hiddenInk.contains(id)
            add(isHidden ? "show their ink again" : "hide their ink from me", .toggleInk(id))
        }
        add(id == settings.author ? "clear my ink" : "clear their ink for everybody", .clearInk(id))
        return PanelContent(title: roster.displayName(of: id), items: items)
    }
}
