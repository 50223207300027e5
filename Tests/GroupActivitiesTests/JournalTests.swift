import FoundationEssentials
import GroupActivities
import Testing

struct JournalTests {
    private struct Caption: Codable, Equatable {
        var text: String
    }

    private let picture = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 11) })

    /// The attachments as soon as there are so many.
    private func attachments(
        _ count: Int, of journal: GroupSessionJournal
    ) async throws -> [GroupSessionJournal.Attachment] {
        for await attachments in journal.attachments where attachments.count == count {
            return attachments
        }
        return []
    }

    @Test func `what one adds another loads, and learns what was said of it`() async throws {
        let pair = try await GroupSessionTests().pair()
        let (anna, ben) = (pair[0].session, pair[1].session)
        let (writing, reading) = (
            GroupSessionJournal(session: anna), GroupSessionJournal(session: ben)
        )
        let added = try await writing.add(picture, metadata: Caption(text: "the lake"))
        let found = try #require(try await attachments(1, of: reading).first)
        #expect(found.id == added.id && found.size == 3_000_000)
        #expect(found.author == anna.localParticipant)
        #expect(try await found.loadMetadata(of: Caption.self) == Caption(text: "the lake"))
        let isSame = try await found.load(Data.self) == picture
        #expect(isSame)
        // One's own is here.
        let isOwn = try await added.load(Data.self) == picture
        #expect(isOwn)
    }

    @Test func `values are added and loaded as such`() async throws {
        let pair = try await GroupSessionTests().pair()
        let journals = pair.map { GroupSessionJournal(session: $0.session) }
        try await journals[1].add(Move(square: "e4"))
        try await journals[1].add(Data())
        let found = try await attachments(2, of: journals[0])
        #expect(try await found[0].load(Move.self) == Move(square: "e4"))
        #expect(try await found[1].load(Data.self).isEmpty)
        await #expect(throws: GroupSessionError.notDecodable(type: "Caption")) {
            try await found[0].load(Caption.self)
        }
    }

    @Test func `what anybody removes is gone for all`() async throws {
        let pair = try await GroupSessionTests().pair()
        let journals = pair.map { GroupSessionJournal(session: $0.session) }
        try await journals[0].add(picture)
        let found = try #require(try await attachments(1, of: journals[1]).first)
        try await journals[1].remove(attachment: found)
        #expect(try await attachments(0, of: journals[0]).isEmpty)
        await #expect(throws: GroupSessionError.attachmentUnavailable) {
            try await found.load(Data.self)
        }
    }

    @Test func `too much is refused, and so is asking when the session is over`() async throws {
        let pair = try await GroupSessionTests().pair()
        let journal = GroupSessionJournal(session: pair[0].session)
        await #expect(throws: GroupSessionError.tooLarge(actual: 104_857_601, limit: 100 << 20)) {
            try await journal.add(Data(count: (100 << 20) + 1))
        }
        let added = try await journal.add(Data([1, 2, 3]))
        pair[0].session.leave()
        await #expect(throws: GroupSessionError.left) { try await added.load(Data.self) }
        await #expect(throws: GroupSessionError.left) { try await journal.add(Data([4])) }
        // And its lists have ended.
        for await _ in journal.attachments {}
    }
}
