/// Something that is told once, for a while.
struct Notice: Hashable {
    var text: String
    var expiry: Milliseconds
    /// It says that something could not be done, and no more once one does anything.
    var isRefusal = false

    static let shown: Milliseconds = 3000
}
