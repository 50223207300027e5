/// Why bytes from the network were not taken for a datagram.
package enum WireError: Error, Hashable, Sendable {
    /// A length or a field goes beyond the end.
    case truncated
    /// Not one of ours.
    case notInkcast
    /// Of another protocol version; its sender needs another program.
    case otherVersion(UInt8)
    /// For another room.
    case otherRoom
    /// The tag does not match the bytes: damaged, or not meant for this room.
    case badTag
    /// A number or a text outside its limits.
    case outOfBounds
    /// A frame that must be understood and is not; its sender runs a later program.
    case notUnderstood(kind: UInt8)
}
