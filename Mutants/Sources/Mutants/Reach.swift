import Foundation

/// Which tests reach which mutants, and how long they take.
final class Reach: @unchecked Sendable {  // guards: the file, by the lock
    struct Group: Codable {
        let filter: String
        /// Of the mutated sources it was measured with.
        let stamp: String
        let seconds: Double
        let fails: Bool
        let reached: [Int]
    }

    private let place: Workplace
    private let tests: TestProcess
    private let path: String
    private let stamp: String
    private let lock = NSLock()

    init(_ place: Workplace, _ tests: TestProcess, stamp: String) {
        self.place = place
        self.tests = tests
        self.stamp = stamp
        path = place.state + "/reach.jsonl"
    }

    /// What was measured with the same mutants is not measured again.
    func groups(matching pattern: String?, workers: Int) async throws -> [Group] {
        let text = Files.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let known = text.split(separator: "\n").compactMap { line in
            try? JSONDecoder().decode(Group.self, from: Data(line.utf8))
        }
        let kept = Dictionary(known.filter { $0.stamp == stamp }.map { ($0.filter, $0) }) { $1 }
        var filters = try Self.filters(tests.list())
        if let pattern {
            let wanted = try Regex(pattern)
            filters = filters.filter { $0.contains(wanted) }
        }
        let missing = filters.filter { kept[$0] == nil }
        say("\(filters.count) groups of tests, \(missing.count) to be measured")
        let measured = try await parallel(missing, workers: workers) { try self.trace($0) }
        return filters.compactMap { kept[$0] } + measured
    }

    private static func filters(_ list: [String]) -> [String] {
        var found: Set<String> = []
        for test in list {
            guard let target = test.split(separator: ".").first.map(String.init), Plan.tests.contains(target) else {
                continue
            }
            let parts = test.split(separator: "/").map(String.init)
            let suite = "^" + parts[0].prefix { $0 != "(" }.replacing(".", with: "\\.")
            if parts.count > 1, target == Plan.byTest {
                found.insert(suite + "/" + parts[1].prefix { $0 != "(" } + "\\(")
            } else {
                found.insert(suite + (parts.count > 1 ? "/" : "\\("))
            }
        }
        return found.sorted()
    }

    private func trace(_ filter: String) throws -> Group {
        let file = place.state + "/trace-" + Files.hash(Array(filter.utf8))
        try? FileManager.default.removeItem(atPath: file)
        let watch = Stopwatch()
        let environment = ["TILL_MUTANT": "trace", "TILL_MUTANT_TRACE": file]
        let outcome = try tests.run(filter, environment: environment, seconds: 900)
        let took = watch.seconds
        let text = Files.read(file).map { String(decoding: $0, as: UTF8.self) } ?? ""
        try? FileManager.default.removeItem(atPath: file)
        let reached = Set(text.split(separator: "\n").compactMap { Int($0) })
        if outcome != .passed { say("fails without a mutant, left out: \(filter) \(outcome)") }
        let group = Group(
            filter: filter, stamp: stamp, seconds: took, fails: outcome != .passed, reached: reached.sorted())
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
