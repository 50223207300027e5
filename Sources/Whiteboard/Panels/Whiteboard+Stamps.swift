import InkCanvas
import TerminalUI

/// Marks, put at a place or on an object.
extension Whiteboard {
    var stampsContent: PanelContent {
        let items = Stamp.allCases.enumerated().map { index, stamp in
            PanelContent.Item(
                parts: [
                    ("\(index + 1) ", .plain), (stampSign(stamp), Style(.ink(style.color))),
                ], command: .stamp(stamp), key: Unicode.Scalar(UInt8(0x31 + index)))
        }
        return PanelContent(title: "stamp", items: items, itemsPerLine: items.count)
    }

    /// A mark as it is shown here.
    func stampSign(_ stamp: Stamp) -> String {
        guard settings.isASCII else { return String(stamp.mark) }
        return switch stamp {
        case .check: "v"
        case .cross: "x"
        case .star: "*"
        case .question: "?"
        case .heart: "&"
        }
    }

    /// Takes a mark to put: at once on what is chosen, else with each click.
    mutating func choose(_ stamp: Stamp) {
        self.stamp = stamp
        guard !selection.isEmpty else {
            tool = .stamp
            return
        }
        pen.beginGesture()
        for object in selection { put(stamp, on: object) }
        pen.endGesture()
        tool = .select
    }

    /// Puts the mark where the pointer is: on what is there, if there is something.
    mutating func putStamp() {
        guard session != nil else { return }
        if let object = objectUnderPointer {
            put(stamp, on: object)
        } else {
            append(pen.stamp(stamp, .at(pointer), style: style, on: canvas).bodies)
        }
    }

    /// A mark on a mark goes where that stands.
    private mutating func put(_ stamp: Stamp, on id: ObjectID) {
        let target = canvas.object(id)?.target ?? id
        append(pen.stamp(stamp, .on(target), style: style, on: canvas).bodies)
    }
}
