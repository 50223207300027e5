import InkCanvas

/// Ids as the lines of `inkcast pipe` spell them.
enum PipeNames {
    static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    static func name(_ object: ObjectID) -> String {
        "\(hex(object.author.rawValue)):\(object.number)"
    }

    static func object(_ name: String) -> ObjectID? {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 16, let author = UInt64(parts[0], radix: 16),
            let number = UInt32(parts[1])
        else { return nil }
        return ObjectID(author: AuthorID(rawValue: author), number: number)
    }
}

extension Shape.Weight {
    /// As scripts know it.
    var name: String {
        switch self {
        case .light: "light"
        case .heavy: "heavy"
        case .double: "double"
        case .dashed: "dashed"
        }
    }
}

extension CanvasObject {
    /// Its kind, as scripts know it.
    var kindName: String {
        switch kind {
        case .stroke: "stroke"
        case .text: "text"
        case .shape: shape?.kind.name ?? ""
        case .note: "note"
        case .stamp: "stamp"
        }
    }
}

extension Operation {
    /// The operation's name, as a script knows it.
    var name: String {
        switch self {
        case .segment: "segment"
        case .text: "text"
        case .shape(_, let shape, _): shape.kind.name
        case .note: "note"
        case .stamp: "stamp"
        case .set: "set"
        case .hide: "hide"
        case .clear: "clear"
        case .undo: "undo"
        case .title: "title"
        case .opaque: "opaque"
        }
    }

    /// The object that the operation makes or changes.
    func object(of author: AuthorID) -> ObjectID? {
        switch self {
        case .segment(let number, _, _, _, _), .text(let number, _, _, _),
            .shape(let number, _, _), .note(let number, _, _, _, _), .stamp(let number, _, _, _):
            ObjectID(author: author, number: number)
        case .set(let object, _), .hide(let object, _): object
        case .clear, .undo, .title, .opaque: nil
        }
    }
}
