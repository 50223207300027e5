import CursesTerminal
import Testing

@testable import InkcastApp

@Suite struct PaletteOptionTests {
    @Test(arguments: [
        ("256", ColorDepth.palette), ("16", .sixteen), ("8", .eight), ("none", .none),
    ])
    func `each palette that may be asked for is a depth of colours`(
        _ palette: String, _ depth: ColorDepth
    ) throws {
        let invocation = try ArgumentParser().parse(["--palette", palette])
        guard case .screen(let options) = invocation else {
            Issue.record("the full screen takes --palette")
            return
        }
        #expect(options.palette.flatMap(Inkcast.depth) == depth)
    }
}
