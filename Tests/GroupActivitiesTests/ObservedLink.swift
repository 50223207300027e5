import Glibc
import MulticastSocket
import SessionCore
import Synchronization
@testable import Rooms

/// A link on a loopback network of which is seen who uses it, and whose deadline can be set.
final class ObservedLink: DatagramLink {
    /// What is seen; shared with the test.
    final class Observation: Sendable {
        struct Contents {
            var sendingThreads: [pthread_t] = []
            var deadline: Instant?
        }

        let contents = Mutex(Contents())

        var sendsHere: Int {
            contents.withLock { contents in
                contents.sendingThreads.count { pthread_equal($0, pthread_self()) != 0 }
            }
        }
    }

    private let link: LoopbackLink
    private let observation: Observation

    init(on network: LoopbackNetwork, _ observation: Observation) throws {
        link = LoopbackLink(on: network, pipe: try WakePipe())
        self.observation = observation
    }

    var descriptors: [Int32] { link.descriptors }
    var deadline: Instant? { observation.contents.withLock(\.deadline) }
    var isOffline: Bool { link.isOffline }

    func maintain(at now: Instant, ready: [Int32]?) {
        observation.contents.withLock { contents in
            if let deadline = contents.deadline, deadline <= now { contents.deadline = nil }
        }
    }

    func ignore(_ sender: ParticipantID) { link.ignore(sender) }
    func wake(at now: Instant) { link.wake(at: now) }
    func nextNotice() -> RoomNotice? { link.nextNotice() }

    func send(_ datagram: [UInt8], to destination: Destination, at now: Instant) {
        observation.contents.withLock { $0.sendingThreads.append(pthread_self()) }
        link.send(datagram, to: destination, at: now)
    }

    func receive(
        at now: Instant, ready: [Int32]?, _ handler: ([UInt8], PeerAddress) -> Void
    ) -> Bool {
        link.receive(at: now, ready: ready, handler)
    }
}

extension RoomConnection {
    /// A connection whose link is observed.
    static func observed(
        _ observation: ObservedLink.Observation, on network: LoopbackNetwork, _ witness: Witness
    ) throws -> RoomConnection {
        try RoomConnection(
            RoomConfiguration(profile: RoomProfile(name: "Observed")),
            over: try ObservedLink(on: network, observation),
            activity: RoomActivity(identifier: "test", payload: [1])
        ) { witness.note($0) }
    }
}
