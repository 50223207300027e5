/// Why there is no terminal to draw on; each says in one line what a person can do about it.
package enum TerminalError: Error, Equatable, CustomStringConvertible {
    /// Input or output is a file or a pipe.
    case notATerminal
    /// `TERM` is not set.
    case typeMissing
    /// The terminal database lacks what `TERM` names, or knows that it cannot place its cursor.
    case typeUnusable(String)
    /// The device could not be opened; the number is `errno`.
    case unavailable(Int32)

    package var description: String {
        switch self {
        case .notATerminal:
            "input and output must be a terminal; run it without pipes or redirection"
        case .typeMissing:
            "TERM is not set, so the terminal's type is unknown; try: TERM=xterm-256color inkcast"
        case .typeUnusable(let type):
            "a terminal of type '\(Self.printable(type))' is unknown here or cannot draw; "
                + "try: TERM=xterm-256color inkcast"
        case .unavailable(let error):
            "the terminal cannot be opened (error \(error)); run it in a terminal of your own"
        }
    }

    private static func printable(_ type: String) -> String {
        String(type.prefix(40).map { $0.isASCII && $0 >= " " && $0 < "\u{7F}" ? $0 : "?" })
    }
}
