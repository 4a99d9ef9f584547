import ArgumentParser
import Flow
import Foundation

/// Measures, prints a table, and writes the same figures as JSON.
@main struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measures, beside peers where there are some.",
        discussion: "docs/benchmarks.md says what each figure means. A missed goal is shown, and no error.")

    @Argument(help: "Where the figures go, as JSON.")
    var file = "bench.json"
    @Option(help: "Measure only the figures whose names begin with this.")
    var only = ""

    /// In the order of the table.
    private static var benchmarks: [any Benchmark.Type] {
        [
            FlowFigures.self, WakeToAck.self, Supervision.self, Telegrams.self, Framing.self, PacedPayments.self,
            USBFigures.self, StartUp.self, Memory.self, JournalCommits.self, ReceiptFigures.self,
            PrinterFeed.self, VirtualPayments.self,
        ]
    }

    func run() async throws {
        if let file = USBMeasurement.file {
            let measured = try USBMeasurement(control: ProcessInfo.processInfo.environment["TILL_USB_CONTROL"] ?? "")
            return try JSONEncoder().encode(measured).write(to: URL(filePath: file))
        }
        let chosen = Self.benchmarks.filter { $0.name.hasPrefix(only) || only.hasPrefix($0.name) }
        let before = Machine.load
        let figures = try await Workplace.temporary { place in
            var figures: [Figure] = []
            for benchmark in chosen { figures += try await benchmark.init(place).figures() }
            return figures.filter { $0.name.hasPrefix(only) }
        }
        guard !figures.isEmpty else { throw ValidationError("No figure's name begins with '\(only)'.") }
        print(Table.text(of: figures))
        print(Machine.description(loadBefore: before))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(figures) + Data("\n".utf8)).write(to: URL(filePath: file))
    }
}

/// Figures that are measured together. A new one is a file of its own, and its name in `Bench.benchmarks`.
protocol Benchmark {
    /// What the names of all its figures begin with.
    static var name: String { get }
    init(_ place: Workplace)
    func figures() async throws -> [Figure]
}

/// What a benchmark works with.
struct Workplace {
    let environment: Environment
    let stopwatch: Stopwatch
    /// Its files go here. On the disk that is asked about, not in memory.
    let folder: String

    /// A workplace whose folder is gone afterwards.
    static func temporary<T>(_ work: (Workplace) async throws -> T) async throws -> T {
        let environment = Environment.live
        let folder = "out/\(environment.newID("bench"))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let stopwatch = Stopwatch(uptime: environment.uptime)
        return try await work(Workplace(environment: environment, stopwatch: stopwatch, folder: folder))
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

/// What the figures were measured on.
enum Machine {
    /// Processes that ran or wanted to, over the last minute.
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
