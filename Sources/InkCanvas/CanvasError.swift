/// Why the bytes of an entry are no canvas operation; the canvas keeps them and draws nothing.
package enum CanvasError: Error, Hashable, Sendable {
    /// The bytes end too early.
    case truncated
    /// A number or a count lies outside what its field can hold.
    case malformed
    /// The body is longer than `CanvasLimit.bodyBytesMax`.
    case tooLong
}
