/// One line of `inkcast pipe`'s output: an object whose keys keep their order.
struct PipeEvent {
    private var name: String
    private var fields: [(key: String, value: Value)]

    indirect enum Value {
        case text(String)
        case number(Int)
        case decimal(Double)
        case flag(Bool)
        case list([Value])
        case missing
    }

    init(_ name: String, _ fields: [(key: String, value: Value)] = []) {
        self.name = name
        self.fields = fields
    }

    /// The line, with the time in milliseconds since the start, to the microsecond.
    func line(at microseconds: Int64) -> String {
        let time = Value.decimal(Double(microseconds) / 1000)
        let all = [(key: "event", value: Value.text(name)), (key: "at", value: time)] + fields
        let parts = all.map { "\(Self.quoted($0.key)):\(Self.encoded($0.value))" }
        return "{" + parts.joined(separator: ",") + "}\n"
    }

    private static func encoded(_ value: Value) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .number(let number): String(number)
        case .decimal(let number): decimal(number)
        case .flag(let flag): flag ? "true" : "false"
        case .list(let values): "[" + values.map(encoded).joined(separator: ",") + "]"
        case .missing: "null"
        }
    }

    /// Three places behind the point.
    private static func decimal(_ number: Double) -> String {
        let thousandths = Int((number * 1000).rounded())
        let fraction = String(thousandths % 1000 + 1000).dropFirst()
        return "\(thousandths / 1000).\(fraction)"
    }

    /// A JSON string without control characters, so that a line is safe on a terminal too.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.isUnsafe:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension Unicode.Scalar {
    /// Controls, formats, line separators: what must not reach a terminal as it is.
    fileprivate var isUnsafe: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
        default: false
        }
    }
}
