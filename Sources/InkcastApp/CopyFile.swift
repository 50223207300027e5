/// Where what was copied as text is kept, for terminals that do not give it to the clipboard.
struct CopyFile {
    /// Where it is if nothing says otherwise.
    static let pathInHome = "/.local/state/inkcast/copied.txt"

    /// The file's path; nil where nothing is to be kept.
    let path: String?

    /// The file in the data directory that was given (empty: none, unless there is a directory
    /// that goes with the login), else in XDG's for what a program remembers.
    init(directory: String?, environment: [String: String]) {
        if let directory, !directory.isEmpty {
            path = directory + "/copied.txt"
        } else if directory != nil {
            path = environment["XDG_RUNTIME_DIR"].flatMap {
                $0.hasPrefix("/") ? $0 + "/inkcast/copied.txt" : nil
            }
        } else if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            path = state + "/inkcast/copied.txt"
        } else {
            path = environment["HOME"].map { $0 + Self.pathInHome }
        }
    }
}
