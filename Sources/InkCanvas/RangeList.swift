extension [Range<UInt32>] {
    /// The same numbers as ascending ranges that neither touch nor overlap.
    package var normalized: [Range<UInt32>] {
        var merged: [Range<UInt32>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                let upper = Swift.max(last.upperBound, range.upperBound)
                merged[merged.count - 1] = last.lowerBound..<upper
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    /// Adds one number to normalized ranges; false if it is in already.
    mutating func insert(_ number: UInt32) -> Bool {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        guard low < count, self[low].lowerBound <= number else {
            let isBefore = low < count && number &+ 1 == self[low].lowerBound
            if isBefore {
                self[low] = number..<self[low].upperBound
            } else {
                insert(number..<number + 1, at: low)
            }
            return true
        }
        guard number == self[low].upperBound else { return false }
        self[low] = self[low].lowerBound..<number + 1
        if low + 1 < count, self[low + 1].lowerBound == number + 1 {
            self[low] = self[low].lowerBound..<self[low + 1].upperBound
            remove(at: low + 1)
        }
        return true
    }
}
