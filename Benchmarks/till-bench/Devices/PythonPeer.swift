import Foundation
import Receipts

/// python-escpos, if `scripts/python` has installed it.
struct PythonPeer {
    static let name = "python-escpos"
    private static let program = "Benchmarks/python-escpos/receipt.py"
    /// The seconds of each of three rounds, with and without logo.
    private static let seconds = "1"

    struct Rate: Decodable {
        let bytes: Int
        let perSecond: Double

        private enum CodingKeys: String, CodingKey {
            case bytes
            case perSecond = "per_second"
        }
    }

    struct Rates: Decodable {
        let plain: Rate
        let logo: Rate
    }

    private let place: Workplace
    init(_ place: Workplace) { self.place = place }

    /// The interpreter of its environment.
    private static var python: String? {
        let environment = ProcessInfo.processInfo.environment
        let cache = environment["XDG_CACHE_HOME"] ?? "\(environment["HOME"] ?? "/var/tmp")/.cache"
        let folder = "\(cache)/till/python"
        let installed = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/have")) ?? []
        return installed.contains { $0.hasPrefix("\(name)==") } ? "\(folder)/bin/python3" : nil
    }

    /// The speed for the same receipt document; nil, with a message, when it is not installed.
    func receipts() throws -> Rates? {
        guard let python = Self.python else {
            FileHandle.standardError.write(Data("bench: no \(Self.name) to compare with (scripts/python)\n".utf8))
            return nil
        }
        let document = "\(place.folder)/receipt.json"
        try ReceiptDocument.encode(SampleReceipt.plain).write(to: URL(filePath: document))
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: python)
        process.arguments = [Self.program, document, SampleReceipt.logoPNG, Self.seconds]
        process.standardOutput = output
        try process.run()
        let rates = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchmarkFailed(description: "\(Self.program) fails") }
        return try JSONDecoder().decode(Rates.self, from: rates)
    }
}
