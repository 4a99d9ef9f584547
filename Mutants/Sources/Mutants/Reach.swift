import Foundation

/// Which tests reach which mutants, and how long they take.
final class Reach: @unchecked Sendable {  // guards: the file, by the lock
    struct Group: Codable {
        let filter: String
        /// The hash of the mutated sources with which the reach was measured.
        let stamp: String
        /// The hash of the files that hold the group's tests.
        let tests: String?
        /// The seconds of processor time that its tests take, without the start of the process.
        let seconds: Double
        let clockSeconds: Double
        /// Calls of mutated code.
        let rounds: Int
        let fails: Bool
        let reached: [Int]
        /// The names of its tests, without parentheses.
        var names: Set<String> = []

        enum CodingKeys: CodingKey { case filter, stamp, tests, seconds, clockSeconds, rounds, fails, reached }
    }

    private let place: Workplace
    private let tests: TestProcess
    private let path: String
    private let stamp: String
    private let texts: [String]
    private let lock = NSLock()
    /// What a process without tests takes of the processor.
    private var empty = 0.0

    init(_ place: Workplace, _ tests: TestProcess, stamp: String) {
        self.place = place
        self.tests = tests
        self.stamp = stamp
        path = place.state + "/reach.jsonl"
        texts = Self.tests(in: place.home).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The files of the tests.
    private static func tests(in home: String) -> [[UInt8]] {
        let names = FileManager.default.enumerator(atPath: home + "/Tests")?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.sorted().compactMap { Files.read("\(home)/Tests/\($0)") }
    }

    /// The hash of the files that name the suite of a group.
    private func testsHash(_ filter: String) -> String {
        let suite = filter.replacing("\\", with: "").split { !$0.isLetter && !$0.isNumber && $0 != "_" }.dropFirst()
            .first
        return Files.hash(Array(texts.filter { $0.contains(suite ?? "") }.joined().utf8))
    }

    /// What was measured with the same mutants and the same tests is not measured again.
    ///
    /// - Parameter earlier: nor is what was measured with other mutants. A mutant that is new is taken to be reached by
    ///   what reaches its file.
    /// - Parameter measured: nothing is measured. Tests that have not been are left out.
    func groups(matching pattern: String?, workers: Int, earlier: Bool, measured: Bool) async throws -> [Group] {
        try Files.encode(namesByText, to: namesPath(stamp))
        let text = Files.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let known = text.split(separator: "\n").compactMap { line in
            try? JSONDecoder().decode(Group.self, from: Data(line.utf8))
        }
        var suites = try Self.suites(tests.list())
        if let pattern {
            let wanted = try Regex(pattern)
            suites = suites.filter { suite in suite.tests.contains { $0.contains(wanted) } }
        }
        let hashes = hashes(suites)
        let same = known.filter { $0.tests == hashes[$0.filter] && (earlier || $0.stamp == stamp) }
        var kept = Dictionary(same.map { ($0.filter, $0) }) { $1 }
        try translate(&kept)
        empty = try tests.run("^none/", environment: [:], limits: Self.limits).seconds
        func measure(_ filters: [String]) async throws {
            let missing = measured ? [] : filters.filter { kept[$0] == nil }
            say("\(filters.count) groups of tests, \(missing.count) to be measured")
            for group in try await parallel(missing, workers: workers, { try self.trace($0, hashes[$0]) }) {
                kept[group.filter] = group
            }
        }
        try await measure(suites.filter { !$0.isByTest }.map(\.filter))
        let long = suites.filter { suite in
            guard suite.tests.count > 1, let group = kept[suite.filter] else { return suite.isByTest }
            return group.seconds > Plan.longSuite && !group.reached.isEmpty
        }
        try await measure(long.flatMap(\.tests))
        let isLong = Set(long.filter { $0.isByTest || $0.tests.allSatisfy { kept[$0] != nil } }.map(\.filter))
        return suites.flatMap { isLong.contains($0.filter) ? $0.tests : [$0.filter] }.compactMap { filter in
            guard var group = kept[filter] else { return nil }
            group.names = names(of: filter, in: suites)
            return group
        }
    }

    private func hashes(_ suites: [Suite]) -> [String: String] {
        Dictionary(
            suites.flatMap { suite in
                let hash = testsHash(suite.filter)
                return (suite.tests + [suite.filter]).map { ($0, hash) }
            }
        ) { $1 }
    }

    private func names(of filter: String, in suites: [Suite]) -> Set<String> {
        let tests = suites.first { $0.filter == filter }?.tests ?? [filter]
        return Set(tests.map { test in String(test.dropLast(2).split(separator: "/").last ?? "") })
    }

    /// No test ends beyond them that ends at all.
    private static let limits = TestProcess.Limits(rounds: nil, seconds: 900, clockSeconds: 2_700)

    // MARK: Measured with other mutants

    private var namesByText: [String: String] {
        Dictionary(uniqueKeysWithValues: place.names.map { (String($0.key), $0.value) })
    }

    private func namesPath(_ stamp: String) -> String { place.state + "/names-\(stamp).json" }

    /// Gives the mutants the numbers that they have now. What cannot be translated is left out.
    private func translate(_ groups: inout [String: Group]) throws {
        let numbers = Dictionary(uniqueKeysWithValues: place.names.map { ($0.value, $0.key) })
        for stamp in Set(groups.values.map(\.stamp)) where stamp != self.stamp {
            let names = Files.decoded([String: String].self, at: namesPath(stamp))
            let old = Set((names ?? [:]).values)
            let fresh = place.mutants.filter { !old.contains(place.names[$0.number] ?? "") }
            for (filter, group) in groups where group.stamp == stamp {
                guard let names else {
                    groups[filter] = nil
                    continue
                }
                let reached = group.reached.compactMap { names[String($0)] }
                let files = Set(reached.compactMap { $0.components(separatedBy: " | ").first })
                let found = Set(
                    reached.compactMap { numbers[$0] } + fresh.filter { files.contains($0.file) }.map(\.number))
                groups[filter] = Group(
                    filter: filter, stamp: self.stamp, tests: group.tests, seconds: group.seconds,
                    clockSeconds: group.clockSeconds, rounds: group.rounds, fails: group.fails,
                    reached: found.sorted())
            }
        }
    }

    /// A suite, or a test that is in none, and the patterns of its tests.
    private struct Suite {
        let filter: String
        var tests: [String] = []
        let isByTest: Bool
    }

    private static func suites(_ list: [String]) -> [Suite] {
        var found: [String: Suite] = [:]
        for test in list {
            guard let target = test.split(separator: ".").first.map(String.init), Plan.tests.contains(target) else {
                continue
            }
            let name = test.prefix { $0 != "(" }.replacing(".", with: "\\.")
            let parts = name.split(separator: "/").map(String.init)
            if Plan.leftOutSuites.contains(where: { test.hasPrefix($0 + "/") }) { continue }
            let filter = "^" + parts[0] + (parts.count > 1 ? "/" : "\\(")
            found[filter, default: Suite(filter: filter, isByTest: target == Plan.byTest && parts.count > 1)].tests
                .append("^\(name)\\(")
        }
        return found.values.sorted { $0.filter < $1.filter }
    }

    private func trace(_ filter: String, _ tests: String?) throws -> Group {
        let file = place.state + "/trace-" + Files.hash(Array(filter.utf8))
        try? FileManager.default.removeItem(atPath: file)
        let environment = ["TILL_MUTANT": "trace", "TILL_MUTANT_TRACE": file]
        let run = try self.tests.run(filter, environment: environment, limits: Self.limits)
        let text = Files.read(file).map { String(decoding: $0, as: UTF8.self) } ?? ""
        try? FileManager.default.removeItem(atPath: file)
        let lines = text.split(separator: "\n")
        let rounds = lines.compactMap { $0.hasPrefix("rounds ") ? Int($0.dropFirst(7)) : nil }
        if run.outcome != .passed { say("fails without a mutant, left out: \(filter) \(run.outcome)") }
        let group = Group(
            filter: filter, stamp: stamp, tests: tests, seconds: max(run.seconds - empty, 0.001),
            clockSeconds: run.clockSeconds, rounds: rounds.reduce(0, +), fails: run.outcome != .passed,
            reached: Set(lines.compactMap { Int($0) }).sorted())
        try lock.withLock { try Files.append(group, to: path) }
        return group
    }
}

/// In the order of what was given.
func parallel<T: Sendable, U: Sendable>(
    _ items: [T], workers: Int, _ work: @escaping @Sendable (T) throws -> U
) async throws -> [U] {
    try await withThrowingTaskGroup(of: (Int, U).self) { group in
        var results: [Int: U] = [:]
        var next = 0
        func add() {
            guard next < items.count else { return }
            let (index, item) = (next, items[next])
            next += 1
            group.addTask {
                try await withCheckedThrowingContinuation { continuation in
                    Thread.detachNewThread { continuation.resume(with: Result { (index, try work(item)) }) }
                }
            }
        }
        for _ in 0..<workers { add() }
        while let (index, result) = try await group.next() {
            results[index] = result
            add()
        }
        return items.indices.compactMap { results[$0] }
    }
}
