import Failures
import Flow
import Foundation
import Hardware
import Model
import ZVTCodes
import Synchronization

/// A simulated acquirer with a journal like a terminal's, whose entries have the till's references: the oracle of the
/// tests. It runs on a lane of its own, whatever happens to the till.
package final class SimulatedAcquirer: Acquirer {
    package static let usualTerminalID = "29005678"
    static let answersAfter = Duration.milliseconds(100)

    package let terminalID = usualTerminalID
    private let scenario: AcquiringScenario.Acquirer
    private let environment: Environment
    private let lane: any Lane
    private let record: @Sendable (TerminalJournal.Entry) throws(Failure) -> Void
    private let state: Mutex<State>

    private struct State {
        var entries: [TerminalJournal.Entry]
        /// Requests that have arrived and are not decided.
        var pending: Set<String> = []
        var isGone = false
    }

    /// - Parameters:
    ///   - book: the earlier entries.
    ///   - record: called with each entry before it has any effect. When it throws, nothing reaches the acquirer any
    ///     more.
    package init(
        _ scenario: AcquiringScenario.Acquirer, book: TerminalJournal = TerminalJournal(entries: []),
        environment: Environment,
        record: @escaping @Sendable (TerminalJournal.Entry) throws(Failure) -> Void = { _ in }
    ) {
        self.scenario = scenario
        self.environment = environment
        self.record = record
        lane = environment.lane("simulated-acquirer", 1024)
        state = Mutex(State(entries: book.entries))
    }

    /// Creates an acquirer with its journal in a directory, new or continued.
    package convenience init(
        _ scenario: AcquiringScenario.Acquirer, directory: String, environment: Environment
    ) throws(Failure) {
        let file = try TerminalJournalFile(in: directory)
        self.init(scenario, book: file.journal, environment: environment) { entry throws(Failure) in
            try file.append(entry)
        }
    }

    package var book: TerminalJournal { TerminalJournal(entries: state.withLock { $0.entries }) }
}

// MARK: - Requests

extension SimulatedAcquirer {
    package func authorise(
        _ transaction: AcquirerTransaction, _ card: PresentedCard, answer: @escaping Answer
    ) {
        let digits = card.data.spend { SimulatedCard.lastDigits(in: [UInt8]($0)) } ?? nil
        if scenario.isGone { state.withLock { $0.isGone = true } }
        let isApproved = digits != nil && digits == card.masked.lastDigits && !scenario.declines
        let isLost = scenario.losesAnswer
        decide(transaction, { answer(isLost ? .unknown(.simulatedNetwork) : $0) }) { acquirer, state throws(Failure) in
            try acquirer.book(transaction, card.masked, isApproved: isApproved, &state)
        }
    }

    package func reverse(receipt: Int, as transaction: AcquirerTransaction, answer: @escaping Answer) {
        decide(transaction, answer) { acquirer, state throws(Failure) in
            try acquirer.reversed(receipt, transaction, &state)
        }
    }

    package func void(_ reference: PaymentID, answer: @escaping Answer) {
        look(answer) { acquirer, state throws(Failure) in try acquirer.voided(reference, &state) }
    }

    package func enquire(_ reference: PaymentID, answer: @escaping Answer) {
        look(answer) { acquirer, state in acquirer.answer(reference, state) }
    }

    package func newest(answer: @escaping Answer) {
        look(answer) { _, state in
            guard let newest = state.entries.last(where: { $0.receipt != nil }) else { return .nothing }
            return newest.event == .declined ? .declined(newest.result) : .approved(newest.result)
        }
    }
}

// MARK: - On the lane

extension SimulatedAcquirer {
    private typealias Work = @Sendable (SimulatedAcquirer, inout State) throws(Failure) -> AcquirerAnswer

    private func look(_ answer: @escaping Answer, _ work: @escaping Work) {
        onLane(after: Self.answersAfter) { $0.perform(work, answer) }
    }

    /// Decides once per reference, which is pending until then. A repeated request gets the existing record.
    private func decide(_ transaction: AcquirerTransaction, _ answer: @escaping Answer, _ work: @escaping Work) {
        let reference = transaction.reference.rawValue
        onLane(after: scenario.arrivesAfter) { acquirer in
            let isNew = acquirer.state.withLock { state in
                !state.entries.contains { $0.reference == reference } && state.pending.insert(reference).inserted
            }
            guard isNew else {
                return acquirer.perform({ $0.answer(transaction.reference, $1) }, answer)
            }
            acquirer.onLane(after: acquirer.scenario.decidesAfter) { acquirer in
                acquirer.state.withLock { _ = $0.pending.remove(reference) }
                acquirer.perform(work, answer)
            }
        }
    }

    private func onLane(after span: Duration, _ work: @escaping @Sendable (SimulatedAcquirer) -> Void) {
        _ = lane.schedule(at: environment.uptime() + span) { [self] in work(self) }
    }

    private func perform(_ work: Work, _ answer: Answer) {
        answer(
            state.withLock { state in
                guard !state.isGone else { return .unknown(.simulatedNetwork) }
                do throws(Failure) { return try work(self, &state) } catch {
                    state.isGone = true
                    return .unknown(error)
                }
            })
    }
}

// MARK: - The journal

extension SimulatedAcquirer {
    private func book(
        _ transaction: AcquirerTransaction, _ card: MaskedCard, isApproved: Bool, _ state: inout State
    ) throws(Failure) -> AcquirerAnswer {
        let booked: TerminalJournal.Event = transaction.kind == .refund ? .refunded : .booked
        var entry = entry(isApproved ? booked : .declined, transaction, state)
        entry.amountMinor += isApproved ? scenario.amountError : 0
        entry.command = transaction.kind == .refund ? .refund : nil
        entry.code = isApproved ? nil : 0x05
        entry.card = card
        return try add(entry, &state)
    }

    private func reversed(
        _ receipt: Int, _ transaction: AcquirerTransaction, _ state: inout State
    ) throws(Failure) -> AcquirerAnswer {
        let original = TerminalJournal(entries: state.entries).standingCharges.first {
            $0.receipt == receipt && $0.amountMinor == transaction.amount.minorUnits
        }
        var entry = entry(original == nil ? .declined : .reversed, transaction, state)
        entry.command = .reversal
        (entry.originalTrace, entry.code) = (original?.trace, original == nil ? 0xB4 : nil)
        entry.card = original?.card
        return try add(entry, &state)
    }

    private func voided(_ reference: PaymentID, _ state: inout State) throws(Failure) -> AcquirerAnswer {
        let known = answer(reference, state)
        switch known {
        case .approved: return try undo(reference, &state) ?? known
        case .nothing:
            try close(reference, &state)
            return .nothing
        case .declined, .reversed, .unknown: return known
        }
    }

    /// Voids a reference; nil when the scenario refuses it.
    private func undo(_ reference: PaymentID, _ state: inout State) throws(Failure) -> AcquirerAnswer? {
        guard !scenario.refusesVoid,
            let booked = state.entries.last(where: { $0.reference == reference.rawValue }),
            let currency = Currency(code: booked.currency)
        else { return nil }
        let amount = Money(minorUnits: booked.amountMinor, currency: currency)
        let undone = AcquirerTransaction(reference: reference, kind: .reversal, amount: amount)
        var entry = entry(booked.event == .reversed ? .voided : .reversed, undone, state)
        entry.originalTrace = booked.trace
        entry.card = booked.card
        return .reversed(try add(entry, &state).result ?? entry.result)
    }

    /// Voids an empty reference, so that later requests with it are not booked.
    private func close(_ reference: PaymentID, _ state: inout State) throws(Failure) {
        let nothing = AcquirerTransaction(
            reference: reference, kind: .payment, amount: Money(minorUnits: 0, currency: .eur))
        var entry = entry(.cancelled, nothing, state)
        (entry.receipt, entry.trace) = (nil, nil)
        _ = try add(entry, &state)
    }

    private func entry(
        _ event: TerminalJournal.Event, _ transaction: AcquirerTransaction, _ state: State
    ) -> TerminalJournal.Entry {
        let count = state.entries.compactMap(\.trace).max() ?? 0
        return TerminalJournal.Entry(
            number: state.entries.count + 1, event: event, at: TerminalTime(environment.now()).text,
            amountMinor: transaction.amount.minorUnits, currency: transaction.amount.currency.code,
            receipt: count % 9999 + 1, trace: count + 1, reference: transaction.reference.rawValue)
    }

    private func add(_ entry: TerminalJournal.Entry, _ state: inout State) throws(Failure) -> AcquirerAnswer {
        try record(entry)
        state.entries.append(entry)
        return entry.event == .declined ? .declined(entry.result) : .approved(entry.result)
    }

    /// The answer with the record under a reference.
    private func answer(_ reference: PaymentID, _ state: State) -> AcquirerAnswer {
        guard !state.pending.contains(reference.rawValue) else { return .unknown(.simulatedPending) }
        let entries = state.entries.filter { $0.reference == reference.rawValue && $0.receipt != nil }
        guard let first = entries.first, let last = entries.last else { return .nothing }
        if first.event == .declined { return .declined(first.result) }
        return entries.count > 1 ? .reversed(last.result) : .approved(first.result)
    }
}

extension AcquirerAnswer {
    fileprivate var result: TransactionResult? {
        switch self {
        case .approved(let result), .declined(let result), .reversed(let result): result
        case .nothing, .unknown: nil
        }
    }
}

extension TerminalJournal.Entry {
    /// The entry as the till receives it.
    fileprivate var result: TransactionResult {
        var result = TransactionResult(resultCode: DeviceCode(zvt: code ?? 0))
        result.amountMinor = amountMinor
        result.currencyNumber = Currency(code: currency)?.number
        (result.receiptNumber, result.trace, result.originalTrace) = (receipt, trace, originalTrace)
        result.terminalID = SimulatedAcquirer.usualTerminalID
        result.approvalCode = code == nil ? trace.map { String($0 + 100_000) } : nil
        if let time = TerminalTime(at) {
            (result.month, result.day) = (time.month, time.day)
            (result.hour, result.minute, result.second) = (time.hour, time.minute, time.second)
        }
        (result.cardName, result.panLastDigits) = (card?.name, card?.lastDigits)
        (result.applicationID, result.technology) = (card?.applicationID, card?.technology)
        return result
    }
}

extension Failure {
    fileprivate static let simulatedNetwork = Failure(
        AcquirerFailure.unreachable, "The acquirer cannot be reached.", remedy: "check the network", recovery: .retry)
    fileprivate static let simulatedPending = Failure(
        AcquirerFailure.pending, "The acquirer has not decided yet.", recovery: .retry)
}
