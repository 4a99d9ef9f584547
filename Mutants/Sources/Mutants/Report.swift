/// The report that is printed at the end.
struct Report {
    let made: Int
    let built: Int
    let verdicts: [(Mutant, Verdict?)]
    let argued: Argued

    private var killed: Int { verdicts.filter { $0.1?.end == .killed }.count }
    private var alive: [(Mutant, Verdict?)] { verdicts.filter { $0.1?.end != .killed } }
    private var unexplained: [(Mutant, Verdict?)] { alive.filter { !argued.contains($0.0) } }

    /// The mutants that may change something, which are all but those that are argued to be equivalent.
    private var changing: Int { verdicts.count - (alive.count - unexplained.count) }

    /// Whether 95 of a hundred mutants that may change something are killed, and every other one is explained.
    var isGood: Bool { unexplained.isEmpty && killed * 100 >= changing * 95 }

    func print(seconds: Int, all: Bool) {
        for (mutant, verdict) in unexplained.sorted(by: { ($0.0.file, $0.0.line) < ($1.0.file, $1.0.line) }) {
            let reached = verdict?.end == .unreached ? "no test reaches it" : "survived"
            Swift.print("\(mutant.file):\(mutant.line): \(reached) (\(mutant.number), \(mutant.rule))")
            Swift.print("    \(mutant.function): \(mutant.original) → \(mutant.mutated)")
        }
        let share = changing == 0 ? 100 : Double(killed * 1000 / changing) / 10
        let tried = verdicts.compactMap(\.1)
        let mean = tried.reduce(0) { $0 + $1.seconds } / Double(max(tried.count, 1))
        let hung = verdicts.filter { $0.1?.by == "hang" }.count
        let crashed = verdicts.filter { $0.1?.by == "crash" }.count
        Swift.print(
            """
            mutants made \(made), that compile \(built), \(all ? "all" : "of them") tried \(verdicts.count): \
            killed \(killed) (\(share) % of \(changing) that are not argued; \(crashed) by a crash, \(hung) by their time limit), \
            argued \(alive.count - unexplained.count), surviving \(unexplained.count) \
            (\(unexplained.filter { $0.1?.end == .unreached }.count) reached by no test); \(seconds) s, \
            \((mean * 10).rounded() / 10) s of a processor each
            """)
    }
}
