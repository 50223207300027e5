import SessionCore

/// No network at all.
final class SilentLink: DatagramLink {
    var descriptors: [Int32] { [] }
    var deadline: Instant? { nil }
    var isOffline: Bool { true }

    func ignore(_ sender: ParticipantID) {}
    func maintain(at now: Instant, ready: [Int32]?) {}
    func wake(at now: Instant) {}
    func send(_ datagram: [UInt8], to destination: Destination, at now: Instant) {}
    func receive(
        at now: Instant, ready: [Int32]?, _ handler: ([UInt8], PeerAddress) -> Void
    ) -> Bool { false }
    func nextNotice() -> RoomNotice? { nil }
}
