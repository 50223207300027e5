import Whiteboard

/// What a person chose in `:settings`: lines of `key = value`, to be changed by hand as well.
struct SettingsFile {
    /// Where it is if nothing says otherwise.
    static let pathInHome = "/.config/inkcast/settings"

    /// The file's path; nil where nothing is to be kept.
    let path: String?

    private static let bytesMax = 65_536

    enum Key: String, CaseIterable { case name, color, glyphs, hints }

    /// The file in the data directory that was given (empty: none), else in XDG's for settings.
    init(directory: String?, environment: [String: String]) {
        if let directory {
            path = directory.isEmpty ? nil : directory + "/settings"
        } else if let config = environment["XDG_CONFIG_HOME"], config.hasPrefix("/") {
            path = config + "/inkcast/settings"
        } else {
            path = environment["HOME"].map { $0 + Self.pathInHome }
        }
    }

    /// What the file says, as far as it makes sense.
    struct Values: Equatable {
        var name: String?
        var color: UInt8?
        var glyphs: String?
        var hasHints: Bool?
    }

    /// Nil where there is no file, or none is to be kept.
    func load() -> Values? {
        guard let path, let text = KeptFile.read(path, bytesMax: Self.bytesMax) else { return nil }
        var values = Values()
        for line in text.split(whereSeparator: \.isNewline) {
            guard let (key, value) = Self.parse(line), !value.isEmpty else { continue }
            switch key {
            case .name: values.name = value
            case .color: values.color = UInt8(value).flatMap { (1...64).contains($0) ? $0 : nil }
            case .glyphs: values.glyphs = GlyphSet(rawValue: value)?.rawValue
            case .hints: values.hasHints = value != "no"
            }
        }
        return values
    }

    /// Keeps what was chosen otherwise than it was at the start; all other lines stay.
    ///
    /// False where it could not be written.
    func save(_ chosen: Preferences, since start: Preferences) -> Bool {
        guard let path else { return true }
        var values = Key.allCases.map { (key: $0, value: Self.text(of: $0, in: chosen)) }
            .filter { $0.value != Self.text(of: $0.key, in: start) }
        let old = KeptFile.read(path, bytesMax: Self.bytesMax) ?? Self.heading
        var lines = old.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { line in
                guard let (key, _) = Self.parse(line),
                    let index = values.firstIndex(where: { $0.key == key })
                else { return String(line) }
                return "\(key.rawValue) = \(values.remove(at: index).value)"
            }
        while lines.last?.isEmpty == true { lines.removeLast() }
        lines += values.map { "\($0.key.rawValue) = \($0.value)" }
        return KeptFile.write(lines.joined(separator: "\n") + "\n", to: path)
    }

    private static let heading = "# name, color (1 to 64), glyphs, hints (yes or no)"

    private static func text(of key: Key, in preferences: Preferences) -> String {
        switch key {
        case .name: preferences.name.filter { !$0.isNewline }
        case .color: "\(preferences.color)"
        case .glyphs: preferences.glyphs.rawValue
        case .hints: preferences.hasHints ? "yes" : "no"
        }
    }

    /// A line's key and value; nil for a comment, and for what we know nothing of.
    private static func parse(_ line: Substring) -> (Key, String)? {
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let key = Key(rawValue: trimmed(parts[0])) else { return nil }
        return (key, trimmed(parts[1]))
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

extension Invocation.Options {
    /// What was chosen for good holds where neither an option nor a variable says otherwise.
    func completed(by values: SettingsFile.Values?) -> Invocation.Options {
        var options = self
        if !isNameChosen, let name = values?.name { options.name = name }
        options.color = color ?? values?.color
        options.glyphs = glyphs ?? values?.glyphs
        return options
    }
}
