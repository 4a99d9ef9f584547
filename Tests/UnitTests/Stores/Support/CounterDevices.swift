import Failures
import Flow
import Foundation
import Hardware
import Model
import Networking
import Synchronization

/// Printers whose cable can be pulled and whose paper can be taken out. A print takes two seconds.
final class UnpluggedPrinters: ReceiptPrinterService {
    struct State {
        var isPlugged = true
        var paper = PrinterStatus.Paper.ok
        var fault: PrinterStatus.Fault?
        var connections = 0
        var sheets: [DeviceAddress] = []
        var interjected: [[UInt8]] = []
        /// How the next prints end.
        var end = PrintResult.confirmed
        /// How many bytes came each time it was brought back.
        var recoveries: [Int] = []
        /// Happens while one is brought back, which then never ends by itself.
        var duringRecovery: (@Sendable () -> Void)?
    }

    static let printTime = Duration.seconds(2)

    let state = Mutex(State())
    private let environment: Environment

    init(environment: Environment) { self.environment = environment }

    var sheets: Int { state.withLock { $0.sheets.count } }
    var connections: Int { state.withLock { $0.connections } }
    var interjected: [[UInt8]] { state.withLock { $0.interjected } }
    var recoveries: [Int] { state.withLock { $0.recoveries } }

    func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter {
        let isPlugged = state.withLock { state in
            state.connections += 1
            return state.isPlugged
        }
        guard isPlugged else { throw .unplugged }
        return Printer(identity: DeviceIdentity(kind: .printer, address: address), printers: self)
    }

    private final class Printer: ReceiptPrinter {
        let identity: DeviceIdentity
        private let printers: UnpluggedPrinters
        private let untilClosed = Mutex<CheckedContinuation<Void, Never>?>(nil)

        init(identity: DeviceIdentity, printers: UnpluggedPrinters) {
            self.identity = identity
            self.printers = printers
        }

        func status() async throws(Failure) -> PrinterStatus {
            printers.state.withLock { PrinterStatus(online: true, paper: $0.paper, fault: $0.fault) }
        }

        func status(after recovery: [UInt8]) async throws(Failure) -> PrinterStatus {
            if !recovery.isEmpty, let happens = printers.state.withLock({ $0.duringRecovery }) {
                await withCheckedContinuation { continuation in
                    untilClosed.withLock { $0 = continuation }
                    happens()
                }
                throw Failure(PrinterFailure.lineLost, "The line was closed.", recovery: .retry)
            }
            let said = try await status()
            if said.paper == .ok, !recovery.isEmpty {
                printers.state.withLock { $0.recoveries.append(recovery.count) }
            }
            return said
        }

        func print(_ data: PrintData) async -> PrintResult {
            let environment = printers.environment
            try? await environment.sleep(environment.uptime() + UnpluggedPrinters.printTime)
            return printers.state.withLock { state in
                state.sheets.append(identity.address)
                return state.end
            }
        }

        func interject(_ command: [UInt8]) async throws(Failure) {
            printers.state.withLock { $0.interjected.append(command) }
        }
        func close() { untilClosed.withLock { $0.take() }?.resume() }
    }
}

/// Readers whose cable can be pulled. The terminal on it has no transaction to repeat, and says so with code 6A. It takes
/// no payment; when told so, it loses its cable over the next.
final class UnpluggedReaders: CardReaderService {
    let isPlugged = Mutex(true)
    let connections = Mutex(0)
    let clocks = Mutex<[Hardware.TerminalClock]>([])
    private let losesPayments = Mutex(false)

    func loseNextPayment() { losesPayments.withLock { $0 = true } }

    fileprivate func takePayment() -> TerminalEnd {
        guard losesPayments.withLock({ $0 }) else { return .refused(code: 0x83) }
        losesPayments.withLock { $0 = false }
        isPlugged.withLock { $0 = false }
        return .disturbed(.unplugged)
    }

    func discover() -> [DeviceIdentity] { [] }

    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        connections.withLock { $0 += 1 }
        guard isPlugged.withLock({ $0 }) else { throw .unplugged }
        return Terminal(identity: DeviceIdentity(kind: .terminal, address: address), readers: self)
    }

    private final class Terminal: PaymentTerminal {
        let identity: DeviceIdentity
        let longestCardPhase = Duration.zero
        private let readers: UnpluggedReaders

        init(identity: DeviceIdentity, readers: UnpluggedReaders) {
            self.identity = identity
            self.readers = readers
        }

        func start(_ request: TerminalRequest, events: @escaping @Sendable (TerminalEvent) -> Void) {
            events(.accepted)
            switch request {
            case .register, .enquireStatus: events(.finished(.completed(TerminalState(status: 0))))
            case .repeatReceipt:
                events(.result(TerminalRecordID(1), .fromBefore))
                events(.finished(.completed(TerminalState())))
            case .authorise: events(.finished(readers.takePayment()))
            case .setClock(let clock):
                readers.clocks.withLock { $0.append(clock) }
                events(.finished(.completed(TerminalState())))
            case .reverse, .refund, .preauthorise, .book, .partialRelease, .release,
                .openPreauthorisations, .turnoverTotals, .endOfDay, .diagnose, .initialise, .logOff, .reprint, .probe:
                events(.finished(.refused(code: 0x83)))
            }
        }
        func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict) {}
        func cancel() {}
        func close() {}
    }
}

extension Failure {
    static let unplugged = Failure(
        LineFailure.notFound, "There is no such line.", remedy: "plug it in", recovery: .askOperator)
}

/// A shop with some orders, which can be cut off. Orders from 9000 on it has never heard of.
final class CutOffShop: Network {
    struct State {
        var isReachable = true
        var requests: [Networking.Request] = []
        var status: [String: String] = [:]
        /// The status with which it refuses to be told of anything.
        var refuses: Int?
        /// Whether a firewall answers in its place.
        var refusesInPlainText = false
        /// The orders over which it fails when it is told of them.
        var fails: Set<String> = []
        /// The orders that the till's key may not change.
        var forbids: Set<String> = []
        /// Whether it accepts the till's key for nothing any more.
        var revoked = false
        /// What answers 401 in its place, such as a web host's password page.
        var standIn: Response?
        /// Done when it was told of a paid order, before it answers.
        var whenTold: (@Sendable () -> Void)?
    }

    let state = Mutex(State())

    var requests: [Networking.Request] { state.withLock { $0.requests } }
    /// Orders that it was told are paid, in that order, repetitions included.
    var told: [String] { requests.filter { $0.method == .put }.map { $0.path.components(separatedBy: "/").last ?? "" } }

    func cutOff(_ isCutOff: Bool = true) { state.withLock { $0.isReachable = !isCutOff } }
    func set(_ order: Int64, to status: String) { state.withLock { $0.status["\(order)"] = status } }

    func response(for request: Networking.Request) async throws(NetworkError) -> Response {
        let isReachable = state.withLock { $0.isReachable }
        guard isReachable else { throw .unreachable(reason: Sentence(stored: "the cable is pulled")) }
        if request.method == .put { state.withLock { $0.whenTold }?() }
        return state.withLock { state in
            state.requests.append(request)
            if let standIn = state.standIn { return standIn }
            if state.revoked {
                let said = #"{"code":"woocommerce_rest_authentication_error","message":"Consumer key is invalid."}"#
                return Response(status: 401, body: Data(said.utf8))
            }
            guard let id = request.path.components(separatedBy: "orders/").dropFirst().first else {
                return Response(
                    status: 200, body: Data("[\(Self.order("1043", state)),\(Self.order("1042", state))]".utf8))
            }
            guard id < "9000" else {
                return Response(status: 404, body: Data(#"{"code":"invalid_id","message":"Invalid ID."}"#.utf8))
            }
            if request.method == .put, let refuses = state.refuses {
                return Response(status: refuses, body: Data(#"{"code":"rest_invalid_param","message":"No."}"#.utf8))
            }
            if request.method == .put, state.refusesInPlainText {
                return Response(status: 405, body: Data("Method not allowed".utf8))
            }
            if request.method == .put, state.fails.contains(id) {
                return Response(status: 500, body: Data("{}".utf8))
            }
            if request.method == .put, state.forbids.contains(id) {
                let said = #"{"code":"woocommerce_rest_cannot_edit","message":"No."}"#
                return Response(status: 403, body: Data(said.utf8))
            }
            if request.method == .put { state.status[id] = "processing" }
            return Response(status: 200, body: Data(Self.order(id, state).utf8))
        }
    }

    private static func order(_ id: String, _ state: State) -> String {
        let status = state.status[id] ?? "pending"
        return #"{"id":\#(id),"number":"\#(id)","status":"\#(status)","currency":"EUR","total":"12.50"}"#
    }
}
