import CAllocation
import InkCanvas
import Testing

/// What entries claim costs no memory.
struct CanvasAllocationTests {
    /// Kind, stamp, action, number, offset 0, flags and style, and then how many points follow.
    private static let claims: [[UInt8]] = [
        [1, 1, 1, 1, 0, 1, 1, 1, 0] + varint(1 << 60), [1, 1, 1, 1, 0, 1, 1, 1, 0] + varint(.max),
        [1, 1, 1, 1] + varint(1 << 60), [8, 1, 1] + varint(1 << 60),
        [7, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1] + varint(1 << 60), [10, 1, 1] + varint(1 << 60),
        [4, 1, 1, 1, 0, 0, 1, 1, 0, 40] + varint(1 << 60),
    ]

    private static func varint(_ number: UInt64) -> [UInt8] {
        number < 0x80
            ? [UInt8(number)] : [UInt8(truncatingIfNeeded: number) | 0x80] + varint(number >> 7)
    }

    @Test(arguments: claims)
    func `a claim of 2^60 points, slices, ranges or bytes allocates nothing`(claim: [UInt8]) {
        let body = claim + [0x11, 0x22]
        var canvas = Canvas()
        // Room for the first author and entry.
        _ = canvas.apply([250], as: EntryID(author: AuthorID(rawValue: 1), index: 0))
        inkcast_allocation_watch()
        _ = canvas.apply(body, as: EntryID(author: AuthorID(rawValue: 1), index: 1))
        #expect(inkcast_allocation_largest() < 256)
        #expect(canvas.visibleObjectCount == 0)
    }
}
