import Failures
import Flow
import Hardware
import Model

@testable import Readers

/// A machine of reader and acquirer on a test bench. The test writes what both say, and what the machine does is
/// recorded in words.
struct AcquiringBench {
    static let reference = PaymentID(rawValue: "pay-1")
    static let approved = TransactionResult(resultCode: 0)
    static let declined = TransactionResult(resultCode: 5)

    private(set) var done: [String] = []
    private(set) var machine: AcquiringMachine
    private var record: TerminalRecordID?

    init(reads: Bool = true) { machine = AcquiringMachine(terminalID: "T1", reads: reads) }

    /// What was done since the last call.
    mutating func news() -> [String] {
        defer { done = [] }
        return done
    }

    mutating func start(_ request: TerminalRequest, for reference: PaymentID? = Self.reference) {
        take(machine.start(request, for: reference))
    }

    mutating func cancel() { take(machine.cancel()) }
    mutating func close() { take(machine.closed(Failure(ReaderFailure.closed, "Closed.", recovery: .retry))) }
    mutating func read(_ end: ReaderEnd) { take(machine.heard(.finished(end))) }
    mutating func show(_ step: ProgressStep) { take(machine.heard(.progress(TerminalProgress(step)))) }
    mutating func decide(_ answer: AcquirerAnswer) { take(machine.heard(answer)) }

    /// Answers the last result.
    mutating func answer(_ verdict: StorageVerdict) {
        take(machine.answer(record ?? TerminalRecordID(0), verdict))
    }

    /// Plays a payment up to the acquirer's decision.
    mutating func pay() {
        start(.authorise(.fare))
        read(.card(.sealed))
        done = []
    }

    private mutating func take(_ steps: [AcquiringMachine.Step]) {
        for step in steps {
            if case .tell(.result(let id, _)) = step { record = id }
            done.append(word(step))
        }
    }

    private func word(_ step: AcquiringMachine.Step) -> String {
        switch step {
        case .read(.prepare): "prepare the reader"
        case .read(.readCard(let amount, let kind, _)): "read a card for \(kind.rawValue) \(amount.minorUnits)"
        case .cancelReading: "cancel the reading"
        case .ask(let question): word(question)
        case .tell(let event): word(event)
        }
    }

    private func word(_ question: AcquiringMachine.Question) -> String {
        switch question {
        case .authorise(let transaction, _): "authorise \(word(transaction))"
        case .reverse(let receipt, let transaction): "reverse \(receipt) as \(word(transaction))"
        case .void(let reference): "void \(reference)"
        case .enquire(let reference): "enquire \(reference)"
        case .newest: "newest"
        }
    }

    private func word(_ transaction: AcquirerTransaction) -> String {
        "\(transaction.reference) \(transaction.kind.rawValue) \(transaction.amount.minorUnits)"
    }

    private func word(_ event: TerminalEvent) -> String {
        switch event {
        case .accepted: "accepted"
        case .progress(let progress): "shows \(progress.step)"
        case .result(let id, let result): "result \(id.number): \(result.resultCode)"
        case .answered(let id): "answered \(id.number)"
        case .finished(.completed): "completed"
        case .finished(.aborted(let code)): "aborted \(code ?? .success)"
        case .finished(.refused(let code)): "refused \(code)"
        case .finished(.disturbed(let failure)): failure.code
        case .totals, .openPreauthorisations, .text, .orphanEnded: "what no acquirer tells"
        }
    }
}

extension PresentedCard {
    static var sealed: PresentedCard { PresentedCard(data: EncryptedCardData([1, 2, 3]), masked: MaskedCard()) }
}

extension Failure {
    static let hostGone = Failure(AcquirerFailure.unreachable, "The host is gone.", recovery: .retry)
}
