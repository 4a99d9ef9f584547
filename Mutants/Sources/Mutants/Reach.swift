import Foundation

/// Which tests reach which mutants, and how long they take.
final class Reach: @unchecked Sendable {  // guards: the file, by the lock
    struct Group: Codable {
        let filter: String
        /// Of the mutated sources it was measured with.
        let stamp: String
        /// Of the files that hold its tests.
        let tests: String?
        let seconds: Double
        let fails: Bool
        let reached: [Int]
    }

    private let place: Workplace
    private let tests: TestProcess
    private let path: String
    private let stamp: String
    private let texts: [String]
    private let lock = NSLock()

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

    /// Of the files that name the suite of a group.
    private func testsHash(_ filter: String) -> String {
        let suite = filter.replacing("\\", with: "").split { !$0.isLetter && !$0.isNumber && $0 != "_" }.dropFirst()
            .first
        return Files.hash(Array(texts.filter { $0.contains(suite ?? "") }.joined().utf8))
    }

    /// What was measured with the same mutants and the same tests is not measured again.
    ///
    /// - Parameter earlier: nor is what was measured with other mutants. A mutant that is new is taken to be reached by
    ///   what reaches its file.
    func groups(matching pattern: String?, workers: Int, earlier: Bool) async throws -> [Group] {
        try Files.encode(namesByText, to: namesPath(stamp))
        let text = Files.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let known = text.split(separator: "\n").compactMap { line in
            try? JSONDecoder().decode(Group.self, from: Data(line.utf8))
        }
        var filters = try Self.filters(tests.list())
        if let pattern {
            let wanted = try Regex(pattern)
            filters = filters.filter { $0.contains(wanted) }
        }
        let hashes = Dictionary(uniqueKeysWithValues: filters.map { ($0, testsHash($0)) })
        let same = known.filter { $0.tests == hashes[$0.filter] && (earlier || $0.stamp == stamp) }
        var kept = Dictionary(same.map { ($0.filter, $0) }) { $1 }
        try translate(&kept)
        let missing = filters.filter { kept[$0] == nil }
        say("\(filters.count) groups of tests, \(missing.count) to be measured")
        let measured = try await parallel(missing, workers: workers) { try self.trace($0, hashes[$0]) }
        return filters.compactMap { kept[$0] } + measured
    }

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
                    filter: filter, stamp: self.stamp, tests: group.tests, seconds: group.seconds, fails: group.fails,
                    reached: found.sorted())
            }
        }
    }

    private static func filters(_ list: [String]) -> [String] {
        var found: Set<String> = []
        for test in list {
            guard let target = test.split(separator: ".").first.map(String.init), Plan.tests.contains(target) else {
                continue
            }
            let parts = test.split(separator: "/").map(String.init)
            if Plan.leftOutSuites.contains(parts[0]) { continue }
            let suite = "^" + parts[0].prefix { $0 != "(" }.replacing(".", with: "\\.")
            if parts.count > 1, target == Plan.byTest {
                found.insert(suite + "/" + parts[1].prefix { $0 != "(" } + "\\(")
            } else {
                found.insert(suite + (parts.count > 1 ? "/" : "\\("))
            }
        }
        return found.sorted()
    }

    private func trace(_ filter: String, _ tests: String?) throws -> Group {
        let file = place.state + "/trace-" + Files.hash(Array(filter.utf8))
        try? FileManager.default.removeItem(atPath: file)
        let watch = Stopwatch()
        let environment = ["TILL_MUTANT": "trace", "TILL_MUTANT_TRACE": file]
        let outcome = try self.tests.run(filter, environment: environment, seconds: 900)
        let took = watch.seconds
        let text = Files.read(file).map { String(decoding: $0, as: UTF8.self) } ?? ""
        try? FileManager.default.removeItem(atPath: file)
        let reached = Set(text.split(separator: "\n").compactMap { Int($0) })
        if outcome != .passed { say("fails without a mutant, left out: \(filter) \(outcome)") }
        let group = Group(
            filter: filter, stamp: stamp, tests: tests, seconds: took, fails: outcome != .passed,
            reached: reached.sorted())
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
