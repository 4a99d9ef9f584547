import Flow
import Foundation

/// Measures, prints a table, and writes `bench.json` (or the file named by the one argument).
@main struct Bench {
    static func main() async throws {
        let path = CommandLine.arguments.dropFirst().first ?? "bench.json"
        let figures = try await measure()
        print(Table.text(of: figures))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(figures) + Data("\n".utf8)).write(to: URL(filePath: path))
    }

    private static func measure() async throws -> [Figure] {
        let environment = Environment.live
        let stopwatch = Stopwatch(uptime: environment.uptime)
        let folder = "out/\(environment.newID("bench"))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await WakeToAck(environment: environment).figures()
            + Telegrams(stopwatch: stopwatch).figures()
            + Framing(stopwatch: stopwatch).figures()
            + JournalCommits(environment: environment, stopwatch: stopwatch, folder: folder).figures()
            + ReceiptEncoding(stopwatch: stopwatch).figures()
            + FlowFigures(environment: environment, stopwatch: stopwatch).figures()
    }
}
