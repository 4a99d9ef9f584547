import Foundation
import Model
import Storage
import Synchronization

/// Payments from the journal's facts, each decoded once.
///
/// The facts are read from the journal each time, and decoded again only if their bytes have changed. An end of day
/// looks at a thousand payments three times, and decoding is what takes the time.
package final class ToldPayments: Sendable {
    /// The most payments that are cached unless told otherwise, so that memory does not grow with the journal.
    static let most = 10_000

    private static let prefix = "payment."
    /// The kinds of facts with receipt text. They decide nothing about a payment and are half of its bytes.
    private static let texts: Set = ["payment.text", "payment.textsCompleted", "payment.repeatedText"]
    private static let telling: Set = ["payment.result", "payment.evidence"]

    private let known: Mutex<DecodedOnce<PaymentID, ToldPayment?>>
    private let begun: Mutex<DecodedOnce<Int64, PaymentRecord>>

    package init(most: Int = most) {
        known = Mutex(DecodedOnce(most: most))
        begun = Mutex(DecodedOnce(most: most))
    }

    /// The payment; nil if the journal has no facts of it.
    package func payment(_ id: PaymentID, in reader: any StorageReader) throws(StorageError) -> ToldPayment? {
        let entries = try reader.journalEntries(payment: id)
            .filter { $0.kind.hasPrefix(Self.prefix) && !Self.texts.contains($0.kind) }
        let mark = Self.mark(of: entries)
        if let found = known.withLock({ $0.value(of: id, mark: mark) }) { return found }
        let told = try Self.told(by: entries)
        known.withLock { $0.keep(told, of: id, mark: mark) }
        return told
    }

    /// The payment as it was when it was begun; nil if the entry is not a payment's first fact.
    func payment(begunBy entry: JournalEntry) throws(StorageError) -> PaymentRecord? {
        let mark = Self.mark(of: [entry])
        if let found = begun.withLock({ $0.value(of: entry.sequence, mark: mark) }) { return found }
        guard case .intended(let intent) = try entry.decoded(as: PaymentEvent.self) else { return nil }
        let record = PaymentRecord(PaymentHistory(intent), at: intent.startedAt)
        begun.withLock { $0.keep(record, of: entry.sequence, mark: mark) }
        return record
    }

    private static func told(by entries: [JournalEntry]) throws(StorageError) -> ToldPayment? {
        var events: [PaymentEvent] = []
        var results: [TransactionResult] = []
        for entry in entries {
            let event = try entry.decoded(as: PaymentEvent.self)
            events.append(event)
            if telling.contains(entry.kind), let result = event.toldResult { results.append(result) }
        }
        guard let history = PaymentHistory(events) else { return nil }
        return ToldPayment(
            record: PaymentRecord(history, at: history.intent.startedAt), suffices: history.suffices,
            lateAfter: history.lateAfter, isStated: history.operatorEvidence != nil,
            before: ExpectedTotals.ToldBooking(history.intent),
            orderNumber: history.intent.orderNumber, results: results)
    }

    /// The hash of all bytes of these entries, keyed differently in each process.
    private static func mark(of entries: [JournalEntry]) -> Int {
        var hasher = Hasher()
        for entry in entries {
            hasher.combine(entry.sequence)
            hasher.combine(entry.kind)
            hasher.combine(entry.payload.count)
            entry.payload.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
        return hasher.finalize()
    }
}

extension PaymentEvent {
    /// The result of this payment that the terminal told with this fact; nil if there is none, or if it is another
    /// payment's.
    fileprivate var toldResult: TransactionResult? {
        switch self {
        case .result(let result, _): result
        case .evidence(.transaction(let result), let finding): finding.isOfThisPayment ? result : nil
        case .evidence, .intended, .sending, .refused, .text, .textsCompleted, .repeatedText, .cancelRequested,
            .completed, .aborted, .disturbed, .asking, .mayTake, .dayEnded, .seemsBooked, .inDoubt, .settled,
            .operatorSettled,
            .operatorWithdrew, .operatorConfirmed, .goods, .goodsTooLate:
            nil
        }
    }
}

extension RecoveryVerdict {
    fileprivate var isOfThisPayment: Bool {
        switch self {
        case .approved, .reversed, .declined: true
        case .notBooked, .unclear: false
        }
    }
}
