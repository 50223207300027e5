/// The 64 inks, as every kind of terminal shows them.
///
/// Ink 1 is the terminal's own foreground. The others are entries of the 256-colour palette chosen
/// to keep a contrast of about 3:1 on dark and on light backgrounds, in an order that keeps the
/// first ones far apart, for people who do not tell red from green too. Truecolour is not used:
/// not every terminal takes the form in which terminfo writes it.
package enum Palette {
    package static let inkCount = 64
    /// What people call the inks on keys 1 to 8.
    package static let names: [String] = [
        "plain", "red", "orange", "green", "blue", "pink", "lavender", "mauve",
    ]

    /// One ink's colour; a missing number means the terminal's own foreground.
    package struct Entry: Equatable, Sendable {
        /// The entry among 256 colours.
        package let index256: UInt8
        package let index16: UInt8?
        package let index8: UInt8?
        /// Among 8 colours the ink is bold as well, to differ from another of the same number.
        package let isBoldAmong8: Bool

        /// Red, green and blue, as xterm's palette has them.
        package var components: (red: UInt8, green: UInt8, blue: UInt8) {
            guard index256 < 232 else {
                let grey = 8 + 10 * (index256 - 232)
                return (grey, grey, grey)
            }
            let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
            let cube = Int(max(index256, 16)) - 16
            return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
        }
    }

    /// The colour of an ink; nil for ink 1 and for what is no ink: the terminal's own foreground.
    package static func entry(_ ink: UInt8) -> Entry? {
        guard ink >= 2, ink <= inkCount else { return nil }
        let (index256, index16, index8) = table[Int(ink) - 2]
        return Entry(
            index256: index256, index16: UInt8(exactly: index16),
            index8: UInt8(exactly: index8).map { $0 % 8 }, isBoldAmong8: index8 >= 8)
    }

    /// Inks 2 to 64: among 256, among 16 and among 8 colours (-1 for greys, which those lack; 8
    /// more for bold).
    ///
    /// Inks 1 to 8 differ with every number of colours.
    private static let table: [(UInt8, Int8, Int8)] = [
        (160, 1, 1), (202, 9, 3), (29, 2, 2), (27, 4, 4), (197, 13, 5),
        (105, 12, 6), (139, 5, 13), (96, 5, 5), (136, 3, 3), (165, 5, 5),
        (31, 6, 6), (64, 3, 3), (162, 5, 5), (130, 1, 1), (131, 1, 1),
        (101, 3, 3), (30, 6, 6), (33, 12, 4), (137, 9, 1), (98, 4, 4),
        (169, 13, 5), (103, 12, 4), (100, 3, 3), (168, 13, 5), (128, 5, 5),
        (65, 2, 2), (28, 2, 2), (200, 13, 5), (161, 1, 1), (132, 5, 5),
        (171, 13, 5), (133, 5, 5), (196, 1, 1), (198, 13, 5), (167, 9, 1),
        (67, 4, 4), (134, 4, 4), (166, 1, 1), (163, 5, 5), (97, 4, 4),
        (242, -1, -1), (246, -1, -1), (138, 9, 1), (95, 1, 1), (66, 6, 6),
        (62, 4, 4), (244, -1, -1), (69, 12, 4), (199, 13, 5), (170, 13, 5),
        (104, 12, 4), (135, 12, 4), (99, 4, 4), (32, 4, 4), (129, 4, 4),
        (164, 5, 5), (201, 13, 5), (63, 4, 4), (68, 12, 4), (243, -1, -1),
        (35, 2, 2), (70, 2, 2), (60, 4, 4),
    ]
}
