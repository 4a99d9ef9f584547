import Flow
import Foundation
import Model
import Simulator
import Storage

/// The cost of commands with a short and a long journal: what people wait for must not grow over the years.
struct ScaleFigures: Benchmark {
    static let name = "scale_"
    private static let few = 1_000
    private static let rounds = 7
    private static let terminalID = "29009999"

    let place: Workplace
    init(_ place: Workplace) { self.place = place }

    func figures() async throws -> [Figure] {
        var figures = try await figures(rows: Self.few, goals: false)
        if place.rows > Self.few { figures += try await self.figures(rows: place.rows, goals: true) }
        if place.rows > Self.few { figures += await eightTerminals(rows: [Self.few, place.rows]) }
        return figures + [await taken("day_of_1000_payments", 300) { try endOfDay($0) }]
    }

    /// A command, and how long it may take with a long journal.
    private struct Command {
        let name: String
        let words: [String]
        var milliseconds: Double?
        var megabytes: Double?
        var rounds = ScaleFigures.rounds
        var accepted: Set<Int32> = [0]
    }

    private static let commands = [
        Command(name: "whoami", words: ["whoami"], milliseconds: 45, megabytes: 47),
        Command(name: "why", words: ["why", "last"], milliseconds: 45, megabytes: 47),
        Command(name: "receipts_list", words: ["receipts", "list"], milliseconds: 45, megabytes: 47),
        Command(name: "orders_list", words: ["orders", "list"], milliseconds: 60, megabytes: 47),
        Command(name: "orders_search", words: ["orders", "search", "nobody"], milliseconds: 60, megabytes: 47),
        Command(name: "doctor", words: ["doctor"], milliseconds: 150, accepted: [0, 6]),
        Command(name: "export", words: ["journal", "export"], milliseconds: 6_000, megabytes: 47, rounds: 1),
        Command(name: "verify_chain", words: ["journal", "verify", "--chain"], milliseconds: 3_000, rounds: 1),
        Command(name: "verify", words: ["journal", "verify"], rounds: 1),
    ]

    private func figures(rows: Int, goals: Bool) async throws -> [Figure] {
        let till = try place.program("till")
        let data = "\(place.folder)/\(rows)"
        let made = try await place.seconds { try ScaledDirectory.make(in: data, rows: rows, place) }
        var figures = [Figure(name: "\(Self.name)\(rows)_made", value: made, unit: "s")]
        figures += try Self.bytes(of: data, rows: rows)
        let printer = ["--printer", "file:\(place.folder)/paper"]
        let (reader, terminal) = try terminal()
        defer { terminal.stop() }
        let pay = ["pay", "--amount", "12.50", "--reader", reader] + printer
        let paying = Command(name: "pay", words: pay, milliseconds: 90)
        let reprint = Command(name: "reprint", words: ["reprint", "last"] + printer, milliseconds: 90)
        for command in Self.commands + [paying, reprint] {
            let name = "\(rows)_\(command.name)"
            let words = command.words + ["--data", data]
            figures.append(
                await taken(name, goals ? command.milliseconds : nil) { _ in
                    try (0..<command.rounds).map { _ in
                        Double(try place.run(till, words, accepted: command.accepted).nanoseconds) / 1e6
                    }.min() ?? .nan
                })
            guard command.megabytes != nil else { continue }
            figures.append(
                await taken(name + "_peak", unit: "MB", goals ? command.megabytes : nil) { _ in
                    Double(try place.peakMemory(of: till, words, accepted: command.accepted)) / 1e6
                })
        }
        return figures
    }

    /// The disk space of the directory per payment, without free pages, which are reused.
    private static func bytes(of data: String, rows: Int) throws -> [Figure] {
        let header = try FileHandle(forReadingFrom: URL(filePath: data + "/till.sqlite")).read(upToCount: 100) ?? Data()
        // https://www.sqlite.org/fileformat2.html#the_database_header
        let number = { (place: Range<Int>) in header[place].reduce(0) { $0 << 8 | Int($1) } }
        let size = header.count == 100 ? (number(28..<32) - number(36..<40)) * number(16..<18) : 0
        let storage = try StorageManager(directory: data, environment: .live)
        let payments = try storage.size().payments
        try storage.close()
        let each = Double(size) / Double(max(1, payments)) / 1e3
        return [Figure(name: "\(name)\(rows)_disk_of_a_payment", value: each, unit: "kB", goal: .atMost(9))]
    }

    /// An end of day with 1,000 payments at a terminal that takes no time.
    private func endOfDay(_ till: String) throws -> Double {
        let data = "\(place.folder)/day"
        let payments = 1_000
        let model = try ScaledDirectory.model(place)
        try ScaledDirectory(pattern: model, environment: place.environment)
            .make(in: data, rows: payments * model.count)
        let (reader, terminal) = try terminal(id: nil)
        defer { terminal.stop() }
        let words = [
            "end-of-day", "--reader", reader, "--printer", "file:\(place.folder)/paper",
            "--data", data,
        ]
        // The terminal has counted none of them, so the totals differ.
        return Double(try place.run(till, words, accepted: [0, 11]).nanoseconds) / 1e6
    }

    /// A terminal whose card and host take no time, on the network, where bytes take none either.
    func terminal(id: String? = ScaleFigures.terminalID) throws -> (reader: String, terminal: SimulatedTerminalOnTCP) {
        var scenario = TerminalScenario()
        scenario.timing.cardDelay = 0
        scenario.timing.stepDelay = 0
        scenario.timing.hostDelay = 0
        if let id { scenario.identity.terminalID = id }
        let terminal = try SimulatedTerminalOnTCP(
            scenario: scenario, directory: "\(place.folder)/\(place.environment.newID("terminal"))", port: 0,
            environment: place.environment)
        return ("tcp:\(try terminal.start())", terminal)
    }

    private func taken(
        _ name: String, unit: String = "ms", _ goal: Double? = nil, _ measure: (String) throws -> Double
    ) async -> Figure {
        do {
            let value = try measure(try place.program("till"))
            return Figure(name: Self.name + name, value: value, unit: unit, goal: goal.map { .atMost($0) })
        } catch { return Figure(name: Self.name + name, missing: "\(error)") }
    }
}

extension Workplace {
    fileprivate func seconds(_ work: () async throws -> Void) async rethrows -> Double {
        let start = environment.uptime()
        try await work()
        return (environment.uptime() - start) / .seconds(1)
    }
}

extension ScaledDirectory {
    /// The payment that `till demo` leaves behind.
    static func model(_ place: Workplace) throws -> PaymentPattern {
        let folder = "\(place.folder)/\(place.environment.newID("model"))"
        _ = try place.run(try place.program("till"), ["demo", "--data", "\(folder)/data", "--out", folder])
        let storage = try StorageManager(directory: "\(folder)/data", environment: place.environment)
        defer { try? storage.close() }
        return try PaymentPattern(of: storage)
    }

    static func make(in directory: String, rows: Int, _ place: Workplace) throws {
        try ScaledDirectory(pattern: try model(place), environment: place.environment).make(in: directory, rows: rows)
    }
}
