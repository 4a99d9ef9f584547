import Flow
import Foundation

/// Measures, prints a table, and writes `bench.json` (or the file named by the one argument).
@main struct Bench {
    static func main() async throws {
        let path = CommandLine.arguments.dropFirst().first ?? "bench.json"
        let environment = Environment.live
        let figures = try await WakeToAck(environment: environment).figures()
        print(Table.text(of: figures))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(figures) + Data("\n".utf8)).write(to: URL(filePath: path))
    }
}
