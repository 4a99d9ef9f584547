import Foundation

/// Runs the tests against each mutant.
struct Hunt: Sendable {
    let tests: TestProcess
    let groups: [Reach.Group]
    let odds: Odds
    /// The seconds of processor time after which a mutant is given up; nil for no limit.
    let most: Double?

    init(_ tests: TestProcess, _ groups: [Reach.Group], _ odds: Odds, most: Double?) {
        self.tests = tests
        self.most = most
        self.groups = groups.filter { !$0.fails }
        self.odds = odds
    }

    func verdict(on mutant: Mutant, name: String, hash: String) throws -> Verdict {
        var rest = odds.sorted(groups.filter { $0.reached.contains(mutant.number) }, for: mutant)[...]
        var verdict = Verdict(name: name, hash: hash, end: rest.isEmpty ? .unreached : .survived)
        // Most mutants fall to the first tests; so these are few, and the later batches larger.
        var size = 0.3
        while !rest.isEmpty, verdict.end == .survived {
            if let most, verdict.seconds > most {
                verdict.givenUp()
                break
            }
            let batch = Self.batch(&rest, seconds: size)
            size = min(size * 3, 8)
            let (outcome, seconds) = try run(batch, mutant)
            verdict.seconds += seconds
            switch outcome {
            case .passed: continue
            case .failed(let test): verdict.killed(by: test, Self.killer(test, in: batch))
            case .crashed: verdict.killed(by: "crash", batch.count == 1 ? batch[0].filter : nil)
            case .timedOut, .endless: verdict.killed(by: "hang", batch.count == 1 ? batch[0].filter : nil)
            }
        }
        odds.note(verdict, on: mutant)
        return verdict
    }

    /// A limit of time is short at first; what exceeds it is tried again with twice the time.
    private func run(_ batch: [Reach.Group], _ mutant: Mutant) throws -> (TestProcess.Outcome, seconds: Double) {
        let filter = batch.map(\.filter).joined(separator: "|")
        var total = 0.0
        for times in [1, 2] {
            let limits = TestProcess.Limits(
                rounds: 1_000_000 + 10 * batch.reduce(0) { $0 + $1.rounds },
                seconds: times * (4 + Int(batch.reduce(0) { $0 + $1.seconds } * 4)),
                clockSeconds: Double(times) * (12 + batch.reduce(0) { $0 + $1.clockSeconds } * 4))
            let run = try tests.run(filter, environment: ["TILL_MUTANT": "\(mutant.number)"], limits: limits)
            total += run.seconds
            if run.outcome != .timedOut || times == 2 { return (run.outcome, total) }
        }
        return (.timedOut, total)
    }

    /// What is short goes into one process.
    private static func batch(_ rest: inout ArraySlice<Reach.Group>, seconds most: Double) -> [Reach.Group] {
        var batch = [rest.removeFirst()]
        var seconds = batch[0].seconds
        while let next = rest.first, seconds + next.seconds < most, batch.count < 200 {
            seconds += next.seconds
            batch.append(rest.removeFirst())
        }
        return batch
    }

    /// The group whose test reported an issue: `Test aName() recorded an issue …`.
    private static func killer(_ issue: String, in batch: [Reach.Group]) -> String? {
        let name = issue.dropFirst(5).prefix { $0 != "(" }
        return batch.first { $0.names.contains(String(name)) }?.filter
    }
}
