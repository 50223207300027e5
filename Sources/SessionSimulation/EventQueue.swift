/// What is going to happen, earliest first, and among equals in the order in which it was planned.
struct EventQueue<Payload> {
    private struct Item {
        var time: Int64
        var order: UInt64
        var payload: Payload

        func precedes(_ other: Item) -> Bool {
            time != other.time ? time < other.time : order < other.order
        }
    }

    /// A binary heap: the children of `i` are `2i + 1` and `2i + 2`.
    private var heap: [Item] = []
    private var planned: UInt64 = 0

    mutating func push(_ payload: Payload, at time: Int64) {
        planned += 1
        heap.append(Item(time: time, order: planned, payload: payload))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func pop() -> (time: Int64, payload: Payload)? {
        guard !heap.isEmpty else { return nil }
        heap.swapAt(0, heap.count - 1)
        let first = heap.removeLast()
        var parent = 0
        while true {
            var least = 2 * parent + 1
            guard least < heap.count else { break }
            if least + 1 < heap.count, heap[least + 1].precedes(heap[least]) { least += 1 }
            guard heap[least].precedes(heap[parent]) else { break }
            heap.swapAt(least, parent)
            parent = least
        }
        return (first.time, first.payload)
    }
}
