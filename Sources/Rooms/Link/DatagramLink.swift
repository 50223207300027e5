package import SessionCore

/// What carries a node's datagrams; used by one thread at a time.
package protocol DatagramLink: AnyObject {
    /// What to poll for reading: always the same.
    var descriptors: [Int32] { get }

    /// When `maintain(at:)` wants to be called, whatever arrives.
    var deadline: Instant? { get }

    /// There is nothing at present on which anybody could be heard.
    var isOffline: Bool { get }

    /// Need not hand over what this participant, ourselves, has sent.
    func ignore(_ sender: ParticipantID)

    /// Looks after the link itself; `ready` are the descriptors that can be read, nil: perhaps all.
    func maintain(at now: Instant, ready: [Int32]?)

    /// The machine slept.
    func wake(at now: Instant)

    /// Sends, or loses, a datagram.
    func send(_ datagram: [UInt8], to destination: Destination, at now: Instant)

    /// Hands over what has arrived at descriptors, nil: all; true if there may be more.
    func receive(
        at now: Instant, ready: [Int32]?, _ handler: ([UInt8], PeerAddress) -> Void
    ) -> Bool

    /// What a person should be told about the link; nil when there is nothing.
    func nextNotice() -> RoomNotice?
}
