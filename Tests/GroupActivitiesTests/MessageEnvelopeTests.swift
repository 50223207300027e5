import FoundationEssentials
import Testing

@testable import GroupActivities
@testable import Rooms

struct MessageEnvelopeTests {
    @Test(arguments: [
        MessageEnvelope(name: "", recipients: [], body: []),
        MessageEnvelope(name: "Move", recipients: [], body: [1, 2]),
        MessageEnvelope(
            name: "Move", recipients: [.init(rawValue: 1), .init(rawValue: .max)], body: [0]),
    ])
    func `an envelope is read back the same`(envelope: MessageEnvelope) {
        #expect(MessageEnvelope(parsing: envelope.bytes) == envelope)
    }

    @Test func `cut short anywhere before its body, an envelope is refused`() {
        let whole = MessageEnvelope(name: "Move", recipients: [.init(rawValue: 7)], body: []).bytes
        for length in 0..<whole.count {
            #expect(MessageEnvelope(parsing: Array(whole.prefix(length))) == nil)
        }
    }

    @Test func `any bytes at all can be read`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<64, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            if let envelope = MessageEnvelope(parsing: bytes) {
                #expect(envelope.body.count < bytes.count)
            }
        }
    }

    @Test func `a 64-bit id has one UUID of the private version`() {
        let uuids = [0, 1, 0xFFFF, 0x1_0000, UInt64.max].map { UUID(standingFor: $0) }
        #expect(Set(uuids).count == 5)
        #expect(uuids[4].uuidString == "FFFFFFFF-FFFF-8000-8000-FFFF00000000")
    }

    @Test func `a person's id survives the way through the core`() {
        let profile = RoomProfile(name: "Anna", color: 3)
        #expect(RoomProfile(profile.core) == profile)
    }
}
