/// The limits of what a datagram may say; beyond them it is dropped.
package enum WireLimit {
    package static let entryBodyBytesMax = 900
    package static let entryIndexMax: UInt32 = 1 << 20
    /// A message longer than an entry is announced, and its bytes are pulled.
    package static let messageBytesMax = 256 << 10
    package static let attachmentBytesMax = 100 << 20
    package static let attachmentMetadataBytesMax = 512
    package static let recipientsMax = 64
    package static let blobPieceBytes = 1024
    /// Datagrams that a parity is the sum of, and parities of the same.
    package static let paritySourcesMax = 16
    package static let paritiesMax = 3
    package static let nameBytesMax = 64
    package static let activityIdentifierBytesMax = 128
    package static let activityPayloadBytesMax = 512
    package static let roomNameBytesMax = 128
    package static let echoesMax = 32
    package static let rangesPerOriginMax = 64
    package static let ephemeralBodyBytesMax = 1000
    package static let timeToLiveMax = Interval.seconds(60)
}
