import Flow
import Foundation
import Hardware
import Model
import Receipts
import Storage

/// The payment ledger in the till's storage. Each fact is written in one transaction. The final fact's transaction also
/// writes who paid the order, the receipts, their first prints, and what the shop must be told.
package struct StoredLedger: PaymentLedger {
    let storage: any StorageManagerType
    let environment: Environment
    let merchantProfile: MerchantProfile
    private let told: ToldPayments

    /// - Parameter told: what was decoded of earlier payments.
    package init(
        storage: any StorageManagerType, environment: Environment, merchantProfile: MerchantProfile,
        told: ToldPayments = ToldPayments()
    ) {
        self.storage = storage
        self.environment = environment
        self.merchantProfile = merchantProfile
        self.told = told
    }

    package func write(_ event: PaymentEvent, of history: PaymentHistory, _ sync: CommitSync = .now) throws(Failure) {
        try storage.writing(sync) { try write(event, of: history, into: $0) }
    }

    func write(_ event: PaymentEvent, of history: PaymentHistory, into transaction: any StorageTransaction) throws {
        if case .intended = event { try check(history.intent, in: transaction) }
        try transaction.append(kind: event.kind, payment: history.intent.payment, encoding: event)
        try project(event, of: history, into: transaction, at: environment.now())
    }

    /// Throws if the tables that decide about this transaction differ from the journal. It runs in the transaction of
    /// its first fact, so that nothing comes between.
    private func check(_ intent: PaymentIntent, in transaction: any StorageTransaction) throws {
        let payments = JournalledPayments(reader: transaction, told: told)
        if let key = intent.key { try payments.check(key: key) }
        if let original = intent.purpose.original { _ = try payments.paymentWithAllGivenBack(original) }
        if let order = intent.order { try payments.check(order: order, site: intent.site) }
    }

    package func claimed(besides intent: PaymentIntent) -> [ClaimedTransaction] {
        (try? storage.reading { try ClaimedTransaction.all(besides: intent, in: $0) }) ?? []
    }

    package func watermarks(before intent: PaymentIntent) throws(Failure) -> EarlierWatermarks {
        try storage.reading { try EarlierWatermarks.before(intent, in: $0) }
    }

    private func project(
        _ event: PaymentEvent, of history: PaymentHistory, into transaction: any StorageTransaction, at now: Date
    ) throws {
        switch event {
        case .intended: try transaction.insert(PaymentRecord(history, at: now))
        case .sending, .result, .completed, .aborted, .refused, .inDoubt, .goods:
            try transaction.update(PaymentRecord(history, at: now))
        case .seemsBooked:
            try ReceiptWithdrawal.withdraw(receiptsOf: history.intent.payment, in: transaction, at: now)
            try transaction.reopen(PaymentRecord(history, at: now), mayExceed: true)
        case .text, .repeatedText, .textsCompleted, .cancelRequested, .disturbed, .evidence, .asking, .mayTake,
            .dayEnded, .operatorConfirmed, .goodsTooLate:
            break
        case .operatorWithdrew:
            try PaymentFinalizer.undo(history, merchantProfile, in: transaction, at: now)
            try ReceiptWithdrawal.withdraw(receiptsOf: history.intent.payment, in: transaction, at: now)
            // The terminal may have given it back whatever was given back since, and then that is more than was taken. A
            // reservation ends once.
            try transaction.reopen(
                PaymentRecord(history, at: now), mayExceed: !history.intent.purpose.kind.endsReservation)
        case .settled(let outcome), .operatorSettled(_, let outcome):
            try transaction.update(PaymentRecord(history, at: now))
            try PaymentFinalizer(history: history, outcome: outcome, merchantProfile: merchantProfile, now: now)
                .write(to: transaction, newID: environment.newID)
        }
    }

    /// The history of a payment from the journal; nil if it has no facts of it.
    package static func history(_ payment: PaymentID, in reader: any StorageReader) throws(StorageError)
        -> PaymentHistory?
    {
        let entries = try reader.journalEntries(payment: payment).filter { $0.kind.hasPrefix("payment.") }
        var events: [PaymentEvent] = []
        for entry in entries { events.append(try entry.decoded(as: PaymentEvent.self)) }
        return PaymentHistory(events)
    }
}

extension PaymentRecord {
    /// The row of the payments table that follows from a payment's facts.
    package init(_ history: PaymentHistory, at now: Date) {
        let intent = history.intent
        self.init(
            id: intent.payment, key: intent.key, fingerprint: intent.fingerprint, site: intent.site,
            order: intent.order,
            amount: history.amount, tip: intent.tip, terminalAddress: intent.terminal.description,
            terminalID: intent.terminalID, watermark: intent.watermark.receiptNumber, stage: history.stage.stored,
            result: history.latestResult, outcome: history.storedOutcome, language: intent.language,
            createdAt: intent.startedAt, updatedAt: now, kind: intent.purpose.kind, original: intent.purpose.original)
    }
}

extension Watermark {
    var receiptNumber: Int? {
        switch self {
        case .receipt(let number): number
        case .nothingStored, .unknown: nil
        }
    }
}

extension PaymentHistory {
    /// The newest status information, whether it was accepted or refused, for people to read.
    var latestResult: TransactionResult? {
        switch stage {
        case .resulted(let result, _), .completed(let result), .aborted(_, let result?): result
        case .settled(.approved(let result)), .settled(.reversed(let result?)): result
        case .intended, .sending, .aborted(_, nil), .refused, .settled: nil
        }
    }

    package var storedOutcome: PaymentOutcome? {
        if case .settled(let outcome) = stage { return outcome }
        return doubt.map { .inDoubt(reason: $0) }
    }
}

extension PaymentHistory.Stage {
    var stored: PaymentStage {
        switch self {
        case .intended: .intended
        case .sending: .sending
        case .resulted: .resulted
        case .completed: .completed
        case .aborted, .refused: .aborted
        case .settled: .settled
        }
    }
}
