package import SessionCore

/// What carries a node's datagrams; used on the session thread alone.
package protocol DatagramLink: AnyObject {
    /// What to poll for reading.
    var descriptors: [Int32] { get }

    /// When `maintain(at:)` wants to be called, whatever arrives.
    var deadline: Instant? { get }

    /// There is nothing at present on which anybody could be heard.
    var isOffline: Bool { get }

    /// Looks after the link itself.
    func maintain(at now: Instant)

    /// The machine slept.
    func wake(at now: Instant)

    /// Sends, or loses, a datagram.
    func send(_ datagram: [UInt8], to destination: Destination, at now: Instant)

    /// Hands over what has arrived; true if there may be more.
    func receive(at now: Instant, _ handler: ([UInt8], PeerAddress) -> Void) -> Bool

    /// What a person should be told about the link; nil when there is nothing.
    func nextNotice() -> RoomNotice?
}
