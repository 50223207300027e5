import Testing

@testable import InkcastApp

@Suite struct InterfaceNamesTests {
    @Test func `an interface that is not there is refused in one line that names those there are`()
    {
        do throws(ProgramError) {
            try InterfaceNames.check(["eth0", "eth9\n"], among: ["lo", "eth0"])
            Issue.record("it was taken")
        } catch {
            #expect(
                error.description
                    == "there is no network interface 'eth9?'; there are: lo, eth0")
        }
    }

    @Test func `interfaces that are there are taken`() throws {
        try InterfaceNames.check([], among: [])
        try InterfaceNames.check(["lo"], among: ["lo", "eth0"])
        #expect(InterfaceNames.all.contains("lo"))
    }
}
