import Foundation

/// The kiosk's page in Debian's Chromium, before the `till serve` that users get (Tests/BrowserTests/figures.py).
struct KioskFigures: Benchmark {
    static let name = "kiosk_"
    private static let script = "scripts/browser-tests"

    /// A line of the script's output.
    private struct Measured: Decodable {
        let name: String
        let value: Double
        let unit: String
        /// What it is to be at most; nil for a figure without a goal.
        let goal: Double?
    }

    let place: Workplace
    init(_ place: Workplace) { self.place = place }

    func figures() async throws -> [Figure] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: Self.script)
        process.arguments = ["--figures"]
        process.environment = try ProcessInfo.processInfo.environment.merging(
            ["TILL_BINARY": place.program("till")]
        ) { $1 }
        process.standardOutput = output
        try process.run()
        let told = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        var figures = try told.split(separator: UInt8(ascii: "\n")).map { line in
            let measured = try JSONDecoder().decode(Measured.self, from: Data(line))
            return Figure(
                name: Self.name + measured.name, value: measured.value, unit: measured.unit,
                goal: measured.goal.map { .atMost($0) })
        }
        if process.terminationStatus != 0 {
            figures.append(Figure(name: Self.name, missing: "\(Self.script) --figures ends with an error"))
        } else if figures.isEmpty {
            figures.append(Figure(name: Self.name, missing: "there is no Chromium here, or no Playwright"))
        }
        return figures
    }
}
