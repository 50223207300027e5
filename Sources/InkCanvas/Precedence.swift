/// An entry's place in the total order: by stamp, then author, then index.
package struct Precedence: Hashable, Comparable, Sendable {
    package var stamp: UInt64
    package var entry: EntryID

    package init(stamp: UInt64, entry: EntryID) {
        self.stamp = stamp
        self.entry = entry
    }

    package static func < (left: Precedence, right: Precedence) -> Bool {
        left.stamp != right.stamp ? left.stamp < right.stamp : left.entry < right.entry
    }
}
