import Glibc
import SessionSimulation

/// Runs seeds of the simulation, and says what came of them.
@main
struct Command {
    static func main() async {
        do throws(Misuse) {
            exit(try await run(try Arguments(Array(CommandLine.arguments.dropFirst()))))
        } catch {
            let line = Array("inkcast-sim: \(error.message)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(2)
        }
    }

    private static func run(_ arguments: Arguments) async throws(Misuse) -> Int32 {
        if arguments.wantsHelp {
            print(Arguments.help)
            return 0
        }
        if arguments.defect == "list" {
            for name in Options.defectNames { print(name) }
            return 0
        }
        let base = arguments.base ?? UInt64.random(in: 0..<1_000_000_000)
        if arguments.defect == "all" {
            print("base seed \(base)")
            return await tryDefects(base..<base &+ (arguments.seeds ?? 500))
        }
        if let scenario = arguments.scenario {
            guard scenario == "list" || !Scenario.named(scenario).isEmpty else {
                throw Misuse(message: "there is no scenario \(scenario); see --scenario list")
            }
            return await tellScenarios(scenario, base..<base &+ (arguments.seeds ?? 1))
        }
        if arguments.isSuite {
            print("base seed \(base)")
            return await runSuite(from: base, arguments)
        }
        var options = Options(participants: arguments.peers)
        if let defect = arguments.defect, !options.plant(defect) {
            throw Misuse(message: "there is no defect \(defect); see --break list")
        }
        if let seed = arguments.seed {
            let write: ((String) -> Void)? = arguments.isTraced ? { print($0) } : nil
            var simulation = Simulation(seed: seed, options: options, write: write)
            return report([simulation.run()], after: .zero, arguments)
        }
        print("base seed \(base)")
        let start = ContinuousClock.now
        let outcomes = await Runner.run(
            base..<(base &+ (arguments.seeds ?? 1_000)), options, keepsGoing: arguments.keepsGoing)
        return report(outcomes, after: ContinuousClock.now - start, arguments)
    }

    /// Says of each planted defect which seed found it, and by what.
    private static func tryDefects(_ seeds: Range<UInt64>) async -> Int32 {
        var missed = 0
        for name in Options.defectNames {
            let result = await DefectReport(of: name, in: seeds)
            print(result.row)
            fflush(nil)
            if !result.isFound { missed += 1 }
        }
        print("\(missed) of \(Options.defectNames.count) defects not found")
        return missed == 0 ? 0 : 1
    }

    private static func runSuite(from base: UInt64, _ arguments: Arguments) async -> Int32 {
        for part in Suite.parts(smallSeeds: arguments.seeds ?? 300) {
            print("\(part.title):")
            var arguments = arguments
            arguments.peers = part.peers
            let start = ContinuousClock.now
            let outcomes = await Runner.run(
                base..<base &+ part.seeds, Options(participants: part.peers))
            let status = report(outcomes, after: ContinuousClock.now - start, arguments)
            guard status == 0 else { return status }
        }
        return await tellScenarios("all", base..<base &+ Suite.scenarioSeeds)
    }

    /// Runs the scenarios of a name, or says what they promise.
    private static func tellScenarios(_ name: String, _ seeds: Range<UInt64>) async -> Int32 {
        guard name != "list" else {
            for scenario in Scenario.all { print("\(scenario.name): \(scenario.promise)") }
            return 0
        }
        var status: Int32 = 0
        for scenario in Scenario.named(name) {
            print("\(scenario.name): \(scenario.promise)")
            for (seed, outcome) in await Runner.tell(scenario, seeds) {
                switch outcome {
                case .success(let line): print("  seed \(seed): \(line)")
                case .failure(let broken):
                    print("  seed \(seed) breaks it: \(broken.what)")
                    status = 1
                }
            }
            fflush(nil)
        }
        return status
    }

    private static func report(
        _ outcomes: [Outcome], after elapsed: Duration, _ arguments: Arguments
    ) -> Int32 {
        var totals = Totals()
        for outcome in outcomes { totals.add(outcome) }
        let (seconds, attoseconds) = elapsed.components
        let milliseconds = Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
        print(totals.line(milliseconds: milliseconds))
        var hasFailed = false
        for outcome in outcomes {
            guard let violation = outcome.violation else { continue }
            hasFailed = true
            print("seed=\(outcome.seed) violates \(violation)")
            print("replay: \(replay(outcome.seed, arguments))")
        }
        if hasFailed { return 1 }
        for name in totals.unreached { print("never reached: \(name)") }
        return totals.unreached.isEmpty ? 0 : 1
    }

    private static func replay(_ seed: UInt64, _ arguments: Arguments) -> String {
        var words = "inkcast-sim --seed \(seed)"
        if let peers = arguments.peers { words += " --peers \(peers)" }
        if let defect = arguments.defect { words += " --break \(defect)" }
        return words + " --trace"
    }
}
