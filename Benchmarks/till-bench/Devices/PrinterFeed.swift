import ESCPOS
import Flow
import Foundation
import Hardware
import Model
import Simulator
import Stores
import Synchronization
import Transports

/// Sending a receipt over TCP to a printer with a small buffer that it empties at 173 kB/s: the time from the request to the
/// job's first byte, and whether the print head ever waits for data.
struct PrinterFeed: Benchmark {
    static let name = "print_"
    private static let rounds = 10

    private let place: Workplace
    init(_ place: Workplace) { self.place = place }

    func figures() async throws -> [Figure] {
        let printer = SlowPrinter()
        let host = TCPHost(printer, host: TCPHost.usualHost, port: 0, environment: place.environment)
        try host.start()
        defer { host.stop() }
        let address = DeviceAddress(scheme: "tcp", path: "\(TCPHost.usualHost):\(host.port ?? 0)")
        let till = try await PacedTill(place, terminals: 1, receiptsByLine: false)
        _ = try await till.payEverywhere()
        var jobs: [(first: Duration, commits: Duration, fed: Double)] = []
        for _ in 0...Self.rounds {
            let began = try await till.print(at: address)
            guard let job = printer.takeJob() else { throw BenchmarkFailed(description: "no job came") }
            jobs.append((job.first - began, till.commits(since: began, until: job.first), job.fed))
        }
        // The first job opens the line.
        let settled = jobs.dropFirst().sorted { $0.first - $0.commits < $1.first - $1.commits }
        let middle = settled[settled.startIndex + settled.count / 2]
        return [
            milliseconds("first_byte", middle.first - middle.commits, atMost: 2),
            milliseconds("first_byte_commits", middle.commits),
            Figure(
                name: Self.name + "head_fed", value: 100 * (settled.map(\.fed).min() ?? .nan), unit: "%",
                goal: .atLeast(100)),
        ]
    }

    private func milliseconds(_ name: String, _ span: Duration, atMost limit: Double? = nil) -> Figure {
        Figure(
            name: Self.name + name, value: span / .milliseconds(1), unit: "ms", goal: limit.map { .atMost($0) })
    }
}

/// Reads bytes as fast as its paper moves: 300 mm per second, 72 bytes per row of dots.
private final class SlowPrinter: NetworkDevice {
    struct Job {
        /// When the first byte arrived.
        let first: Uptime
        /// When the first data that moves paper arrived.
        var moves: Uptime?
        /// When everything received is printed.
        var ends: Uptime
        /// How long the buffer was empty meanwhile.
        var starved: Duration = .zero

        /// The share of the time in which the head had something to print.
        var fed: Double { 1 - starved / (ends - (moves ?? first)) }
    }

    private struct State {
        var decoder = StreamDecoder()
        var job: Job?
        /// When everything received so far will be printed.
        var empty = Uptime(nanoseconds: 0)
        /// Answers that wait for the data before them.
        var fences: [(at: Uptime, answer: [UInt8])] = []

        mutating func take(_ bytes: [UInt8], _ now: Uptime) -> NetworkOrders {
            let commands = decoder.decode(bytes)
            let questions = commands.filter { $0.operation == .realTimeStatus }
            if commands.contains(where: { $0.operation == .initialize }) {
                job = Job(first: now, ends: now)
            }
            if questions.count < commands.count || !decoder.isBetweenCommands {
                if empty < now, job?.moves != nil { job?.starved += now - empty }
                empty = max(empty, now) + SlowPrinter.byteTime * bytes.count
                job?.ends = empty
            }
            let moving: [ESCPOS.Operation?] = [.lineFeed, .raster]
            if job?.moves == nil, commands.contains(where: { moving.contains($0.operation) }) { job?.moves = now }
            for command in commands where command.operation == .transmitStatus { fences.append((empty, [0])) }
            return orders(questions.map { _ in 0x12 }, now)
        }

        mutating func orders(_ answer: [UInt8], _ now: Uptime) -> NetworkOrders {
            let passed = fences.filter { $0.at <= now }
            fences.removeAll { $0.at <= now }
            let full = SlowPrinter.byteTime * SlowPrinter.lowWater
            let reads = empty <= now + full
            let deadline = [reads ? nil : empty + (.zero - full), fences.first?.at].compactMap(\.self).min()
            return NetworkOrders(write: answer + passed.flatMap(\.answer), deadline: deadline, reads: reads)
        }
    }

    /// The printer reads again when this many bytes are left, 4 KiB at once.
    private static let lowWater = 1024
    private static let byteTime = Duration.nanoseconds(1_000_000_000 / 173_000)

    private let state = Mutex(State())

    /// The last complete job.
    func takeJob() -> Job? {
        state.withLock { state in
            defer { state.job = nil }
            return state.job
        }
    }

    func attached(at now: Uptime) -> NetworkOrders { NetworkOrders() }
    func connected(at now: Uptime) -> NetworkOrders { NetworkOrders() }
    func disconnected(at now: Uptime) -> NetworkOrders { NetworkOrders() }
    func deadlineReached(at now: Uptime) -> NetworkOrders { state.withLock { $0.orders([], now) } }

    func received(_ bytes: [UInt8], at now: Uptime) -> NetworkOrders {
        state.withLock { $0.take(bytes, now) }
    }
}
