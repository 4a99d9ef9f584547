import Foundation
import Hardware
import Model
import Storage

/// A transaction that a terminal told as its last one before a payment began. A terminal that is restored from an earlier
/// state tells it again, and it then looks newer than what the terminal told in between.
package struct ToldBefore: Hashable, Sendable {
    let receiptNumber: Int
    let trace: Int
    let amountMinor: Int64?
    let time: TransactionTimestamp?
    let terminalID: String?

    /// What was known before that transaction began; nil if the terminal told less than identifies a transaction.
    init?(_ earlier: PaymentIntent) {
        guard !earlier.remembersWatermark, let receipt = earlier.watermark.receiptNumber,
            let trace = earlier.watermarkTrace
        else { return nil }
        (receiptNumber, self.trace, amountMinor) = (receipt, trace, earlier.watermarkAmount)
        (time, terminalID) = (earlier.watermarkTime, earlier.terminalID)
    }

    /// Whether that may be this transaction: the numbers are the same, and nothing that both tell differs.
    func mayBe(_ result: TransactionResult) -> Bool {
        guard result.receiptNumber == receiptNumber, result.trace == trace else { return false }
        func agree<Value: Equatable>(_ ours: Value?, _ told: Value?) -> Bool {
            ours == nil || told == nil || ours == told
        }
        return agree(amountMinor, result.amountMinor) && agree(time, result.exactTimestamp)
            && agree(terminalID, result.terminalID)
    }
}

extension ToldBefore {
    /// What terminals had told before the payments that were begun before this one.
    package static func all(before intent: PaymentIntent, in reader: any StorageReader) throws -> [ToldBefore] {
        try reader.payments(before: intent.payment, limit: ClaimedTransaction.lookedBack).compactMap { earlier in
            guard let first = try reader.journalEntries(payment: earlier.id).first, first.kind == "payment.intended",
                case .intended(let its) = try first.decoded(as: PaymentEvent.self)
            else { return nil }
            return ToldBefore(its)
        }
    }
}

extension RecoveryVerdict {
    /// The verdict in view of what terminals had told before the payment began. What may be one of those transactions, and
    /// what has no time at a terminal that had told none, is no answer to what became of the payment.
    func unless(_ earlier: [ToldBefore], after watermark: Watermark) -> RecoveryVerdict {
        switch self {
        case .approved(let result), .declined(let result):
            if earlier.contains(where: { $0.mayBe(result) }) {
                return .unclear(Sentence("reason.toldBefore", ["receipt": result.receiptNumber ?? 0]))
            }
            guard case .nothingStored = watermark, result.timestamp == nil else { return self }
            return .unclear(Sentence("reason.undatedAfterNothing", ["receipt": result.receiptNumber ?? 0]))
        case .reversed, .notBooked, .unclear: return self
        }
    }
}
