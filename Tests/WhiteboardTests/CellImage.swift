import TerminalUI

/// A frame as a picture: dots, blocks and lines as terminals draw them; of other characters only
/// where they stand, as grey bars.
struct CellImage {
    private static let cell = (width: 8, height: 16)

    let width: Int
    let height: Int
    /// Three bytes a pixel.
    private var pixels: [UInt8]

    init(_ frame: Frame) {
        width = frame.columns * Self.cell.width
        height = frame.rows * Self.cell.height
        pixels = Array(repeating: 24, count: width * height * 3)
        for row in 0..<frame.rows {
            for column in 0..<frame.columns { draw(frame[column, row], column, row) }
        }
    }

    private mutating func draw(_ cell: Cell, _ column: Int, _ row: Int) {
        let (left, top) = (column * Self.cell.width, row * Self.cell.height)
        let ink = Self.color(cell.style)
        switch cell.scalars.base {
        case 0x20, 0: break
        case 0x2800...0x28FF:
            let dots = cell.scalars.base - 0x2800
            for (bit, (x, y)) in Self.dots.enumerated() where dots >> bit & 1 == 1 {
                fill(left + x * 4 + 1, top + y * 4 + 1, 2, 2, ink)
            }
        case 0x2591:
            for y in stride(from: 0, to: 16, by: 4) {
                for x in stride(from: y / 4 % 2 * 2, to: 8, by: 4) {
                    fill(left + x, top + y, 1, 1, ink)
                }
            }
        case 0x2580...0x259F:
            for (part, (x, y)) in [(0, 0), (1, 0), (0, 1), (1, 1)].enumerated()
            where Self.quadrants(cell.scalars.base) >> part & 1 == 1 {
                fill(left + x * 4, top + y * 8, 4, 8, ink)
            }
        case 0x2500...0x257F: drawLines(cell.scalars.base, left, top, ink)
        case 0x25B6, 0x25C0, 0x25B2, 0x25BC: drawArrow(cell.scalars.base, left, top, ink)
        case let base where base < 0x80: fill(left + 2, top + 5, 4, 7, ink.map { $0 / 2 + 40 })
        case let base:
            let isWide = Board.columns(of: Unicode.Scalar(base) ?? " ") == 2
            fill(left + 1, top + 3, isWide ? 14 : 6, 10, ink.map { $0 / 2 + 40 })
        }
    }

    private static let dots = [
        (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3),
    ]

    /// Upper left, upper right, lower left, lower right, the first the lowest bit.
    private static func quadrants(_ base: UInt32) -> Int {
        switch base {
        case 0x2580: 0b0011
        case 0x2584: 0b1100
        case 0x2588: 0b1111
        case 0x258C: 0b0101
        case 0x2590: 0b1010
        case 0x2596: 0b0100
        case 0x2597: 0b1000
        case 0x2598: 0b0001
        case 0x2599: 0b1101
        case 0x259A: 0b1001
        case 0x259B: 0b0111
        case 0x259C: 0b1011
        case 0x259D: 0b0010
        case 0x259E: 0b0110
        default: 0b1110
        }
    }

    /// From the middle to each side that the character's name says.
    private mutating func drawLines(_ base: UInt32, _ left: Int, _ top: Int, _ ink: [UInt8]) {
        guard let name = Unicode.Scalar(base)?.properties.name else { return }
        let words = Set(name.split(separator: " "))
        func has(_ side: Substring, _ axis: Substring) -> Bool {
            words.contains(side) || words.contains(axis)
        }
        let offsets =
            words.contains("DOUBLE") ? [-2, 1] : words.contains("HEAVY") ? [-1, 0, 1] : [0]
        let dash = words.contains("DASH") ? 2 : 1
        for offset in offsets {
            for place in stride(from: 0, to: 16, by: 1) where place / 2 % dash == 0 {
                if place <= 8 ? has("UP", "VERTICAL") : has("DOWN", "VERTICAL") {
                    fill(left + 4 + offset, top + place, 1, 1, ink)
                }
            }
            for place in stride(from: 0, to: 8, by: 1) where place / 2 % dash == 0 {
                if place <= 4 ? has("LEFT", "HORIZONTAL") : has("RIGHT", "HORIZONTAL") {
                    fill(left + place, top + 8 + offset, 1, 1, ink)
                }
            }
        }
    }

    private mutating func drawArrow(_ base: UInt32, _ left: Int, _ top: Int, _ ink: [UInt8]) {
        for step in 0..<8 {
            if base == 0x25B6 || base == 0x25C0 {
                let reach = base == 0x25B6 ? (8 - step) / 2 : (step + 1) / 2
                fill(left + step, top + 8 - reach, 1, 2 * reach, ink)
            } else {
                let reach = base == 0x25BC ? (8 - step) / 2 : (step + 1) / 2
                fill(left + 4 - reach, top + 4 + step, 2 * reach, 1, ink)
            }
        }
    }

    private static func color(_ style: Style) -> [UInt8] {
        guard case .ink(let color) = style.foreground else { return [220, 220, 220] }
        let colors: [[UInt8]] = [
            [220, 220, 220], [230, 90, 90], [90, 200, 90], [220, 200, 80], [90, 140, 240],
            [200, 100, 220], [80, 200, 210], [240, 150, 60],
        ]
        return colors[(Int(color) - 1) % colors.count]
    }

    private mutating func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ ink: [UInt8]) {
        for row in max(y, 0)..<max(y, min(y + height, self.height), 0) {
            for column in max(x, 0)..<max(x, min(x + width, self.width), 0) {
                let place = (row * self.width + column) * 3
                pixels.replaceSubrange(place..<place + 3, with: ink)
            }
        }
    }

    // MARK: PNG

    /// The picture as a file, not compressed.
    var png: [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height {
            rows.append(0)
            rows += pixels[row * width * 3..<(row + 1) * width * 3]
        }
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: rows.count, by: 65_535) {
            let block = rows[start..<min(start + 65_535, rows.count)]
            stream.append(block.endIndex == rows.count ? 1 : 0)
            for number in [block.count, ~block.count] {
                stream += [
                    UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8),
                ]
            }
            stream += block
        }
        stream += Self.big(Self.adler(rows))
        let header = Self.big(UInt32(width)) + Self.big(UInt32(height)) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
            + Self.chunk("IDAT", stream) + Self.chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + bytes
        return big(UInt32(bytes.count)) + content + big(crc(content))
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static let crcTable = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { crcTable[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
