import Foundation

/// How likely a group of tests kills a mutant, by what has killed others. The order in which tests are tried follows from it,
/// never a verdict.
final class Odds: @unchecked Sendable {  // guards: the counts, by the lock
    private struct Kills {
        var all = 0.0
        var by: [String: Double] = [:]

        mutating func add(_ filter: String) {
            all += 1
            by[filter, default: 0] += 1
        }

        func share(_ filter: String) -> Double { by[filter, default: 0] / (all + 1) }
    }

    private let lock = NSLock()
    private var inFunctions: [String: Kills] = [:]
    private var inFiles: [String: Kills] = [:]
    private var anywhere = Kills()

    /// Learns from the verdicts of earlier runs too.
    init(_ verdicts: [(Mutant, Verdict)]) {
        for (mutant, verdict) in verdicts { note(verdict, on: mutant) }
    }

    func note(_ verdict: Verdict, on mutant: Mutant) {
        guard verdict.end == .killed, let killer = verdict.killer else { return }
        lock.withLock {
            inFunctions[mutant.file + mutant.function, default: Kills()].add(killer)
            inFiles[mutant.file, default: Kills()].add(killer)
            anywhere.add(killer)
        }
    }

    /// The best chance for each second of the processor first.
    func sorted(_ groups: [Reach.Group], for mutant: Mutant) -> [Reach.Group] {
        let base = (mutant.file as NSString).lastPathComponent.prefix { $0 != "." && $0 != "+" }
        return lock.withLock {
            let (function, file) = (inFunctions[mutant.file + mutant.function], inFiles[mutant.file])
            return groups.map { group in
                var chance = 0.02 + 0.3 * anywhere.share(group.filter)
                chance += function?.share(group.filter) ?? 0
                chance += 0.4 * (file?.share(group.filter) ?? 0)
                if group.filter.contains(".\(base)") { chance += 0.2 }
                // A test that reaches little is about what it reaches.
                chance += 10 / Double(group.reached.count + 100)
                return (group, chance / (group.seconds + 0.02))
            }.sorted { $0.1 > $1.1 }.map(\.0)
        }
    }
}
