import ESCPOS
import Flow
import Foundation
import Hardware
import Model
import Networking
import Readers
import Receipts
import Simulator
import Storage
import Payments
import Stores
import Transports

/// A till on a disk with simulated terminals on pseudo terminals at 115200 8N1. Card and host take no time.
final class PacedTill: Sendable {
    /// The duration of one payment, from its authorisation on the line until the till knows that it is final.
    struct Payment {
        let span: Duration
        let commits: Duration
        /// The transmission time of its bytes on such a line.
        let wire: Duration
        let turns: Int

        /// The duration without commits as a multiple of the transmission time.
        var ratio: Double { (span - commits) / wire }
    }

    private static let baud = 115_200
    /// 8N1.
    private static let byteTime = Duration.nanoseconds(10 * 1_000_000_000 / Int64(baud))
    /// The terminals' journals are in memory, where syncing costs nothing: they are not part of the measurement.
    private static let memory = "/dev/shm"

    private let place: Workplace
    private let folder: String
    private let commits = CommitMeter()
    private let lines: [(terminal: SimulatedTerminalOnPty, address: DeviceAddress, meter: LineMeter)]
    private let stores: TillStores

    init(_ place: Workplace, terminals: Int, receiptsByLine: Bool) async throws {
        self.place = place
        folder = "\(Self.memory)/\(place.environment.newID("till-bench"))"
        var scenario = TerminalScenario()
        scenario.timing.cardDelay = 0
        scenario.timing.stepDelay = 0
        scenario.timing.hostDelay = 0
        scenario.receipt.byLine = receiptsByLine
        lines = try (1...terminals).map { [folder] number in
            scenario.identity.terminalID = String(29_001_000 + number)
            let terminal = try SimulatedTerminalOnPty(
                scenario: scenario, directory: "\(folder)/\(number)", baud: Self.baud, stopBits: 1,
                environment: place.environment)
            let link = try terminal.start()
            let options = ["baud": "\(Self.baud)", "stop": "1"]
            return (terminal, DeviceAddress(scheme: "serial", path: link, options: options), LineMeter())
        }
        stores = try Self.stores(place, commits, lines.map { ($0.address, $0.meter) })
        try await stores.restoreSession()
    }

    deinit {
        for line in lines { line.terminal.stop() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func stores(
        _ place: Workplace, _ commits: CommitMeter, _ meters: [(DeviceAddress, LineMeter)]
    ) throws -> TillStores {
        let directory = "\(place.folder)/\(place.environment.newID("data"))"
        var environment = place.environment
        environment.lane = { [lane = environment.lane] name, limit in
            MeteredLane(name: name, lane: lane(name, limit))
        }
        let meters = Dictionary(uniqueKeysWithValues: meters)
        let readers = ZVTReaderService(candidates: { [] }) { [uptime = environment.uptime] (address) throws(Failure) in
            MeteredLine(try SerialPort(address, uptime: uptime), meters[address] ?? LineMeter())
        }
        let storage = MeteredStorage(
            storage: try StorageManager(directory: directory, environment: environment), meter: commits,
            uptime: environment.uptime)
        return TillStores(
            StoresComposition(
                environment: environment, storage: storage, locks: FileDeviceLocks(directory: directory),
                networks: FixedNetworks([.embedded: NoShop()]), readers: readers,
                printers: Printers(environment: environment),
                renderer: Self.renderer, merchantProfile: .virtual))
    }

    /// Prints the last receipt again, and returns when that was requested, after it is printed.
    func print(at printer: DeviceAddress) async throws -> Uptime {
        let asked = place.environment.uptime()
        let report = try await stores.manager.ask {
            PrintSpoolAction.reprint(ReceiptReference("last"), printer: printer, $0)
        }
        if let failure = report.failure { throw failure }
        return asked
    }

    /// The time spent in commits during a span, on all lanes.
    func commits(since start: Uptime, until end: Uptime) -> Duration { commits.spent(from: start, to: end) }

    /// Receipts with a logo that is sent each time.
    private static var renderer: ReceiptRenderer {
        var templates = ReceiptTemplates.builtIn
        templates.cardSlip.logo = "kiosk"
        let logo = Bitmap(width: 384, height: 120) { x, y in (x / 8 + y / 8) % 2 == 0 }
        return ReceiptRenderer(templates: templates, logos: { _ in ["kiosk": logo] }) { _ in
            ESCPOSEncoder(profile: .generic80, typesetter: .ofSimulation)
        }
    }

    /// Takes one payment on each terminal at the same time.
    func payEverywhere() async throws -> [Payment] {
        try await withThrowingTaskGroup(of: Payment.self) { group in
            for line in lines { group.addTask { [self] in try await pay(line.address, line.meter) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func pay(_ terminal: DeviceAddress, _ meter: LineMeter) async throws -> Payment {
        let request = PaymentRequest(
            subject: .amount(Money(minorUnits: 1150, currency: .eur)), terminal: terminal,
            printer: MemoryPrinter.address)
        let (answer, end) = await withCheckedContinuation { continuation in
            let reply = Reply<PaymentReport> { continuation.resume(returning: ($0, self.place.environment.uptime())) }
            stores.manager.dispatch(CardPresentPaymentsAction.collectPayment(request, reply))
        }
        let report = try answer.get()
        guard case .approved = report.outcome, let count = meter.count else {
            throw BenchmarkFailed(description: "a payment ended as \(report.outcome)")
        }
        return Payment(
            span: end - count.began, commits: commits.spent(on: "payment \(report.payment)", since: count.began),
            wire: Self.byteTime * count.bytes, turns: count.turns)
    }
}

/// Orders are not paid here, so the shop is not asked.
private struct NoShop: Network {
    func response(for request: Request) async throws(NetworkError) -> Networking.Response {
        throw .unreachable(reason: Sentence(stored: "a benchmark has none"))
    }
}

/// A printer on the network, or else in memory.
private struct Printers: ReceiptPrinterService {
    let environment: Environment

    func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter {
        guard address.scheme == "tcp" else { return MemoryPrinter() }
        let uptime = environment.uptime
        return try PrinterService(
            lines: ["tcp": { (address) throws(Failure) in try TCPPort(address, uptime: uptime) }],
            environment: environment
        ).connect(address)
    }
}
