/// One line of `inkcast pipe`'s input; unknown keys are ignored.
struct PipeCommand {
    let `do`: String
    let points: [[Int32]]?
    let at: [Int32]?
    let color: UInt8?
    let width: Int?
    let text: String?
    let title: String?
    let object: String?
    let position: [Int32]?
    let locked: Bool?
    let z: String?
    let radius: Int32?
    let from: [Int32]?
    let to: [Int32]?
    let look: String?
    let line: String?
    let filled: Bool?
    let mark: String?
    let path: String?
    let columns: Int?
    let rows: Int?
    let zoom: Double?
    let glyphs: String?
    let `for`: String?
    let count: Int?
    let seconds: Double?
}

extension PipeCommand {
    /// The command that a line of JSON is.
    init(line: [UInt8]) throws(PipeError) {
        guard case .object(let keys) = JSON(line), let name: String = try Self.value(keys["do"])
        else { throw .notACommand }
        `do` = name
        points = try Self.value(keys["points"])
        at = try Self.value(keys["at"])
        color = try Self.value(keys["color"])
        width = try Self.value(keys["width"])
        text = try Self.value(keys["text"])
        title = try Self.value(keys["title"])
        object = try Self.value(keys["object"])
        position = try Self.value(keys["position"])
        locked = try Self.value(keys["locked"])
        z = try Self.value(keys["z"])
        radius = try Self.value(keys["radius"])
        from = try Self.value(keys["from"])
        to = try Self.value(keys["to"])
        look = try Self.value(keys["look"])
        self.line = try Self.value(keys["line"])
        filled = try Self.value(keys["filled"])
        mark = try Self.value(keys["mark"])
        path = try Self.value(keys["path"])
        columns = try Self.value(keys["columns"])
        rows = try Self.value(keys["rows"])
        zoom = try Self.value(keys["zoom"])
        glyphs = try Self.value(keys["glyphs"])
        `for` = try Self.value(keys["for"])
        count = try Self.value(keys["count"])
        seconds = try Self.value(keys["seconds"])
    }

    /// What a key says, of the right kind; nil where it is missing or null.
    private static func value<Value: PipeValue>(_ json: JSON?) throws(PipeError) -> Value? {
        guard let json, json != .null else { return nil }
        guard let value = Value(json) else { throw .notACommand }
        return value
    }
}

/// What a key of a command may hold.
private protocol PipeValue {
    /// Nil if it is of another kind, or does not fit.
    init?(_ json: JSON)
}

extension String: PipeValue {
    fileprivate init?(_ json: JSON) {
        guard case .text(let text) = json else { return nil }
        self = text
    }
}

extension Bool: PipeValue {
    fileprivate init?(_ json: JSON) {
        guard case .flag(let flag) = json else { return nil }
        self = flag
    }
}

extension Double: PipeValue {
    fileprivate init?(_ json: JSON) {
        guard case .number(let number) = json else { return nil }
        self = number
    }
}

extension FixedWidthInteger {
    fileprivate init?(_ json: JSON) {
        guard case .number(let number) = json else { return nil }
        self.init(exactly: number)
    }
}

extension Int: PipeValue {}
extension Int32: PipeValue {}
extension UInt8: PipeValue {}

extension Array: PipeValue where Element: PipeValue {
    fileprivate init?(_ json: JSON) {
        guard case .list(let list) = json else { return nil }
        self = []
        reserveCapacity(list.count)
        for json in list {
            guard let element = Element(json) else { return nil }
            append(element)
        }
    }
}

/// What is wrong with a command, as the `error` event says it.
struct PipeError: Error, Equatable {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}

extension PipeError {
    static let notACommand = PipeError(
        "not a command: each line is a JSON object with a \"do\", and values of the right kind")
    static let lineTooLong = PipeError("a line may have at most \(LineBuffer.lineBytesMax) bytes")
}
