/// Plays a story with departures from the usual run, one or several anywhere, and shrinks runs that break a rule.
package struct WorldExplorer: Sendable {
    package struct Find: Sendable {
        package let story: WorldStory
        package let setup: WorldRun.Setup
        package let departures: [Departure]
        package let violations: [String]

        package init(story: WorldStory, setup: WorldRun.Setup, departures: [Departure], violations: [String]) {
            self.story = story
            self.setup = setup
            self.departures = departures
            self.violations = violations
        }
    }

    package struct Tally: Sendable {
        package var runs = 0
        package var transactions = 0
        /// How often each choice point was met in the run that met it most.
        package var points: [ChoicePoint: Int] = [:]
        package var ends: [String: Int] = [:]
        package var doubts = 0
        package var unknowable = 0
        package var departures = 0
        package var unjustified: [String] = []
        package var finds: [Find] = []

        package init() {}
    }

    package let story: WorldStory
    package let setup: WorldRun.Setup

    package init(_ story: WorldStory, on setup: WorldRun.Setup = WorldRun.Setup()) {
        self.story = story
        self.setup = setup
    }

    package var run: WorldRun { WorldRun(story, on: setup) }

    /// Plays the usual run, and each run with one departure.
    ///
    /// - Parameter witness: called with what is visible from outside of each run.
    package func singles(_ witness: (([Departure], WorldRecord) -> Void)? = nil) throws -> Tally {
        var tally = Tally()
        let usual = try add([], to: &tally, witness)
        for departure in Self.departures(usual.met[...]) { try add([departure], to: &tally, witness) }
        return tally
    }

    /// Plays each run with the first departure and one more later.
    package func followers(of first: Departure, limit: Int = .max) throws -> Tally {
        var tally = Tally()
        let before = try run.play([first])
        guard before.violations.isEmpty else { return tally }
        let place = before.met.firstIndex { $0.point == first.point && $0.occurrence == first.occurrence }
        let rest = before.met[((place ?? before.met.endIndex - 1) + 1)...]
        for departure in Self.departures(rest.prefix(limit)) { try add([first, departure], to: &tally) }
        return tally
    }

    /// Plays each run with three departures: the first, and each further one at one of the next `near` points.
    package func triples(of first: Departure, near: Int) throws -> Tally {
        var tally = Tally()
        for second in try touching([first], near) {
            for third in try touching([first, second], near) { try add([first, second, third], to: &tally) }
        }
        return tally
    }

    /// The possible departures at the next points after the last one; none when the run already breaks a rule.
    private func touching(_ departures: [Departure], _ near: Int) throws -> [Departure] {
        let before = try run.play(departures)
        guard before.violations.isEmpty, let last = departures.last,
            let place = before.met.firstIndex(of: Choices.Met(point: last.point, occurrence: last.occurrence))
        else { return [] }
        return Self.departures(before.met[(place + 1)...].prefix(near))
    }

    /// All possible departures at these points.
    package static func departures(_ met: ArraySlice<Choices.Met>) -> [Departure] {
        met.flatMap { met in (1..<met.point.count).map { Departure(met.point, met.occurrence, $0) } }
    }

    @discardableResult
    private func add(
        _ departures: [Departure], to tally: inout Tally, _ witness: (([Departure], WorldRecord) -> Void)? = nil
    ) throws -> WorldRun.Outcome {
        let outcome = try run.play(departures, keepsRecord: witness != nil)
        if let record = outcome.record { witness?(departures, record) }
        tally.add(outcome, Find(story: story, setup: setup, departures: departures, violations: outcome.violations))
        return outcome
    }
}

extension WorldExplorer.Tally {
    package mutating func add(_ outcome: WorldRun.Outcome, _ find: @autoclosure () -> WorldExplorer.Find) {
        runs += 1
        transactions += outcome.transactions
        for (point, count) in outcome.points { points[point] = max(points[point] ?? 0, count) }
        ends.merge(outcome.ends) { $0 + $1 }
        doubts += outcome.doubts.count
        unknowable += outcome.unknowable
        departures += outcome.taken.count
        if !outcome.unjustified.isEmpty {
            let departures = outcome.taken.map(\.description).joined(separator: " ")
            unjustified.append("\(find().story) | \(departures): \(outcome.unjustified)")
        }
        if !outcome.violations.isEmpty { finds.append(find()) }
    }
}

extension WorldExplorer.Find {
    /// The names of the violated rules.
    package var names: Set<String> { Set(violations.map(Self.name)) }

    static func name(_ violation: String) -> String {
        let plain = violation.hasPrefix("record: ") ? violation.dropFirst(8) : violation[...]
        return String(plain.prefix { $0 != ":" })
    }

    /// The shortest story with the fewest departures that violates the same rules.
    package func shrunk() throws -> WorldExplorer.Find {
        var best = self
        var isShorter = true
        while isShorter {
            isShorter = false
            for place in best.departures.indices.reversed() {
                var fewer = best.departures
                fewer.remove(at: place)
                if let found = try Self.played(best.story, best.setup, fewer, like: best) {
                    best = found
                    isShorter = true
                    break
                }
            }
            for place in best.story.steps.indices.reversed() where best.story.steps.count > 1 && !isShorter {
                var shorter = best.story
                shorter.steps.remove(at: place)
                if let found = try Self.played(shorter, best.setup, best.departures, like: best) {
                    best = found
                    isShorter = true
                    break
                }
            }
        }
        return best
    }

    private static func played(
        _ story: WorldStory, _ setup: WorldRun.Setup, _ departures: [Departure], like other: WorldExplorer.Find
    ) throws -> WorldExplorer.Find? {
        let outcome = try WorldRun(story, on: setup).play(departures)
        let find = WorldExplorer.Find(
            story: story, setup: setup, departures: outcome.taken, violations: outcome.violations)
        return find.names.isDisjoint(with: other.names) ? nil : find
    }

    /// The whole run, played again and written as readable text.
    package func told() throws -> String {
        let outcome = try WorldRun(story, on: setup).play(departures, keepsStory: true)
        let head = ["story: \(story)"] + departures.map { "departs: \($0.description)  (\($0.words))" }
        return (head + [""] + outcome.story + [""] + outcome.violations.map { "BROKEN  \($0)" }).joined(separator: "\n")
    }
}

extension WorldExplorer.Tally {
    package mutating func merge(_ other: WorldExplorer.Tally) {
        runs += other.runs
        transactions += other.transactions
        points.merge(other.points) { max($0, $1) }
        ends.merge(other.ends) { $0 + $1 }
        doubts += other.doubts
        unknowable += other.unknowable
        departures += other.departures
        unjustified += other.unjustified
        finds += other.finds
    }
}
