/// Something that is told once, for a while.
struct Notice: Hashable {
    var text: String
    var expiry: Milliseconds

    static let shown: Milliseconds = 3000
}
