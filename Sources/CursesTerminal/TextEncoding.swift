import CPlatform
import Glibc

/// Which characters the terminal takes.
package enum TextEncoding: Sendable {
    case utf8
    /// Only ASCII: the locale says so.
    case ascii

    /// Sets the process's locale for characters from the environment, and says what it takes.
    ///
    /// A locale that is not installed, or none at all (as in many a container and over ssh), says
    /// nothing about the terminal, which is UTF-8 nearly everywhere; one that names something
    /// other than UTF-8, and be it `C`, is believed.
    package static func ofLocale() -> TextEncoding {
        let named =
            environmentVariable("LC_ALL") ?? environmentVariable("LC_CTYPE")
            ?? environmentVariable("LANG")
        if named != nil, setlocale(LC_CTYPE, "") != nil {
            return isUTF8 ? .utf8 : .ascii
        }
        return setlocale(LC_CTYPE, "C.UTF-8") != nil && isUTF8 ? .utf8 : .ascii
    }

    /// How many columns a scalar takes in the process's locale, as `wcwidth` says.
    package static func columns(_ scalar: Unicode.Scalar) -> Int {
        Int(inkcast_columns(scalar.value))
    }

    private static var isUTF8: Bool {
        guard let name = nl_langinfo(nl_item(CODESET)) else { return false }
        return String(cString: name) == "UTF-8"
    }
}
