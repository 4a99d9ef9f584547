import Foundation

struct Arguments {
    private static let valued = [
        "--home", "--tree", "--state", "--sample", "--only", "--number", "--workers", "--seed", "--tests", "--seconds",
    ]
    private static let flags = ["--again", "--hasty", "--earlier", "--measured", "--as-built", "--list"]

    private var values: [String: String] = [:]

    init(_ arguments: ArraySlice<String>) throws {
        var rest = arguments
        while let flag = rest.popFirst() {
            guard Self.valued.contains(flag) else {
                guard Self.flags.contains(flag) else {
                    throw Problem("\(flag) is not known: see scripts/mutants --help")
                }
                values[flag] = "yes"
                continue
            }
            guard let value = rest.popFirst() else { throw Problem("\(flag) needs a value") }
            values[flag] = value
        }
    }

    func run() async throws {
        let home = values["--home"] ?? FileManager.default.currentDirectoryPath
        let folder = NSTemporaryDirectory() + "till-mutants-by-rule"
        let state = values["--state"] ?? folder + "/state"
        let place = try Workplace(home: home, tree: values["--tree"] ?? folder + "/tree", state: state)
        say("\(place.mutants.count) mutants in \(place.files.count) files")
        if values["--list"] != nil { return list(place.mutants) }
        var builder = Builder(place)
        let built = try builder.build(hasty: values["--hasty"] != nil, asBuilt: values["--as-built"] != nil)
        let tests = TestProcess(tree: place.tree)
        let workers = values["--workers"].flatMap { Int($0) } ?? ProcessInfo.processInfo.activeProcessorCount
        let reach = Reach(place, tests, stamp: builder.stamp)
        let groups = try await reach.groups(
            matching: values["--tests"], workers: workers, earlier: values["--earlier"] != nil,
            measured: values["--measured"] != nil)
        let results = Results(state + "/results.jsonl")
        let argued = Argued(home + "/Tests/Fixtures/mutants/equivalent.txt")
        let chosen = choose(built)
        let hunt = Hunt(tests, groups, odds(place, results), most: values["--seconds"].flatMap { Double($0) })
        let again = values["--again"] != nil
        let watch = Stopwatch()
        _ = try await parallel(chosen, workers: workers) { mutant in
            guard let name = place.names[mutant.number], let hash = place.hashes[mutant.file] else { return }
            // No test can kill a mutant that is argued to change nothing, so all tests would run in vain.
            if argued.contains(mutant) { return }
            if let known = results.verdict(name, hash), known.end == .killed || !again && known.end != .givenUp {
                return
            }
            try results.add(hunt.verdict(on: mutant, name: name, hash: hash))
        }
        let verdicts = chosen.map { mutant in
            (mutant, results.verdict(place.names[mutant.number] ?? "", place.hashes[mutant.file] ?? ""))
        }
        let report = Report(made: place.mutants.count, built: built.count, verdicts: verdicts, argued: argued)
        report.print(seconds: Int(watch.seconds), all: chosen.count == built.count)
        if !report.isGood { exit(1) }
    }

    private func odds(_ place: Workplace, _ results: Results) -> Odds {
        let earlier = results.byName
        return Odds(
            place.mutants.compactMap { mutant in
                place.names[mutant.number].flatMap { earlier[$0] }.map { (mutant, $0) }
            })
    }

    private func list(_ mutants: [Mutant]) {
        for mutant in mutants where values["--only"].map({ mutant.file.contains($0) }) ?? true {
            print("\(mutant.number) \(mutant.file):\(mutant.line) [\(mutant.rule)] \(mutant.key)")
        }
    }

    /// Chooses a sample, the same for the same seed.
    private func choose(_ built: [Mutant]) -> [Mutant] {
        var chosen = built
        if let only = values["--only"] {
            let names = only.split(separator: ",")
            chosen = chosen.filter { mutant in names.contains { mutant.file.contains($0) } }
        }
        if let numbers = values["--number"]?.split(separator: ",").compactMap({ Int($0) }) {
            chosen = chosen.filter { numbers.contains($0.number) }
        }
        if let count = values["--sample"].flatMap({ Int($0) }) {
            let seed = values["--seed"] ?? "1"
            chosen.sort { Files.hash(Array("\(seed) \($0)".utf8)) < Files.hash(Array("\(seed) \($1)".utf8)) }
            chosen = Array(chosen.prefix(count))
        }
        return chosen
    }
}
