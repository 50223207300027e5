import Glibc

/// Writes the manual page or a completion to standard output: what the package is made with.
package enum Manual {
    package static func main() -> Never {
        let texts: [String: () -> String] = [
            "man": { ManualPage.text(date: date) }, "bash": { BashCompletion.text },
            "zsh": { ZshCompletion.text }, "fish": { FishCompletion.text },
        ]
        guard let name = Inkcast.arguments.first, let text = texts[name] else {
            Inkcast.complain("usage: inkcast-manual man | bash | zsh | fish")
            exit(2)
        }
        exit(Output.write(text()) ? 0 : 1)
    }

    /// When the sources were last changed, as `SOURCE_DATE_EPOCH` says; else the epoch itself.
    private static var date: String {
        var time = time_t(getenv("SOURCE_DATE_EPOCH").map { atol($0) } ?? 0)
        var parts = tm()
        gmtime_r(&time, &parts)
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August",
            "September", "October", "November", "December",
        ]
        return "\(months[Int(parts.tm_mon)]) \(parts.tm_mday), \(parts.tm_year + 1900)"
    }
}
