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
        var options = Options(participants: arguments.peers)
        if let defect = arguments.defect, !options.plant(defect) {
            throw Misuse(message: "there is no defect \(defect); see --break list")
        }
        if let seed = arguments.seed {
            let write: ((String) -> Void)? = arguments.isTraced ? { print($0) } : nil
            var simulation = Simulation(seed: seed, options: options, write: write)
            return report([simulation.run()], after: .zero, arguments)
        }
        let base = arguments.base ?? UInt64.random(in: 0..<1_000_000_000)
        print("base seed \(base)")
        let start = ContinuousClock.now
        let outcomes = await runAll(base..<(base &+ arguments.seeds), options)
        return report(outcomes, after: ContinuousClock.now - start, arguments)
    }

    /// Runs seeds on two threads, in order, up to the first that fails.
    private static func runAll(_ seeds: Range<UInt64>, _ options: Options) async -> [Outcome] {
        await withTaskGroup(of: Outcome.self) { group in
            var waiting = seeds
            var outcomes: [Outcome] = []
            for _ in 0..<2 {
                if let seed = waiting.popFirst() { group.addTask { Simulation.run(seed, options) } }
            }
            var hasFailed = false
            for await outcome in group {
                outcomes.append(outcome)
                if outcome.violation != nil { hasFailed = true }
                if !hasFailed, let seed = waiting.popFirst() {
                    group.addTask { Simulation.run(seed, options) }
                }
            }
            return outcomes.sorted { $0.seed < $1.seed }
        }
    }

    private static func report(
        _ outcomes: [Outcome], after elapsed: Duration, _ arguments: Arguments
    ) -> Int32 {
        var totals = Totals()
        for outcome in outcomes { totals.add(outcome) }
        let (seconds, attoseconds) = elapsed.components
        let milliseconds = Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
        print(totals.line(milliseconds: milliseconds))
        guard let failed = outcomes.first(where: { $0.violation != nil }),
            let violation = failed.violation
        else {
            for name in totals.unreached { print("never reached: \(name)") }
            return totals.unreached.isEmpty ? 0 : 1
        }
        print("seed=\(failed.seed) violates \(violation)")
        print("replay: \(replay(failed.seed, arguments))")
        return 1
    }

    private static func replay(_ seed: UInt64, _ arguments: Arguments) -> String {
        var words = "inkcast-sim --seed \(seed)"
        if let peers = arguments.peers { words += " --peers \(peers)" }
        if let defect = arguments.defect { words += " --break \(defect)" }
        return words + " --trace"
    }
}
