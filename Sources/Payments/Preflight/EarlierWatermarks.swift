import Foundation
import Model
import Storage

/// The watermarks of the payments before one: what terminals told as their last transaction. A terminal that is restored
/// from an earlier state tells one of them again, and its number may look newer than that of its newest transaction.
package struct EarlierWatermarks: Hashable, Sendable {
    let transactions: [TransactionResult]

    package static let none = EarlierWatermarks(transactions: [])

    /// The watermarks of payments that were begun before this one, among the newest payments of this till.
    package static func before(
        _ intent: PaymentIntent, in reader: any JournalReading
    ) throws(StorageError) -> EarlierWatermarks {
        let intents = try reader.journalEntries(kind: "payment.intended", limit: ClaimedTransaction.lookedBack)
        let earlier = intents.drop { $0.payment != intent.payment }.dropFirst()
        return EarlierWatermarks(
            transactions: earlier.compactMap { entry in
                guard case .intended(let its)? = try? entry.decoded(as: PaymentEvent.self) else { return nil }
                return its.watermarkTransaction
            })
    }
}

extension PaymentIntent {
    /// The watermark's transaction as far as the terminal told it; nil if it told too little to know it again.
    fileprivate var watermarkTransaction: TransactionResult? {
        guard !remembersWatermark, let receipt = watermark.receiptNumber, let trace = watermarkTrace else { return nil }
        var last = TransactionResult(resultCode: .success)
        (last.receiptNumber, last.trace, last.terminalID) = (receipt, trace, terminalID)
        last.amountMinor = watermarkAmount
        if let time = watermarkTime {
            (last.month, last.day, last.hour, last.minute, last.second) = (
                time.month, time.day, time.hour, time.minute, time.second
            )
        }
        return last
    }
}

extension LastTransactionMatcher {
    /// The verdict also in view of earlier watermarks. What may be one of them, and what has no time at a terminal that had
    /// nothing stored, does not tell what became of the payment, unless it was told during the payment.
    func judge(
        _ result: TransactionResult, claimedBy claimed: [ClaimedTransaction], after earlier: EarlierWatermarks
    ) -> RecoveryVerdict {
        let verdict = judge(result, claimedBy: claimed)
        switch verdict {
        case .approved, .declined: break
        case .reversed, .notBooked, .unclear: return verdict
        }
        let receipt = result.receiptNumber ?? 0
        if wasTold(result) { return verdict }
        if earlier.transactions.contains(where: result.mayBe) {
            return .unclear(Sentence("reason.toldBefore", ["receipt": receipt]))
        }
        guard case .nothingStored = intent.watermark, result.timestamp == nil else { return verdict }
        return .unclear(Sentence("reason.undatedAfterNothing", ["receipt": receipt]))
    }
}
