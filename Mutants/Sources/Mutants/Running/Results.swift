import Foundation

/// What became of a mutant.
struct Verdict: Codable, Hashable {
    enum End: String, Codable {
        case killed, unreached, survived
        /// The mutant was not killed in the seconds that it was given: it counts as surviving, and is tried again.
        case givenUp
    }

    let name: String
    /// The hash of the file that the mutant is in: when the file has changed, the mutant is tried again.
    let hash: String
    private(set) var end: End
    /// The test that failed, or that the run hung or crashed.
    private(set) var by: String
    /// The group of tests that the test is in, as far as is known.
    private(set) var killer: String?
    /// The seconds of processor time that it took.
    var seconds = 0.0

    init(name: String, hash: String, end: End, by: String = "") {
        self.name = name
        self.hash = hash
        self.end = end
        self.by = by
    }

    mutating func givenUp() { end = .givenUp }

    mutating func killed(by test: String, _ killer: String?) {
        end = .killed
        by = test
        self.killer = killer
    }
}

/// Kept line by line, so that a run that was stopped goes on where it was.
final class Results: @unchecked Sendable {  // guards: what is known and the file, by the lock
    private let lock = NSLock()
    private let path: String
    private var known: [String: Verdict] = [:]

    init(_ path: String) {
        self.path = path
        let text = Files.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        for line in text.split(separator: "\n") {
            guard let verdict = try? JSONDecoder().decode(Verdict.self, from: Data(line.utf8)) else { continue }
            known[verdict.name + verdict.hash] = verdict
        }
    }

    /// The latest of each mutant that was ever tried, by its name.
    var byName: [String: Verdict] { lock.withLock { Dictionary(known.values.map { ($0.name, $0) }) { $1 } } }

    func verdict(_ name: String, _ hash: String) -> Verdict? { lock.withLock { known[name + hash] } }

    func add(_ verdict: Verdict) throws {
        try lock.withLock {
            known[verdict.name + verdict.hash] = verdict
            try Files.append(verdict, to: path)
        }
    }
}

/// The survivors that are argued to be no change, one a line: file | function | original → mutated | why.
struct Argued: Sendable {
    private let keys: Set<String>
    let lines: [String]

    init(_ path: String) {
        let text = Files.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        lines = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
        keys = Set(lines.compactMap(Self.key))
    }

    private static func key(_ line: String) -> String? {
        line.range(of: " | ", options: .backwards).map { String(line[..<$0.lowerBound]) }
    }

    func contains(_ mutant: Mutant) -> Bool { keys.contains(mutant.key) }
}
