/// What is going to happen, earliest first, and among equals in the order in which it was planned.
struct EventQueue<Payload> {
    /// Small, since the heap moves these about; the payload stays where it is.
    private struct Item {
        var time: Int64
        var order: UInt64
        var place: Int

        func precedes(_ other: Item) -> Bool {
            time != other.time ? time < other.time : order < other.order
        }
    }

    /// A binary heap: the children of `i` are `2i + 1` and `2i + 2`.
    private var heap: [Item] = []
    private var payloads: [Payload?] = []
    private var freePlaces: [Int] = []
    private var planned: UInt64 = 0

    mutating func push(_ payload: Payload, at time: Int64) {
        planned += 1
        let item = Item(time: time, order: planned, place: store(payload))
        heap.append(item)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard item.precedes(heap[parent]) else { break }
            heap[child] = heap[parent]
            child = parent
        }
        heap[child] = item
    }

    /// When the next thing happens.
    var nextTime: Int64? { heap.first?.time }

    mutating func pop() -> (time: Int64, payload: Payload)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        if !heap.isEmpty { sink(last) }
        freePlaces.append(first.place)
        guard let payload = payloads[first.place].take() else { return nil }
        return (first.time, payload)
    }

    /// Puts an item in the root's stead.
    private mutating func sink(_ item: Item) {
        var parent = 0
        while true {
            var least = 2 * parent + 1
            guard least < heap.count else { break }
            if least + 1 < heap.count, heap[least + 1].precedes(heap[least]) { least += 1 }
            guard heap[least].precedes(item) else { break }
            heap[parent] = heap[least]
            parent = least
        }
        heap[parent] = item
    }

    private mutating func store(_ payload: Payload) -> Int {
        guard let place = freePlaces.popLast() else {
            payloads.append(payload)
            return payloads.count - 1
        }
        payloads[place] = payload
        return place
    }
}
