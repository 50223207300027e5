/// From numbers that an author counts up to slots; those of a liar, far apart, take more room.
struct NumberMap: Sendable {
    /// By number; −1 for none.
    private var near: [Int32] = []
    private var far: [UInt32: Int32] = [:]

    /// A number is near if it is no farther than this beyond those that are.
    private static let stepMax = 64

    subscript(number: UInt32) -> Int? {
        get {
            let slot = number < near.count ? near[Int(number)] : -1
            if slot >= 0 { return Int(slot) }
            return far.isEmpty ? nil : far[number].map { Int($0) }
        }
        set {
            let slot = newValue.map { Int32($0) } ?? -1
            guard number < near.count + Self.stepMax else {
                far[number] = slot
                return
            }
            while near.count <= number { near.append(-1) }
            near[Int(number)] = slot
        }
    }
}
