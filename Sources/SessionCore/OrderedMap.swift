/// A map that is walked in the order of its keys, the same in every process.
package struct OrderedMap<Key: Comparable & Sendable, Value: Sendable>: Sendable {
    package private(set) var keys: [Key] = []
    package var values: [Value] = []

    package init() {}

    package var count: Int { keys.count }
    package var isEmpty: Bool { keys.isEmpty }
    package var indices: Range<Int> { keys.indices }

    package func index(of key: Key) -> Int? {
        let index = lowerBound(of: key)
        return index < keys.count && keys[index] == key ? index : nil
    }

    /// The value of a key; setting nil removes it.
    package subscript(key: Key) -> Value? {
        get { index(of: key).map { values[$0] } }
        set {
            let index = lowerBound(of: key)
            let isThere = index < keys.count && keys[index] == key
            switch (newValue, isThere) {
            case (let value?, true): values[index] = value
            case (let value?, false): insert(value, for: key, at: index)
            case (nil, true): remove(at: index)
            case (nil, false): break
            }
        }
    }

    /// The index of a key, which gets the value if it has none.
    package mutating func index(of key: Key, inserting value: @autoclosure () -> Value) -> Int {
        let index = lowerBound(of: key)
        if index == keys.count || keys[index] != key { insert(value(), for: key, at: index) }
        return index
    }

    package mutating func remove(at index: Int) {
        keys.remove(at: index)
        values.remove(at: index)
    }

    mutating func removeFirst(_ count: Int) {
        guard count > 0 else { return }
        keys.removeFirst(count)
        values.removeFirst(count)
    }

    /// The first index whose key is not below `key`.
    package func lowerBound(of key: Key) -> Int {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func insert(_ value: Value, for key: Key, at index: Int) {
        keys.insert(key, at: index)
        values.insert(value, at: index)
    }
}
