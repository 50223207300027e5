import InkCanvas
import Testing

struct HostileEntriesTests {
    @Test(arguments: UInt64(1)...4)
    func `entries with bytes changed never trap the canvas`(seed: UInt64) {
        var random = Seeded(seed: seed)
        var ana = Sketch(1)
        for operation in CodecTests.operations { ana.append(operation, stamp: 3) }
        let far: Int32 = 1 << 20
        ana.draw(
            line((-far, far), (far, -far), (0, 0), (far, far)), style: InkStyle(isSmoothed: true))
        let object = ana.draw((0..<300).map { Dot(x: $0 * 5, y: $0 % 7) })
        ana.append(ana.pen.set([.position(Dot(x: far, y: far))], of: [object], on: ana.canvas))
        ana.stamp(.heart, on: object)
        ana.append(
            ana.pen.note(
                "漢 b", at: Dot(x: far, y: -far), width: .max, style: InkStyle(), on: ana.canvas
            ).bodies)
        var canvas = Canvas()
        for index in UInt32(0)..<800 {
            var body = ana.log[Int.random(in: 0..<ana.log.count, using: &random)].body
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0..<body.count, using: &random)
                body[place] = UInt8.random(in: 0...255, using: &random)
            }
            let author = AuthorID(rawValue: UInt64.random(in: 1...2, using: &random))
            _ = canvas.apply(body, as: EntryID(author: author, index: index))
        }
        for object in canvas.visibleObjects { _ = canvas.ink(of: object.id) }
        let path = line((-far, -far), (far, far), (.max, .min))
        _ = canvas.rubbings(along: path, radius: .max)
        _ = canvas.badges
        _ = canvas.bounds
        _ = canvas.topmostObject(near: Dot(x: .min, y: .max), within: .min)
        #expect(canvas.entryCount == 800)
        #expect(canvas.visibleObjectCount == canvas.visibleObjects.count)
    }
}
