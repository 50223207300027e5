/// The bounds of what the canvas takes in; what lies beyond is clamped or kept undrawn.
package enum CanvasLimit {
    /// Dots from the origin in each direction.
    package static let coordinateMax: Int32 = 1 << 20
    /// Lamport stamps saturate here, so that no participant can exhaust them.
    package static let stampMax: UInt64 = 1 << 48
    /// One entry's encoded body.
    package static let bodyBytesMax = 900
    package static let segmentPointsMax = 256
    package static let strokePointsMax: UInt32 = 1 << 24
    /// Text and titles in UTF-8; what is written is cut at a scalar, what is read and longer
    /// is malformed.
    package static let textBytesMax = 800
    package static let colorMax: UInt8 = 64
    package static let widthMax: UInt8 = 16
    /// Of a note, in dots.
    package static let noteWidthMin: UInt16 = 12
    package static let noteWidthMax: UInt16 = 512
    /// How many of a person's own actions can be taken back; the oldest fall off.
    package static let undoDepthMax = 1024
}
