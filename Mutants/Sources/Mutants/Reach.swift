import Foundation

/// Which tests reach which mutants, and how long they take.
struct Reach: Codable {
    struct Group: Codable {
        let filter: String
        let seconds: Double
        let fails: Bool
        let reached: [Int]
    }

    let binary: String
    let groups: [Group]

    /// Kept until the binary is another.
    static func measured(in place: Workplace, tests: TestProcess, workers: Int) async throws -> Reach {
        let path = place.state + "/reach.json"
        let stamp = try FileManager.default.attributesOfItem(atPath: tests.binary)[.modificationDate] as? Date
        let binary = "\(stamp?.timeIntervalSince1970 ?? 0)"
        if let known = Files.decoded(Reach.self, at: path), known.binary == binary { return known }
        let filters = try Self.filters(tests.list())
        say("\(filters.count) groups of tests")
        let groups = try await parallel(filters, workers: workers) { filter in
            try Self.trace(filter, place: place, tests: tests)
        }
        let reach = Reach(binary: binary, groups: groups)
        try Files.encode(reach, to: path)
        return reach
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

    private static func trace(_ filter: String, place: Workplace, tests: TestProcess) throws -> Group {
        let path = place.state + "/trace-" + Files.hash(Array(filter.utf8))
        try? FileManager.default.removeItem(atPath: path)
        let watch = Stopwatch()
        let environment = ["TILL_MUTANT": "trace", "TILL_MUTANT_TRACE": path]
        let outcome = try tests.run(filter, environment: environment, seconds: 900)
        let took = watch.seconds
        let text = Files.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        try? FileManager.default.removeItem(atPath: path)
        let reached = Set(text.split(separator: "\n").compactMap { Int($0) })
        if outcome != .passed { say("fails without a mutant, left out: \(filter) \(outcome)") }
        return Group(filter: filter, seconds: took, fails: outcome != .passed, reached: reached.sorted())
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
