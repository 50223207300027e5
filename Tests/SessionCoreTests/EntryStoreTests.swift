import Testing

@testable import SessionCore

@Suite struct EntryStoreTests {
    @Test func `entries that come out of order are kept and found`() {
        var store = EntryStore()
        for index in [3, 0, 1, 5, 4, 2] as [UInt32] {
            let isNew = store.insert([UInt8(index), 7], at: index)
            #expect(isNew)
        }
        #expect(store.contiguous == 6)
        #expect((0..<6).map { store[$0] } == (0..<6).map { [UInt8($0), 7] })
    }

    @Test func `what is held already is not taken again`() {
        var store = EntryStore()
        let isNew = store.insert([1], at: 0)
        let isNewAgain = store.insert([2], at: 0)
        #expect(isNew && !isNewAgain)
        #expect(store[0] == [1])
    }

    @Test func `gaps are told below an index`() {
        var store = EntryStore()
        for index in [0, 2, 3, 7] as [UInt32] { _ = store.insert([1], at: index) }
        #expect(store.missing(below: 10) == [1..<2, 4..<7, 8..<10])
        #expect(store.missing(below: 3) == [1..<2])
        #expect(store.earlyRanges(max: 9) == [2..<4, 7..<8])
        #expect(store.end == 8)
    }

    @Test func `what is discarded counts as held and is not given`() {
        var store = EntryStore()
        for index in 0..<6 as Range<UInt32> { _ = store.insert([UInt8(index)], at: index) }
        store.discard(below: 4)
        #expect(store[3] == nil)
        #expect(store[4] == [4])
        #expect(store.contiguous == 6)
        #expect(store.missing(below: 6).isEmpty)
        store.discard(below: 20)
        #expect(store.contiguous == 20)
        let isNew = store.insert([9], at: 20)
        #expect(isNew)
        #expect(store[20] == [9])
    }

    @Test func `what is held of a range is told in runs, however far the range goes`() {
        var store = EntryStore()
        for index in [0, 1, 2, 5, 6, 1 << 20] as [UInt32] { _ = store.insert([1], at: index) }
        #expect(store.held(in: 1..<(1 << 20)) == [1..<3, 5..<7])
        let last: Range<UInt32> = 1_048_576..<1_048_577
        #expect(store.held(in: 0..<UInt32.max).last == last)
    }
}

extension EntryStoreTests {
    /// A model of plain arrays, and random work on both.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `any work leaves what a map would hold`(seed: UInt64) {
        var random = RandomSource(seed: seed)
        var store = EntryStore()
        var model: [UInt32: [UInt8]] = [:]
        var base: UInt32 = 0
        for step in 0..<400 {
            let index = base + UInt32(random.next() % 40)
            if random.next() % 12 == 0 {
                base += UInt32(random.next() % 6)
                store.discard(below: base)
                model = model.filter { $0.key >= base }
            } else {
                let body = [UInt8](repeating: UInt8(step % 251), count: Int(random.next() % 30))
                let isNew = store.insert(body, at: index)
                #expect(isNew == (model[index] == nil))
                if isNew { model[index] = body }
            }
            #expect(store.count == model.count)
            #expect(store.byteCount == model.values.reduce(0) { $0 + $1.count })
        }
        for index in base..<base + 40 { #expect(store[index] == model[index]) }
    }
}

extension EntryStoreTests {
    @Test func `many blocks are one store`() {
        var store = EntryStore()
        for index in 0..<10_000 as Range<UInt32> {
            let isNew = store.insert([UInt8(index % 251), UInt8(index / 251)], at: index)
            #expect(isNew)
        }
        let isWhole = (0..<10_000 as Range<UInt32>).allSatisfy {
            store[$0] == [UInt8($0 % 251), UInt8($0 / 251)]
        }
        #expect(isWhole)
        let long = store.insert([UInt8](repeating: 0, count: 40_000), at: 10_000)
        #expect(!long)
    }
}
