import CAckLoop
import Foundation
import Glibc

/// Payments over real lines, compared with the transmission time of their bytes at 115200 8N1.
///
/// Measured from the authorisation on the line until the till knows that the payment is final, less its own commits on this
/// disk. Till and terminals are in this process.
struct PacedPayments: Benchmark {
    static let name = "payment_"
    private static let rounds = 10
    private static let many = 16
    private static let manyRounds = 5

    private let place: Workplace
    init(_ place: Workplace) { self.place = place }

    func figures() async throws -> [Figure] {
        let blocks = try await one(receiptsByLine: false)
        let lines = try await one(receiptsByLine: true)
        return figures("text_blocks", blocks, atMost: 1.15) + figures("lines", lines, atMost: 1.25)
            + [Figure(name: Self.name + "lines_turns", value: Double(lines.turns), unit: "turns")]
            + (try await atOnce())
    }

    /// The median of several payments.
    private func one(receiptsByLine: Bool) async throws -> PacedTill.Payment {
        let till = try await PacedTill(place, terminals: 1, receiptsByLine: receiptsByLine)
        _ = try await till.payEverywhere()
        var payments: [PacedTill.Payment] = []
        for _ in 0..<Self.rounds { payments += try await till.payEverywhere() }
        return payments.sorted { $0.ratio < $1.ratio }[payments.count / 2]
    }

    private func figures(_ kind: String, _ payment: PacedTill.Payment, atMost limit: Double) -> [Figure] {
        let name = Self.name + kind
        return [
            Figure(name: name, value: payment.span / .milliseconds(1), unit: "ms"),
            Figure(name: name + "_wire", value: payment.wire / .milliseconds(1), unit: "ms"),
            Figure(name: name + "_commits", value: payment.commits / .milliseconds(1), unit: "ms"),
            Figure(name: name + "_ratio", value: payment.ratio, unit: "×", goal: .atMost(limit)),
        ]
    }

    /// The slowest terminal of each round counts.
    private func atOnce() async throws -> [Figure] {
        let before = try ResidentMemory.startingAnew()
        let till = try await PacedTill(place, terminals: Self.many, receiptsByLine: true)
        _ = try await till.payEverywhere()
        var slowest: [Double] = []
        for _ in 0..<Self.manyRounds {
            slowest.append(try await till.payEverywhere().map(\.ratio).max() ?? .nan)
        }
        let grown = Double(try ResidentMemory.peak() - before) / Double(Self.many)
        let name = "\(Self.name)\(Self.many)_terminals_"
        return [
            Figure(name: name + "ratio", value: slowest.min() ?? .nan, unit: "×", goal: .atMost(1.25)),
            Figure(name: name + "ratio_worst_round", value: slowest.max() ?? .nan, unit: "×"),
            Figure(name: name + "memory_each", value: grown / 1e6, unit: "MB", goal: .atMost(2)),
        ]
    }
}

/// The resident memory of this process in bytes (proc(5)).
enum ResidentMemory {
    /// Returns free memory to the system and resets the peak.
    static func startingAnew() throws -> Int {
        malloc_trim(0)
        let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        guard write(file, "5", 1) == 1 else {
            throw BenchmarkFailed(description: "the system keeps the peak of memory: error \(errno)")
        }
        return try bytes("VmRSS")
    }

    /// The peak since then.
    static func peak() throws -> Int { try bytes("VmHWM") }

    private static func bytes(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
        let words = status.first { $0.hasPrefix(name + ":") }?.split(separator: " ") ?? []
        guard words.count > 1, let kilobytes = Int(words[words.count - 2]) else {
            throw BenchmarkFailed(description: "the system does not tell \(name)")
        }
        return 1024 * kilobytes
    }
}
