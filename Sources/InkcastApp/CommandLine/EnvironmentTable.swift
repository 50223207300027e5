import Glibc

/// Every variable of the environment that counts, once: what is not here is not read.
enum EnvironmentTable {
    struct Row {
        var name: String
        var help: String
        /// Set for this program, and so named in the help.
        var isOurs = false
    }

    static let rows: [Row] = [
        Row(name: "INKCAST_ROOM", help: "the room to enter if none is named", isOurs: true),
        Row(name: "INKCAST_NAME", help: "who you are to the others", isOurs: true),
        Row(
            name: "INKCAST_INTERFACE",
            help: "the network interfaces to use, with commas between them", isOurs: true),
        Row(name: "NO_COLOR", help: "set to anything: draw without colours", isOurs: true),
        Row(name: "USER", help: "who you are, if nothing else says so"),
        Row(name: "LOGNAME", help: "the same, where there is no USER"),
        Row(name: "HOME", help: "where your files are, if the XDG variables do not say so"),
        Row(name: "XDG_CONFIG_HOME", help: "where your settings are kept"),
        Row(name: "XDG_STATE_HOME", help: "where what was copied last is kept"),
        Row(name: "XDG_RUNTIME_DIR", help: "the same with --no-save"),
        Row(name: "XDG_DATA_HOME", help: "where this machine's files are kept"),
        Row(name: "TERM", help: "the terminal's type"),
        Row(name: "SSH_CONNECTION", help: "set by ssh: the screen is drawn less often"),
        Row(name: "LC_ALL", help: "which characters the terminal takes"),
        Row(name: "LC_CTYPE", help: "the same, where there is no LC_ALL"),
        Row(name: "LANG", help: "the same, where there is neither"),
    ]

    /// What the variables are set to.
    static func values() -> [String: String] {
        let pairs = rows.compactMap { row in
            getenv(row.name).map { (row.name, String(cString: $0)) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}

/// Every file that the program keeps, once.
enum FileTable {
    static let rows: [(path: String, help: String)] = [
        (
            "~" + PersonFile.pathInHome,
            "who you are to a room, whatever your name: a random number, made at the first start"
        ),
        (
            "~" + SettingsFile.pathInHome,
            "what you chose in :settings, as lines of key = value: name, color, glyphs, hints"
        ),
        (
            "~" + CopyFile.pathInHome,
            "what was copied last, for terminals that have no clipboard to give it to"
        ),
    ]
}
