import ArgumentParser
import CPrivacy
import Flow
import Foundation

/// Measures, prints a table, and writes the same figures as JSON.
@main struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "till-bench", abstract: "Measures Till's performance, and that of comparable programs beside it.",
        discussion: """
            docs/benchmarks.md says what each figure means. A figure that misses its goal is shown as such; it does not \
            change the exit code.
            """)

    @Argument(help: ArgumentHelp("The file to write the figures to, as JSON.", valueName: "file"))
    var file = "bench.json"
    @Option(
        help: ArgumentHelp(
            "Measure only the figures whose names begin with this text, such as scale_. Default: all.",
            valueName: "prefix"))
    var only = ""
    @Option(
        help: ArgumentHelp("The rows of the longest journal of the scale_ figures.", valueName: "count"))
    var rows = 1_000_000
    @Option(
        help: ArgumentHelp(
            "Measure nothing; create this data directory with a journal of --rows rows.", valueName: "dir"))
    var make: String?

    /// The benchmarks in the order of the table.
    private static var benchmarks: [any Benchmark.Type] {
        [
            FlowFigures.self, WakeToAck.self, Supervision.self, Telegrams.self, Framing.self, PacedPayments.self,
            USBFigures.self, StartUp.self, Memory.self, JournalCommits.self, ReceiptFigures.self,
            PrinterFeed.self, VirtualPayments.self, ShopFigures.self, ServiceFigures.self, KioskFigures.self,
            ScaleFigures.self,
        ]
    }

    static func main() async {
        if let measured = ProgramRun.toBeMeasured { measured() }
        till_keep_help_wide()
        await main(nil)
    }

    func run() async throws {
        if let file = USBMeasurement.file {
            let measured = try USBMeasurement(control: ProcessInfo.processInfo.environment["TILL_USB_CONTROL"] ?? "")
            return try JSONEncoder().encode(measured).write(to: URL(filePath: file))
        }
        if let make { return try await Workplace.temporary { try ScaledDirectory.make(in: make, rows: rows, $0) } }
        let chosen = Self.benchmarks.filter { $0.name.hasPrefix(only) || only.hasPrefix($0.name) }
        guard !chosen.isEmpty else { throw ValidationError("No figure's name begins with '\(only)'.") }
        let before = Machine.load
        say(Table.heads)
        var figures: [Figure] = []
        for benchmark in chosen {
            let taken = await take(benchmark).filter { $0.name.hasPrefix(only) || $0.value == nil }
            for figure in taken { say(Table.line(of: figure)) }
            figures += taken
            try write(figures)
        }
        say(Machine.description(loadBefore: before))
    }

    /// Writes a line unbuffered, so that progress is visible in a pipe too.
    private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// The figures of one benchmark. A benchmark that fails gives a figure with the reason, and the others go on.
    private func take(_ benchmark: any Benchmark.Type) async -> [Figure] {
        do {
            return try await Workplace.temporary(rows: rows) { try await benchmark.init($0).figures() }
        } catch { return [Figure(name: benchmark.name, missing: "\(error)")] }
    }

    private func write(_ figures: [Figure]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(figures) + Data("\n".utf8)).write(to: URL(filePath: file))
    }
}

/// Figures that are measured together. A new benchmark needs a file of its own and an entry in `Bench.benchmarks`.
protocol Benchmark {
    /// The prefix of its figures' names.
    static var name: String { get }
    init(_ place: Workplace)
    func figures() async throws -> [Figure]
}

/// The environment of a benchmark.
struct Workplace {
    let environment: Environment
    let stopwatch: Stopwatch
    /// The folder for its files, on the disk to be measured and not in memory.
    let folder: String
    /// The number of rows of the longest measured journal.
    var rows = 1_000_000

    /// Runs `work` with a folder that is deleted afterwards.
    static func temporary<T>(rows: Int = 1_000_000, _ work: (Workplace) async throws -> T) async throws -> T {
        let environment = Environment.live
        let folder = "out/\(environment.newID("bench"))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let stopwatch = Stopwatch(uptime: environment.uptime)
        return try await work(Workplace(environment: environment, stopwatch: stopwatch, folder: folder, rows: rows))
    }

    /// A program that was built beside this one.
    func program(_ name: String) throws -> String {
        let this = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(filePath: this).deletingLastPathComponent().appending(path: name).path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw BenchmarkFailed(description: "\(path) is not built")
        }
        return path
    }
}

/// The machine on which the figures were measured.
enum Machine {
    /// The load average of the last minute.
    static var load: Double {
        var load = 0.0
        return getloadavg(&load, 1) == 1 ? load : .nan
    }

    static func description(loadBefore: Double) -> String {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let loads = "load \(Table.number(loadBefore)) before, \(Table.number(load)) after"
        return "\(cores) cores (\(processor)), \(loads)\(isOptimised ? "" : "; a debug build: these are no figures")"
    }

    private static var processor: String {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
        return model.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
    }

    private static var isOptimised: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }
}
