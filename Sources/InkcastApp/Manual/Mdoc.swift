/// Text as mdoc(7) wants it.
enum Mdoc {
    /// A word that mdoc takes as it is, also if it is a macro's name, or punctuation alone.
    static func word(_ text: String) -> String {
        let word = text.unicodeScalars.map(escaped).joined()
        let isPunctuation = text.count == 1 && text.first?.isLetter == false
        let isMacro = (2...3).contains(text.count) && text.first?.isUppercase == true
        return isPunctuation || isMacro ? "\\&" + word : word
    }

    /// Prose in lines of at most 80 bytes: no macro, and nothing that looks like a request.
    static func lines(_ text: String) -> String {
        var lines: [String] = []
        for word in text.split(separator: " ").map({ $0.unicodeScalars.map(escaped).joined() }) {
            if let last = lines.last, last.count + word.count < 80 {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word.hasPrefix(".") ? "\\&" + word : word)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// What means something to roff, or is beyond ASCII, by its name.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": "\\e"
        case "\"": "\\(dq"
        case "'": "\\(aq"
        case "`": "\\(ga"
        case "-": "\\-"
        case "^": "\\(ha"
        case "~": "\\(ti"
        case "←": "\\(<-"
        case "→": "\\(->"
        case "↑": "\\(ua"
        case "↓": "\\(da"
        case _ where !scalar.isASCII:
            "\\[u" + String(scalar.value, radix: 16, uppercase: true) + "]"
        default: String(scalar)
        }
    }
}
