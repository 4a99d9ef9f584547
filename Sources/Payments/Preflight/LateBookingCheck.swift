import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage

/// Pre-flight (S0): holds the terminal's last transaction against what this till has called not charged. A booking that
/// fits such a payment, and belongs to no other, puts it in doubt again before anything else is charged.
struct LateBookingCheck: Sendable {
    let storage: any StorageManagerType
    let ledger: StoredLedger

    /// Throws `payment.seemsBooked`, once for each such booking.
    func check(_ last: TransactionResult?, of terminalID: String?, at address: DeviceAddress) throws(Failure) {
        guard let last, last.isSuccess else { return }
        let found = try storage.writing { transaction -> PaymentHistory? in
            let ours = try transaction.recentPayments(limit: ClaimedTransaction.lookedBack).filter {
                $0.isOn(terminalID ?? last.terminalID, address)
            }
            guard !ours.contains(where: { $0.claims(last) }) else { return nil }
            let uncharged = try ours.filter { !$0.isOpen && !$0.isApproved }.compactMap {
                try StoredLedger.history($0.id, in: transaction)
            }
            guard !uncharged.contains(where: { $0.isKnownAsAnothers(last) }),
                var history = uncharged.first(where: { $0.mayBe(last) })
            else { return nil }
            let event = PaymentEvent.seemsBooked(last)
            history.apply(event)
            try ledger.write(event, of: history, into: transaction)
            return history
        }
        if let found { throw .seemsBooked(found.intent, last) }
    }
}

extension PaymentRecord {
    /// Whether it ran on that terminal, whatever name the terminal was reached by.
    package func isOn(_ id: String?, _ address: DeviceAddress) -> Bool {
        guard let id, let ours = terminalID ?? result?.terminalID else { return terminalAddress == address.description }
        return ours == id
    }

    /// Whether it is approved, and what the terminal told of it may be this transaction.
    fileprivate func claims(_ last: TransactionResult) -> Bool {
        guard case .approved(let its)? = outcome, isApproved, !its.tellsNothing else { return false }
        func agree(_ number: KeyPath<TransactionResult, Int?>) -> Bool {
            guard let ours = its[keyPath: number], let told = last[keyPath: number] else { return true }
            return ours == told
        }
        guard agree(\.receiptNumber) && agree(\.trace) else { return false }
        // What takes another back is told with the trace of that one, and not always with its own amount.
        guard last.originalTrace == nil else { return kind == .reversal || kind == .release || kind == .booking }
        return its.amountMinor == last.amountMinor
    }
}

extension PaymentHistory {
    /// Whether a person who was asked about that booking said that no payment of this till is it.
    fileprivate func isKnownAsAnothers(_ last: TransactionResult) -> Bool {
        seemsBooked == last && operatorEvidence?.isAbout(last) ?? false
    }

    /// Whether that booking may be this transaction, though it was called not charged.
    fileprivate func mayBe(_ last: TransactionResult) -> Bool {
        guard seemsBooked != last, case .settled(let outcome) = stage, outcome.saysNotCharged else { return false }
        // Whoever read the terminal's journal up to there did not find it.
        if let readUpTo, let receipt = last.receiptNumber, Watermark.receipt(readUpTo).isNewer(receipt) == false {
            return false
        }
        if let card = storedBeforeEnd?.panLastDigits, let its = last.panLastDigits, card != its { return false }
        // The trace of what it takes back tells whose it is, however late it came.
        if let reversed = last.originalTrace {
            guard intent.purpose.mayReverse(reversed) else { return false }
        } else {
            let latest = intent.startedAt + Double(cardPhase.components.seconds)
            if let time = last.timestamp, time.isAfter(latest, utcOffset: intent.utcOffset) { return false }
        }
        let rule = LastTransactionMatcher(intent: intent, told: nil, refused: refusedResult, goods: goods)
        guard case .approved = rule.judge(.transaction(last)) else { return false }
        return true
    }
}

extension PaymentOutcome {
    /// Whether it says that no money moved, and not because the terminal told of a reversal.
    fileprivate var saysNotCharged: Bool {
        switch self {
        case .declined, .cancelled, .notCharged, .reversed(nil), .goodsNotGiven, .goodsUnpaid: true
        case .approved, .reversed, .inDoubt: false
        }
    }
}

extension TransactionResult {
    /// By what a person finds it in the terminal's own journal: `receipt 9, a reversal, 11-23 16:49 by its clock`.
    func described(as what: String) -> String {
        let receipt = receiptNumber.map { "receipt \($0)" }
        let time = timestamp.map { "\($0) by its clock" }
        return [receipt, what, time].compactMap(\.self).joined(separator: ", ")
    }
}

extension Failure {
    /// A payment that was called not charged may have been. Nothing was sent for this request.
    static func seemsBooked(_ intent: PaymentIntent, _ last: TransactionResult) -> Failure {
        Failure(
            PaymentFailure.seemsBooked,
            "The terminal's last transaction (\(last.described(as: "\(intent.amount)"))) fits \(intent.payment), which was called "
                + "not charged. That payment is in doubt again; this one was not started.",
            remedy: "compare with the terminal's own journal, then run `till why \(intent.payment)` and `till settle`",
            recovery: .askOperator)
    }
}
