import Glibc

/// What a terminal is, and how much of it to use.
package struct TerminalConfiguration: Sendable {
    /// How much the mouse reports.
    package enum Mouse: Sendable {
        /// Presses, drags and hovering.
        case full
        /// No hovering: for links that forward only one mouse mode, as mosh does.
        case withoutHover
        case none
    }

    /// The name in the terminal database: `TERM`.
    package var type: String?
    /// More colours than these are not used.
    package var depthMax: ColorDepth
    package var mouse = Mouse.full
    package var encoding: TextEncoding
    /// The size where the device does not know it.
    package var fallbackSize = (columns: 80, rows: 24)
    /// How long to wait, when leaving, until the terminal has stopped reporting the mouse.
    ///
    /// The wait ends with the terminal's answer; 0 does not ask.
    package var farewellMilliseconds: Int32 = 300
    /// Whether what is written to standard error waits until the screen is the shell's again.
    package var holdsErrors = false

    /// What the environment says: `TERM`, `NO_COLOR` and the locale's variables.
    package static func fromEnvironment() -> TerminalConfiguration {
        var configuration = TerminalConfiguration(
            type: environmentVariable("TERM"),
            depthMax: environmentVariable("NO_COLOR") == nil ? .direct : .none,
            encoding: .ofLocale())
        configuration.holdsErrors = isatty(STDERR_FILENO) == 1
        return configuration
    }

    package init(type: String?, depthMax: ColorDepth = .direct, encoding: TextEncoding) {
        self.type = type
        self.depthMax = depthMax
        self.encoding = encoding
    }
}

/// A variable of the environment; nil if it is missing or empty.
func environmentVariable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}
