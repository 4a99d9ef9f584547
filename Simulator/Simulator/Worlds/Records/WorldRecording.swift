/// The records of one story's runs in Tests/Fixtures/worlds/recorded: the usual run, and each run with one departure.
/// `till-worlds record` rewrites them.
///
/// The usual run is recorded in full. Every other run is recorded as one line, below the words in which the run differs
/// from the usual one.
package struct WorldRecording: Sendable {
    private struct Kept: Sendable {
        let words: [WorldRecord.Line]
        let digest: String
    }

    private static let usual = "usual"
    private let story: WorldStory
    private let setup: WorldRun.Setup
    private var order: [String] = []
    private var kept: [String: Kept] = [:]
    private var traffic: [WorldRecord.Line] = []

    package init(_ story: WorldStory, on setup: WorldRun.Setup) {
        self.story = story
        self.setup = setup
    }

    /// The file's name in the folder of recordings.
    package var fileName: String {
        let steps = story.steps.map { $0.description.split(separator: " ").joined(separator: "-") }
        return steps.joined(separator: "_") + (setup.isSerial ? "_on-serial" : "")
            + (setup.isSQLite ? "_on-sqlite" : "")
            + ".txt"
    }

    package mutating func add(_ record: WorldRecord, of departures: [Departure]) {
        let name = Self.name(departures)
        if name == Self.usual { traffic = record.traffic }
        if kept[name] == nil { order.append(name) }
        kept[name] = Kept(words: record.words, digest: record.digest)
    }

    /// The name of a run in the text.
    package static func name(_ departures: [Departure]) -> String {
        departures.isEmpty ? usual : departures.map(\.description).joined(separator: " ")
    }

    // MARK: As text

    package var text: String {
        guard let first = kept[Self.usual] else { return "" }
        var lines = ["story: \(story)", "\(Self.usual) \(first.digest)"]
        lines += (first.words + traffic).map { "| \($0)" }
        var groups: [[String]: [String]] = [:]
        var heads: [[String]] = []
        for name in order where name != Self.usual {
            guard let run = kept[name] else { continue }
            let head = run.words.filter { !first.words.contains($0) }.map { "| \($0)" }
            if groups[head] == nil { heads.append(head) }
            groups[head, default: []].append("\(name) \(run.digest)")
        }
        for head in heads {
            lines += [""] + (head.isEmpty ? ["| as usual"] : head) + (groups[head] ?? [])
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Parses the result of `text`.
    package init(_ text: String, story: WorldStory, on setup: WorldRun.Setup) {
        self.init(story, on: setup)
        var usual: [WorldRecord.Line] = []
        var head: [WorldRecord.Line] = []
        var isInHead = false
        for line in text.split(separator: "\n").dropFirst() {
            if line.hasPrefix("| ") {
                if !isInHead { head = [] }
                isInHead = true
                let parts = line.dropFirst(2).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { continue }
                let told = WorldRecord.Line(String(parts[0]), String(parts[1].dropFirst()))
                // The lines of the usual run follow its heading.
                if kept.count == 1, usual.count < Self.lines { usual.append(told) } else { head.append(told) }
                continue
            }
            isInHead = false
            guard let space = line.lastIndex(of: " ") else { continue }
            let words = usual.map { line in head.first { $0.name == line.name } ?? line }
            let name = String(line[..<space])
            order.append(name)
            kept[name] = Kept(words: words, digest: String(line[line.index(after: space)...]))
        }
        let (words, traffic) = (usual.prefix { $0.name != "telegrams" }, usual.drop { $0.name != "telegrams" })
        kept[Self.usual] = kept[Self.usual].map { Kept(words: Array(words), digest: $0.digest) }
        self.traffic = Array(traffic)
    }

    /// The number of lines of the usual run: its words and its traffic.
    private static let lines = 7

    // MARK: Compared

    /// How a run differs from its recording; nil when it does not.
    package func difference(_ record: WorldRecord, of departures: [Departure]) -> String? {
        let name = Self.name(departures)
        let run = "The run \(name) of '\(story)'"
        guard let expected = kept[name] else { return "\(run) is not recorded." }
        for line in record.words {
            let before = expected.words.first { $0.name == line.name }
            if before != line {
                return "\(run) differs.\nexpected  \(before?.description ?? "nothing")\nseen      \(line)"
            }
        }
        if name == Self.usual, let place = traffic.indices.first(where: { traffic[$0] != record.traffic[$0] }) {
            return "\(run) differs.\nexpected  \(traffic[place])\nseen      \(record.traffic[place])"
        }
        guard expected.digest != record.digest else { return nil }
        let (before, now) = (expected.digest.split(separator: "."), record.digest.split(separator: "."))
        let parts = zip(WorldRecord.parts, zip(before, now)).filter { $1.0 != $1.1 }.map(\.0)
        let seen = record.traffic.map { "seen      \($0)" }.joined(separator: "\n")
        return "\(run) has the words that are recorded, and differs in its \(parts.joined(separator: ", ")): expected "
            + "\(expected.digest), seen \(record.digest).\n\(seen)"
    }

    /// The recorded runs that were not played.
    package func missing(_ played: Set<String>) -> [String] { order.filter { !played.contains($0) } }
}

extension WorldRecording {
    /// The recorded stories, with their storage and line.
    package static let played: [(story: WorldStory, setup: WorldRun.Setup)] =
        WorldStory.all.map { ($0, WorldRun.Setup()) } + [
            (WorldStory.all[0], WorldRun.Setup(isSerial: true)), (WorldStory.all[1], WorldRun.Setup(isSQLite: true)),
        ]

    package static func made(of story: WorldStory, on setup: WorldRun.Setup) throws -> WorldRecording {
        var recording = WorldRecording(story, on: setup)
        _ = try WorldExplorer(story, on: setup).singles { recording.add($1, of: $0) }
        return recording
    }
}
