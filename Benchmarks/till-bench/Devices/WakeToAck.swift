import CAckLoop
import CTerminalLine
import Flow
import Foundation
import Glibc
import Hardware
import Model
import Synchronization
import Transports

/// How long a byte waits for its acknowledgement: the loop of Till's port compared with the same loop in C, over pseudo
/// terminals.
///
/// Both alternate, and each round begins with the other one. Idle figures are from the best round of each, because other
/// programs only add time. Figures under load are over all rounds, because the worst counts there.
struct WakeToAck: Benchmark {
    static let name = "ack_"
    static let idleRounds = 40
    static let idleTrips = 2000
    static let saturatedRounds = 6
    static let saturatedTrips = 2000
    static let peer = "C poll loop"

    private let environment: Environment
    init(_ place: Workplace) { environment = place.environment }

    func figures() async throws -> [Figure] {
        let idle = try alternate(rounds: Self.idleRounds, trips: Self.idleTrips)
        let saturated = try await withSaturatedPool {
            try alternate(rounds: Self.saturatedRounds, trips: Self.saturatedTrips)
        }
        return idleFigures(idle) + saturatedFigures(saturated)
    }

    private struct CoalescedWork {
        var ours: [Samples] = []
        var theirs: [Samples] = []
    }

    private func alternate(rounds: Int, trips: Int) throws -> CoalescedWork {
        var result = CoalescedWork()
        _ = try ours(trips / 10)
        _ = try theirs(trips / 10)
        for round in 0..<rounds {
            if round.isMultiple(of: 2) {
                result.ours.append(try ours(trips))
                result.theirs.append(try theirs(trips))
            } else {
                result.theirs.append(try theirs(trips))
                result.ours.append(try ours(trips))
            }
        }
        return result
    }

    private func ours(_ trips: Int) throws -> Samples {
        let line = try Line()
        let port = try SerialPort(
            DeviceAddress(scheme: "serial", path: line.path, options: ["baud": "115200"]), uptime: environment.uptime)
        try port.open(AcknowledgingLineHandler())
        defer { port.close() }
        return try line.roundTrips(trips)
    }

    private func theirs(_ trips: Int) throws -> Samples {
        let line = try Line()
        let slave = open(line.path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        defer { close(slave) }
        guard till_line_configure(slave, 115_200, 2, TILL_HANDSHAKE_NONE) == 0, let loop = ack_loop_start(slave) else {
            throw BenchmarkFailed(description: "the C loop does not start")
        }
        defer { ack_loop_stop(loop) }
        return try line.roundTrips(trips)
    }

    private func idleFigures(_ rounds: CoalescedWork) -> [Figure] {
        func best(_ samples: [Samples], _ quantile: (Samples) -> Double) -> Double {
            samples.map(quantile).min() ?? .nan
        }
        let p50 = (ours: best(rounds.ours, \.p50), theirs: best(rounds.theirs, \.p50))
        let p99 = (ours: best(rounds.ours, \.p99), theirs: best(rounds.theirs, \.p99))
        let worst = (ours: rounds.ours.map(\.p99).max() ?? .nan, theirs: rounds.theirs.map(\.p99).max() ?? .nan)
        return [
            microseconds("idle_p50", p50.ours, peer: p50.theirs),
            microseconds("idle_p99", p99.ours, peer: p99.theirs),
            microseconds("idle_p99_worst_round", worst.ours, peer: worst.theirs),
            Figure(name: Self.name + "idle_p50_ratio", value: p50.ours / p50.theirs, unit: "×", goal: .atMost(1.3)),
            Figure(name: Self.name + "idle_p99_ratio", value: p99.ours / p99.theirs, unit: "×", goal: .atMost(2)),
        ]
    }

    private func saturatedFigures(_ rounds: CoalescedWork) -> [Figure] {
        let ours = Samples(rounds.ours.flatMap(\.sorted))
        let theirs = Samples(rounds.theirs.flatMap(\.sorted))
        return [
            microseconds("saturated_p50", ours.p50, peer: theirs.p50),
            microseconds("saturated_p99", ours.p99, peer: theirs.p99),
            microseconds("saturated_p99.9", ours.p999, peer: theirs.p999, goal: .atMost(25_000)),
            microseconds("saturated_max", ours.longest, peer: theirs.longest),
        ]
    }

    private func microseconds(_ name: String, _ ours: Double, peer: Double, goal: Figure.Goal? = nil) -> Figure {
        Figure(name: Self.name + name, value: ours / 1000, unit: "µs", goal: goal, peer: (Self.peer, peer / 1000))
    }

    /// Runs `work` while tasks without pauses occupy every thread of Swift's pool, and others wait for one.
    private func withSaturatedPool<T: Sendable>(_ work: @Sendable () throws -> T) async throws -> T {
        let tasks = 4 * ProcessInfo.processInfo.activeProcessorCount
        let load = Load()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<tasks { group.addTask { load.spin() } }
            defer { load.end() }
            let result = try work()
            guard (1..<tasks).contains(load.running) else {
                throw BenchmarkFailed(description: "the thread pool was not saturated")
            }
            return result
        }
    }
}

/// Answers every byte with the acknowledgement of ZVT's serial layer.
private final class AcknowledgingLineHandler: LineHandler {
    func opened(at now: Uptime) -> LineCommands { LineCommands() }
    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands {
        LineCommands(write: [UInt8](repeating: 0x06, count: bytes.count))
    }
    func deadlineReached(at now: Uptime) -> LineCommands { LineCommands() }
    func lost(_ loss: LineLoss, at now: Uptime) {}
}

/// Endless work for threads of the pool.
private final class Load: Sendable {
    private let started = Atomic(0)
    private let ended = Atomic(false)

    var running: Int { started.load(ordering: .relaxed) }

    func spin() {
        started.add(1, ordering: .relaxed)
        while !ended.load(ordering: .relaxed) {}
    }

    func end() { ended.store(true, ordering: .relaxed) }
}

/// A pseudo terminal whose terminal end the benchmark holds.
private final class Line {
    let master: Int32
    let path: String

    init() throws {
        var name = [CChar](repeating: 0, count: 128)
        master = till_pty_open(&name, name.count)
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard master >= 0 else { throw BenchmarkFailed(description: "no pseudo terminal: error \(-master)") }
    }

    deinit { close(master) }

    func roundTrips(_ count: Int) throws -> Samples {
        var nanoseconds = [Int64](repeating: 0, count: count)
        let error = ack_round_trips(master, &nanoseconds, count)
        guard error == 0 else { throw BenchmarkFailed(description: "no acknowledgement: error \(error)") }
        return Samples(nanoseconds)
    }
}
