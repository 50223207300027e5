// The two functions that random waits need, computed alike on every machine and without a C library.

/// e to the power of a number between 0 and 700.
func exponential(_ value: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    let small = value / 1024
    for step in 1...12 {
        term *= small / Double(step)
        sum += term
    }
    for _ in 0..<10 { sum *= sum }
    return sum
}

/// The natural logarithm of a positive number.
func logarithm(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    let ratio = (value.significand - 1) / (value.significand + 1)
    let square = ratio * ratio
    var power = ratio
    var sum = 0.0
    for divisor in stride(from: 1.0, through: 41, by: 2) {
        sum += power / divisor
        power *= square
    }
    return 2 * sum + Double(value.exponent) * 0.693_147_180_559_945_3
}
