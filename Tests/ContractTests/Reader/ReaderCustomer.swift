import Flow
import Hardware
import Model
import Synchronization

/// A caller of a payment terminal: collects what it is told, and answers what must be stored.
final class ReaderCustomer: Sendable {
    typealias Verdict = @Sendable (TerminalEvent) -> StorageVerdict?

    private let terminal: any PaymentTerminal
    private let verdict: Verdict
    private let told = Mutex<[TerminalEvent]>([])
    private let ends = Mutex(0)

    /// `verdict` decides how each event is answered; nil leaves it unanswered.
    init(_ terminal: any PaymentTerminal, verdict: @escaping Verdict = { _ in .stored }) {
        self.terminal = terminal
        self.verdict = verdict
    }

    var events: [TerminalEvent] { told.withLock { $0 } }
    /// How often a request was reported as over.
    var finishes: Int { ends.withLock { $0 } }

    /// Starts a request. A request that moves money has a transaction id; a new one unless given.
    func start(_ request: TerminalRequest, for transaction: PaymentID? = nil) {
        let name = transaction ?? (request.movesMoney ? PaymentID(rawValue: Environment.live.newID("pay")) : nil)
        guard let name else { return terminal.start(request, events: heard) }
        terminal.start(request, for: name, events: heard)
    }

    private var heard: @Sendable (TerminalEvent) -> Void {
        { [self] event in
            told.withLock { $0.append(event) }
            switch event {
            case .result(let id, _), .totals(let id, _), .text(let id, _):
                if let verdict = verdict(event) { terminal.answer(id, verdict) }
            case .finished: ends.withLock { $0 += 1 }
            case .accepted, .progress, .openPreauthorisations, .answered, .orphanEnded: break
            }
        }
    }
}

extension ReaderRig {
    /// Connects, asks and waits for the end; returns all events of this request.
    func ask(
        _ request: TerminalRequest, for transaction: PaymentID? = nil, on terminal: any PaymentTerminal,
        verdict: @escaping ReaderCustomer.Verdict = { _ in .stored }
    ) -> [TerminalEvent] {
        let customer = ReaderCustomer(terminal, verdict: verdict)
        customer.start(request, for: transaction)
        _ = wait { customer.finishes > 0 }
        return customer.events
    }

    /// Whether the terminal is connected and says so.
    var answers: Bool {
        guard let terminal = try? service.connect(address) else { return false }
        defer { terminal.close() }
        if case .completed = ask(.enquireStatus, on: terminal).end { return true }
        return false
    }

    /// A connection on which the till is registered with the terminal.
    func registered() throws -> any PaymentTerminal {
        let terminal = try service.connect(address)
        _ = ask(.register(.eur), on: terminal)
        return terminal
    }
}

extension [TerminalEvent] {
    /// One letter each, progress left out: a accepted, r result, m totals, q open
    /// reservations, t text, s answered, o an orphan's end, f finished.
    var shape: String {
        compactMap { event -> String? in
            switch event {
            case .accepted: "a"
            case .progress: nil
            case .result: "r"
            case .totals: "m"
            case .openPreauthorisations: "q"
            case .text: "t"
            case .answered: "s"
            case .orphanEnded: "o"
            case .finished: "f"
            }
        }.joined()
    }

    var results: [TransactionResult] {
        compactMap { if case .result(_, let result) = $0 { result } else { nil } }
    }

    var texts: [TerminalText] { compactMap { if case .text(_, let text) = $0 { text } else { nil } } }

    var progress: [ProgressStep] { compactMap { if case .progress(let progress) = $0 { progress.step } else { nil } } }

    var end: TerminalEnd? {
        if case .finished(let end) = last { end } else { nil }
    }

    var wasDisturbed: Bool {
        if case .disturbed = end { true } else { false }
    }
}

extension Money {
    static let fare = Money(minorUnits: 1250, currency: .eur)
}
