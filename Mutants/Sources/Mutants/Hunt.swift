import Foundation

/// Runs the tests against each mutant.
struct Hunt: Sendable {
    let tests: TestProcess
    let groups: [Reach.Group]

    init(_ tests: TestProcess, _ groups: [Reach.Group]) {
        self.tests = tests
        self.groups = groups.filter { !$0.fails }.sorted { $0.seconds < $1.seconds }
    }

    func verdict(on number: Int, name: String, hash: String) throws -> Verdict {
        var rest = groups.filter { $0.reached.contains(number) }[...]
        guard !rest.isEmpty else { return Verdict(name: name, hash: hash, end: .unreached, by: "") }
        while !rest.isEmpty {
            let batch = Self.batch(&rest)
            let expected = batch.reduce(0) { $0 + $1.seconds }
            let filter = batch.map(\.filter).joined(separator: "|")
            let outcome = try tests.run(
                filter, environment: ["TILL_MUTANT": "\(number)"], seconds: 20 + Int(expected * 5))
            switch outcome {
            case .passed: continue
            case .failed(let test): return Verdict(name: name, hash: hash, end: .killed, by: test)
            case .crashed: return Verdict(name: name, hash: hash, end: .killed, by: "crash")
            case .timedOut: return Verdict(name: name, hash: hash, end: .killed, by: "hang")
            }
        }
        return Verdict(name: name, hash: hash, end: .survived, by: "")
    }

    /// What is short goes into one process.
    private static func batch(_ rest: inout ArraySlice<Reach.Group>) -> [Reach.Group] {
        var batch = [rest.removeFirst()]
        var seconds = batch[0].seconds
        while let next = rest.first, seconds + next.seconds < 6 || next.seconds < 0.4 {
            seconds += next.seconds
            batch.append(rest.removeFirst())
        }
        return batch
    }
}
