import SessionSimulation
import Testing

@testable import SessionCore

/// What entries, holes and fields are kept in, driven by random steps beside a plain model.
@Suite struct StorePropertyTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `an entry store agrees with a dictionary`(seed: UInt64) {
        var random = RandomSource(seed: seed)
        var store = EntryStore()
        var model: [UInt32: [UInt8]] = [:]
        var base: UInt32 = 0
        for _ in 0..<1500 {
            let index = UInt32(random.next() % 120)
            if random.next() % 40 == 0 {
                let below = min(UInt32(random.next() % 5) + base, 100)
                store.discard(below: below)
                base = max(base, below)
                model = model.filter { $0.key >= base }
            } else {
                let bytes = (0..<random.next() % 9).map { _ in UInt8(random.next() & 0xFF) }
                let isNew = store.insert(bytes, at: index)
                #expect(isNew == (index >= base && model[index] == nil))
                if isNew { model[index] = bytes }
            }
            #expect(store.count == model.count)
            let contiguous = (base...).first { model[$0] == nil } ?? 0
            #expect(store.contiguous == contiguous)
            #expect(store.end == max(contiguous, (model.keys.max() ?? 0) + (model.isEmpty ? 0 : 1)))
        }
        for index in 0..<200 as Range<UInt32> {
            #expect(store[index] == model[index])
            #expect(store.contains(index) == (model[index] != nil))
        }
        let missing = store.missing(below: 150).flatMap { $0 }
        #expect(missing == (base..<150).filter { model[$0] == nil })
        let held = store.held(in: 10..<300).flatMap { $0 }
        #expect(held == model.keys.filter { $0 >= 10 }.sorted())
        #expect(store.byteCount == bytesHeld(store))
    }

    private func bytesHeld(_ store: EntryStore) -> Int {
        (store.base..<store.contiguous).reduce(0) { $0 + (store[$1]?.count ?? 0) }
    }

    @Test func `a run list agrees with a dictionary of moments and tries`() {
        struct Mark: Hashable {
            var due: Instant
            var tries: UInt8
        }
        var random = RandomSource(seed: 8)
        var list = RunList()
        var model: [UInt32: Mark] = [:]
        for _ in 0..<2000 {
            let start = UInt32(random.next() % 80)
            let range = start..<start + UInt32(random.next() % 12)
            let due = Instant(microseconds: Int64(random.next() % 50))
            let tries = UInt8(random.next() % 9)
            switch random.next() % 5 {
            case 0, 1:
                list.insert(range, due: due, tries: tries)
                for index in range where model[index] == nil {
                    model[index] = Mark(due: due, tries: tries)
                }
            case 2:
                list.remove(range)
                for index in range { model[index] = nil }
            case 3:
                list.update(range) { run in
                    run.due = due
                    run.tries &+= 1
                }
                for index in range {
                    guard let mark = model[index] else { continue }
                    model[index] = Mark(due: due, tries: mark.tries &+ 1)
                }
            default:
                let taken = list.takeDue(at: due).flatMap { $0.range }
                #expect(Set(taken) == Set(model.filter { $0.value.due <= due }.keys))
                model = model.filter { $0.value.due > due }
            }
            var listed: [UInt32: Mark] = [:]
            for run in list.runs {
                for index in run.range { listed[index] = Mark(due: run.due, tries: run.tries) }
            }
            #expect(listed == model)
            #expect(list.nextDue == model.values.map(\.due).min())
            #expect(
                zip(list.ranges, list.ranges.dropFirst()).allSatisfy {
                    $0.upperBound <= $1.lowerBound
                })
        }
    }

    @Test func `counters agree with a set within 256, and are old below the first`() {
        var random = RandomSource(seed: 6)
        var window = CounterWindow()
        #expect(window.note(500) == .new)
        var (seen, highest): (Set<UInt64>, UInt64) = ([500], 500)
        for _ in 0..<20_000 {
            let counter = highest + random.next() % 12 - min(random.next() % 300, highest)
            let verdict = window.note(counter)
            let isOld = counter < 500 || counter + 256 <= highest
            let isKnown = seen.contains(counter)
            #expect(verdict == (isOld ? .tooOld : isKnown ? .duplicate : .new))
            seen.insert(counter)
            highest = max(highest, counter)
        }
    }

    @Test func `a counter at the end of its numbers is judged like any other`() {
        var window = CounterWindow()
        #expect(window.note(.max - 1) == .new)
        #expect(window.note(.max) == .new)
        #expect(window.note(.max) == .duplicate)
        #expect(window.note(0) == .tooOld)
    }

    @Test func `a reader of random bytes never goes beyond its part`() throws {
        var random = RandomSource(seed: 2)
        for _ in 0..<5000 {
            let bytes = (0..<random.next() % 24).map { _ in UInt8(random.next() & 0xFF) }
            let lower = Int(random.next() % 30)
            let range = lower..<lower + Int(random.next() % 30)
            var reader = ByteReader(bytes, range)
            var left = range.clamped(to: 0..<bytes.count).count
            #expect(reader.remaining == left)
            for _ in 0..<6 {
                switch random.next() % 6 {
                case 0: _ = try? reader.readByte()
                case 1: _ = try? reader.readInteger(as: UInt32.self)
                case 2: _ = try? reader.readVarint()
                case 3: _ = try? reader.readBlock(upTo: 5)
                case 4: _ = try? reader.readPart()
                default: _ = try? reader.readBytes(Int(random.next() % 6) - 1)
                }
                #expect(reader.remaining >= 0 && reader.remaining <= left)
                left = reader.remaining
            }
            #expect(reader.readRest().count == left)
            #expect(reader.isAtEnd)
        }
    }

    @Test(
        arguments: [
            ([0x80], WireError.truncated), ([], .truncated),
            (Array(repeating: 0xFF, count: 10), .outOfBounds),
            (Array(repeating: 0x80, count: 9) + [2], .outOfBounds),
            (Array(repeating: 0x80, count: 10) + [0], .outOfBounds),
        ] as [([UInt8], WireError)])
    func `a varint of more than 64 bits, or without an end, is not read`(
        bytes: [UInt8], error: WireError
    ) {
        #expect(throws: error) {
            var reader = ByteReader(bytes)
            _ = try reader.readVarint()
        }
    }

    @Test func `random numbers, blocks and texts are read as they were written`() throws {
        var random = RandomSource(seed: 3)
        for _ in 0..<2000 {
            let value = random.next() >> (random.next() % 64)
            let block = (0..<random.next() % 300).map { _ in UInt8(random.next() & 0xFF) }
            var writer = ByteWriter()
            writer.writeVarint(value)
            writer.writeInteger(value)
            writer.writeBlock(block)
            writer.writeText("é\(value)")
            var reader = ByteReader(writer.bytes)
            #expect(try reader.readVarint() == value)
            #expect(try reader.readInteger(as: UInt64.self) == value)
            #expect(try reader.readBlock(upTo: 300) == block)
            #expect(try reader.readText(upTo: 30) == "é\(value)")
            #expect(reader.isAtEnd)
        }
    }

    /// The reference implementation's vectors for messages of 0, 1, … bytes.
    @Test(
        arguments: [
            0x726f_db47_dd0e_0e31, 0x74f8_39c5_93dc_67fd, 0x0d6c_8009_d9a9_4f5a,
            0x8567_6696_d7fb_7e2d, 0xcf27_94e0_2771_87b7, 0x1876_5564_cd99_a68d,
            0xcbc9_466e_58fe_e3ce, 0xab02_00f5_8b01_d137, 0x93f5_f579_9a93_2462,
        ].enumerated().map { ($0.offset, $0.element) } as [(Int, UInt64)])
    func `SipHash of each length is its reference's`(count: Int, hash: UInt64) {
        let key = SipHash.Key(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)
        #expect(SipHash.hash((0..<count).map { UInt8($0) }, key: key) == hash)
    }

    @Test(
        arguments: [
            (55, 0x9f43_90f8_d30c_2dd9),
            (56, 0xb354_39a4_ac6f_0948),
            (63, 0x7d3e_74a0_5d7d_b15b),
            (64, 0xffe0_54fe_7ae0_cb6d),
            (65, 0x6353_61c4_8bb9_eab1),
            (119, 0x31eb_a51c_313a_5c08),
            (120, 0x2f3d_3354_32c7_0b58),
            (1000, 0x41ed_ece4_2d63_e8d9),
        ] as [(Int, UInt64)])
    func `SHA-256 of messages around a block's end begins as it should`(count: Int, start: UInt64) {
        #expect(SHA256.prefix64(Array(repeating: UInt8(ascii: "a"), count: count)) == start)
    }

    @Test func `a digest does not tell in which order entries came, but whose and where`() {
        let now = Instant(microseconds: 0)
        let description = SessionDescription(
            id: Circle.session, generation: 0, activity: Bus.activity, parent: nil)
        func digest(_ entries: [(origin: UInt64, index: UInt32)]) -> UInt64 {
            var replica = Replica(
                description, founding: Circle.session, isFoundedHere: false, at: now)
            for (origin, index) in entries {
                _ = replica.keep(
                    [1, 0, 1, 5, 0], from: ParticipantID(rawValue: origin), at: index)
            }
            return replica.digest
        }
        #expect(digest([(1, 0), (2, 0), (1, 1)]) == digest([(1, 1), (1, 0), (2, 0)]))
        #expect(digest([(1, 0)]) != digest([(2, 0)]))
        #expect(digest([(1, 0)]) != digest([(1, 1)]))
        let key = SipHash.Key(low: 1, high: 0)
        #expect(digest([(1, 0)]) == SipHash.hash([1, 0, 1, 5, 0], key: key))
        #expect(digest([(1, 0), (1, 0)]) == digest([(1, 0)]))
    }
}
