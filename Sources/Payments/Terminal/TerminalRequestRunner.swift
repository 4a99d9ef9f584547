import Failures
import Flow
import Hardware
import Model
import Synchronization

/// One asynchronous request to a terminal outside of a payment, such as registration or the question for the last
/// receipt.
package struct TerminalRequestRunner: Sendable {
    /// The result of the request.
    package struct Outcome: Sendable {
        package var result: TransactionResult?
        package var texts: [TerminalText] = []
        package var totals: TerminalTotals?
        package var openReservations: [Preauthorisation] = []
        package var end: TerminalEnd
    }

    let terminal: any PaymentTerminal

    package init(terminal: any PaymentTerminal) { self.terminal = terminal }

    /// Sends the request and waits for its end. A transaction that the terminal tells before it accepted the request,
    /// or without being asked, belongs to nothing known here, and acknowledging it might book it. It is not answered,
    /// and the conversation ends.
    package func ask(_ request: TerminalRequest) async -> Outcome {
        await withCheckedContinuation { continuation in
            let listener = Listener(terminal, request) { continuation.resume(returning: $0) }
            terminal.start(request) { listener.heard($0) }
        }
    }

    /// Registers this till and returns what the terminal told about itself.
    package func register(_ currency: Currency) async throws(Failure) -> TerminalState {
        var registration = await ask(.register(currency))
        // The abort may belong to a request of an earlier process that was killed. Registering twice does no harm.
        if case .aborted = registration.end { registration = await ask(.register(currency)) }
        guard case .completed(let told) = registration.end else { throw .notReady(registration.end) }
        return told
    }

    private final class Listener: Sendable {
        private struct State {
            var accepted = false
            /// How many progress messages came without an answer.
            var shown = 0
            var telegrams = 0
            var result: TransactionResult?
            var texts: [TerminalText] = []
            var totals: TerminalTotals?
            var openReservations: [Preauthorisation] = []
            var end: (@Sendable (Outcome) -> Void)?
        }

        private let terminal: any PaymentTerminal
        /// How many progress messages may come before the end.
        private let mostShown: Int
        /// How many telegrams may come before the end; a receipt that is repeated line by line has hundreds.
        private static let mostTelegrams = 20_000
        private let asks: (forResult: Bool, forTexts: Bool, forTotals: Bool)
        private let state: Mutex<State>

        init(_ terminal: any PaymentTerminal, _ request: TerminalRequest, end: @escaping @Sendable (Outcome) -> Void) {
            self.terminal = terminal
            asks = (request.tellsLastTransaction, request.printsOfItself, request == .turnoverTotals)
            mostShown = request.isAnsweredAtOnce ? 200 : Self.mostTelegrams
            state = Mutex(State(end: end))
        }

        /// The connection is gone and can report no end, so this reports one.
        deinit { finish(.disturbed(.conversationAbandoned)) }

        func heard(_ event: TerminalEvent) {
            let isTooMany = state.withLock { state in
                state.telegrams += 1
                if case .progress = event { state.shown += 1 }
                return state.telegrams > Self.mostTelegrams || state.shown > mostShown
            }
            if isTooMany { return finish(.disturbed(.endless)) }
            switch event {
            case .accepted: state.withLock { $0.accepted = true }
            case .result(let id, let result): told(id, isAsked: asks.forResult) { $0.result = result }
            case .text(let id, let text): told(id, isAsked: asks.forTexts) { $0.texts.append(text) }
            case .totals(let id, let totals): told(id, isAsked: asks.forTotals) { $0.totals = totals }
            case .finished(let end): finish(end)
            case .openPreauthorisations(let open): state.withLock { $0.openReservations += open }
            case .progress, .answered, .orphanEnded: break
            }
        }

        private func told(_ id: TerminalRecordID, isAsked: Bool, _ keep: (inout State) -> Void) {
            let ours = state.withLock { state in
                guard state.accepted, isAsked else { return false }
                keep(&state)
                return true
            }
            if ours { terminal.answer(id, .stored) } else { finish(.disturbed(.foreignTransaction)) }
        }

        private func finish(_ end: TerminalEnd) {
            let (done, outcome) = state.withLock { state in
                defer { state.end = nil }
                return (
                    state.end,
                    Outcome(
                        result: state.result, texts: state.texts, totals: state.totals,
                        openReservations: state.openReservations, end: end)
                )
            }
            done?(outcome)
        }
    }
}

extension TerminalRequest {
    fileprivate var tellsLastTransaction: Bool { self == .repeatReceipt || self == .reprint(.last, withResult: true) }

    /// Whether a terminal shows little or nothing before its answer.
    fileprivate var isAnsweredAtOnce: Bool {
        switch self {
        case .register, .enquireStatus, .repeatReceipt, .logOff, .setClock, .probe: true
        case .authorise, .reverse, .refund, .preauthorise, .book, .partialRelease, .release, .reprint,
            .openPreauthorisations, .turnoverTotals, .endOfDay, .diagnose, .initialise:
            false
        }
    }

    /// Whether what it prints concerns the terminal itself or is known already, so that it need not be stored.
    fileprivate var printsOfItself: Bool {
        switch self {
        case .repeatReceipt, .reprint(.last, _), .diagnose, .initialise: true
        case .register, .authorise, .reverse, .refund, .preauthorise, .book, .partialRelease, .release,
            .openPreauthorisations, .turnoverTotals, .endOfDay, .logOff, .setClock, .enquireStatus, .reprint, .probe:
            false
        }
    }
}

extension Failure {
    static let endless = Failure(
        ReaderFailure.endless, Sentence("failure.reader.endless.endless"),
        remedy: Sentence("remedy.reader.endless.endless"), recovery: .askOperator)

    static let conversationAbandoned = Failure(
        ReaderFailure.abandoned, Sentence("failure.reader.abandoned"), recovery: .retry)

    static let foreignTransaction = Failure(
        ReaderFailure.foreignTransaction, Sentence("failure.reader.foreignTransaction"),
        remedy: Sentence("remedy.reader.foreignTransaction"), recovery: .retry)
}
