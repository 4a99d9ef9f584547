import ArgumentParser
import CPrivacy
import Foundation
import Glibc
import Simulator

/// Runs the till's own stores against terminals that may do anything the specifications allow, and compares what the
/// till reports with the terminals' books.
@main struct TillWorlds: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "till-worlds",
        abstract: "Runs Till against simulated terminals that may do anything the specifications allow.",
        discussion: """
            docs/truth.md lists the choice points at which a terminal, a line or a disk may depart from the usual run. A run \
            that breaks a rule is listed as BROKEN with its departures, which `till-worlds play` plays again.
            """,
        subcommands: [Singles.self, Pairs.self, Triples.self, Random.self, Play.self, Record.self],
        defaultSubcommand: Singles.self)

    static func main() {
        till_keep_help_wide()
        main(nil)
    }
}

/// The options of all commands that play stories.
struct StoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Play only this story, such as 'pay 1042 a, reverse a'. Default: all stories.", valueName: "story"))
    var story: String?
    @Flag(help: "Also list payments that stay in doubt although no departure excuses it.")
    var doubts = false
}

/// Plays every run with one departure.
struct Singles: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Plays every run with one departure from the usual run.")

    @OptionGroup var chosen: StoryOptions
    @Flag(help: "Connect the terminals by a serial line instead of a network stream.")
    var serial = false
    @Flag(help: "Store the data in SQLite in memory instead of plain memory.")
    var sqlite = false

    func run() throws {
        for story in try stories(chosen.story) {
            let explorer = WorldExplorer(story, on: WorldRun.Setup(isSerial: serial, isSQLite: sqlite))
            let clock = Stopwatch()
            let tally = try explorer.singles()
            report(story.description, tally, clock, listsDoubts: chosen.doubts)
        }
    }
}

/// Plays every run with two departures.
struct Pairs: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Plays every run with two departures from the usual run.")

    @OptionGroup var chosen: StoryOptions
    @Option(
        help: ArgumentHelp(
            "The second departure is among so many choice points after the first one.", valueName: "count"))
    var near = 150

    func run() throws {
        try playEach(chosen.story, listsDoubts: chosen.doubts) { try $0.followers(of: $1, limit: near) }
    }
}

/// Plays every run with three departures that are close to each other.
struct Triples: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Plays every run with three departures that are close to each other.")

    @OptionGroup var chosen: StoryOptions
    @Option(
        help: ArgumentHelp(
            "Each departure is among so many choice points after the one before it.", valueName: "count"))
    var near = 2

    func run() throws {
        try playEach(chosen.story, listsDoubts: chosen.doubts) { try $0.triples(of: $1, near: near) }
    }
}

/// Plays runs drawn from seeds.
struct Random: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Plays runs drawn from seeds, until so many transactions are played.")

    @Option(help: ArgumentHelp("Stop after so many transactions.", valueName: "count"))
    var worlds = 10_000
    @Option(help: ArgumentHelp("The first seed; each run takes the next one.", valueName: "seed"))
    var seed: UInt64 = 1
    @Flag(help: "Go on after the first run that breaks a rule.")
    var all = false
    @Flag(help: "Also list payments that stay in doubt although no departure excuses it.")
    var doubts = false

    func run() throws {
        var tally = WorldExplorer.Tally()
        let clock = Stopwatch()
        var next = seed
        while tally.transactions < worlds, all || tally.finds.isEmpty {
            let (run, outcome) = try WorldExplorer.random(next)
            tally.add(
                outcome,
                WorldExplorer.Find(
                    story: run.story, setup: run.setup, departures: outcome.taken, violations: outcome.violations))
            next += 1
        }
        report("seeds \(seed) to \(next - 1)", tally, clock, listsDoubts: doubts)
        if !tally.finds.isEmpty { throw ExitCode.failure }
    }
}

/// Writes the recordings against which tests compare later runs.
struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Rewrites the recordings against which tests compare later runs.",
        discussion: """
            Each recording holds what is visible from outside of every run with one departure. Run it after an intended \
            change of behaviour, and read the difference before you commit it.
            """)

    @Option(help: ArgumentHelp("The directory of the recordings; its files are replaced.", valueName: "dir"))
    var into = "Tests/Fixtures/worlds/recorded"
    @Option(help: ArgumentHelp("Record only this story, and keep the other files. Default: all.", valueName: "story"))
    var story: String?

    func run() throws {
        let files = FileManager.default
        try files.createDirectory(atPath: into, withIntermediateDirectories: true)
        if self.story == nil {
            for name in try files.contentsOfDirectory(atPath: into) { try files.removeItem(atPath: "\(into)/\(name)") }
        }
        for (story, setup) in WorldRecording.played where self.story == nil || story.description == self.story {
            let recording = try WorldRecording.made(of: story, on: setup)
            try Data(recording.text.utf8).write(to: URL(filePath: "\(into)/\(recording.fileName)"))
            say("\(recording.fileName): \(recording.text.utf8.count) bytes")
        }
    }
}

/// Plays one run and prints it.
struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Plays one run and prints every step.")

    @Option(help: ArgumentHelp("The story to play, such as 'pay 1042 a, reverse a'.", valueName: "story"))
    var story = "pay 1042 a"
    @Option(
        help: ArgumentHelp("Play a stored run instead: a file of Tests/Fixtures/worlds.", valueName: "file"))
    var fixture: String?
    @Argument(
        help: ArgumentHelp(
            "Departures from the usual run: a choice point, its count and the option, such as payment.card#1=2.",
            valueName: "departure"))
    var departures: [String] = []
    @Flag(help: "Connect the terminals by a serial line instead of a network stream.")
    var serial = false
    @Flag(help: "Store the data in SQLite in memory instead of plain memory.")
    var sqlite = false

    func run() throws {
        var fixture = WorldFixture(
            about: "", story: try stories(story)[0], setup: WorldRun.Setup(isSerial: serial, isSQLite: sqlite),
            departures: departures.compactMap { Departure($0) })
        if let path = self.fixture {
            guard let kept = WorldFixture(try String(contentsOfFile: path, encoding: .utf8)) else {
                throw ValidationError("\(path) is no kept run.")
            }
            fixture = kept
        }
        let outcome = try fixture.play(keepsStory: true)
        say(outcome.story.joined(separator: "\n"))
        for violation in outcome.violations { print("BROKEN  \(violation)") }
        for doubt in outcome.doubts { print("DOUBT  \(doubt)") }
        say("\(outcome.met.count) choice points, taken \(outcome.taken)")
    }
}

/// Plays the runs that follow each departure from the usual run, story by story.
func playEach(
    _ story: String?, listsDoubts: Bool, _ follow: (WorldExplorer, Departure) throws -> WorldExplorer.Tally
) throws {
    for story in try stories(story) {
        let explorer = WorldExplorer(story)
        let clock = Stopwatch()
        var tally = WorldExplorer.Tally()
        for departure in WorldExplorer.departures(try explorer.run.play().met[...]) {
            tally.merge(try follow(explorer, departure))
        }
        report(story.description, tally, clock, listsDoubts: listsDoubts)
    }
}

func stories(_ text: String?) throws -> [WorldStory] {
    guard let text else { return WorldStory.all }
    guard let story = WorldStory(text) else { throw ValidationError("'\(text)' is no story.") }
    return [story]
}

func report(_ name: String, _ tally: WorldExplorer.Tally, _ clock: Stopwatch, listsDoubts: Bool) {
    let seconds = clock.seconds
    say(
        "\(name): \(tally.runs) runs, \(tally.transactions) transactions, \(tally.points.values.reduce(0, +)) choice points, "
            + "\(tally.departures) departures, \(tally.unknowable) payments no till could know, \(tally.doubts) doubts at the end, \(tally.unjustified.count) unjustified, \(tally.finds.count) broken, "
            + "\(Int(Double(tally.transactions) / max(seconds, 0.001))) transactions/s and core, \(mostMemory()) MB")
    say("    " + tally.ends.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
    if listsDoubts { for doubt in tally.unjustified { print("    DOUBT \(doubt)") } }
    var seen: [String: Int] = [:]
    for find in tally.finds.prefix(2_000) {
        guard let shrunk = try? find.shrunk() else { continue }
        let way = shrunk.departures.map { "\($0.point.rawValue)=\($0.option)" }.joined(separator: " ")
        let name = "\(shrunk.names.sorted().joined(separator: ", ")) | \(way)"
        seen[name, default: 0] += 1
        guard seen[name] == 1, let told = try? shrunk.told() else { continue }
        say("    BROKEN \(name)")
        say(
            told.split(separator: "\n", omittingEmptySubsequences: false).map { "        \($0)" }.joined(
                separator: "\n"))
    }
    for (name, count) in seen.sorted(by: { $0.key < $1.key }) { print("    \(count) times \(name)") }
}

/// Writes a line unbuffered, so that progress is visible.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// The peak memory of this process in megabytes.
func mostMemory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1024
}

struct Stopwatch {
    private let start = clock()
    /// Processor time, which does not depend on what else runs on the machine.
    var seconds: Double { Double(clock() - start) / Double(CLOCKS_PER_SEC) }
}
