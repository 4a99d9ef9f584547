import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage

/// Pre-flight (S0): compares the terminal's last transaction with payments that this till has called not charged. A
/// booking that fits such a payment and belongs to no other puts it in doubt again before anything else is charged.
struct LateBookingCheck: Sendable {
    let storage: any StorageManagerType
    let ledger: StoredLedger

    /// Throws `payment.seemsBooked` once for each such booking.
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
            guard !uncharged.contains(where: { $0.isKnownAsAnothers(last) }) else { return nil }
            let clock = try TerminalClock(of: ours, in: transaction)
            guard var history = uncharged.first(where: { $0.mayBe(last, by: clock) }) else { return nil }
            let event = PaymentEvent.seemsBooked(last)
            history.apply(event)
            try ledger.write(event, of: history, into: transaction)
            return history
        }
        if let found { throw .seemsBooked(found.intent, last) }
    }
}

extension PaymentRecord {
    /// Whether it ran on that terminal, by whatever name the terminal was reached.
    package func isOn(_ id: String?, _ address: DeviceAddress) -> Bool {
        guard let id, let ours = terminalID ?? result?.terminalID else { return terminalAddress == address.description }
        return ours == id
    }

    /// Whether it is approved and may be the transaction that the terminal told.
    fileprivate func claims(_ last: TransactionResult) -> Bool {
        guard case .approved(let its)? = outcome, isApproved, !its.tellsNothing else { return false }
        func agree(_ number: KeyPath<TransactionResult, Int?>) -> Bool {
            guard let ours = its[keyPath: number], let told = last[keyPath: number] else { return true }
            return ours == told
        }
        guard agree(\.receiptNumber) && agree(\.trace) else { return false }
        // A reversal or refund is told with the trace of its original, and not always with its own amount.
        guard last.originalTrace == nil else { return kind == .reversal || kind == .release || kind == .booking }
        return its.amountMinor == last.amountMinor
    }
}

extension PaymentHistory {
    /// Whether a person who was asked about that booking stated that no payment of this till is it.
    fileprivate func isKnownAsAnothers(_ last: TransactionResult) -> Bool {
        seemsBooked == last && operatorEvidence?.isAbout(last) ?? false
    }

    /// Whether that booking may be this transaction, although it was called not charged. Its time excludes it only as far as the
    /// terminal's clock is known to be right.
    fileprivate func mayBe(_ last: TransactionResult, by clock: TerminalClock) -> Bool {
        guard seemsBooked != last, case .settled(let outcome) = stage, outcome.saysNotCharged, !neverBegan else {
            return false
        }
        // A person read the terminal's journal up to that number and did not find it. In an empty one nothing was read.
        if let readUpTo, readUpTo > 0, let receipt = last.receiptNumber,
            Watermark.receipt(readUpTo).isNewer(receipt) == false
        {
            return false
        }
        if let card = storedBeforeEnd?.panLastDigits, let its = last.panLastDigits, card != its { return false }
        // The trace of its original tells to which transaction it belongs, however late it came.
        if let reversed = last.originalTrace {
            guard intent.meaning(ofNamed: reversed, learned: namedOriginal) != .undone else { return false }
        } else {
            let latest = intent.startedAt + Double(cardPhase.components.seconds)
            if let time = last.timestamp, !clock.mayDate(time, by: latest, utcOffset: intent.utcOffset) { return false }
        }
        return fits(last) || isUntrulyDated(last, by: clock) && fits(last.undated)
    }

    private func fits(_ last: TransactionResult) -> Bool {
        let rule = LastTransactionMatcher(
            intent: intent, told: nil, refused: refusedResult, goods: goods, dayEnded: dayEnded)
        guard case .approved = rule.judge(.transaction(last)) else { return false }
        return true
    }

    /// Whether it is dated before this transaction, and a clock that is slow or was put back would explain that.
    private func isUntrulyDated(_ last: TransactionResult, by clock: TerminalClock) -> Bool {
        guard let time = last.timestamp, intent.isDatedBefore(last) || intent.isOlderThanWatermark(last) else {
            return false
        }
        return clock.mayDate(time, after: intent.startedAt, utcOffset: intent.utcOffset)
    }
}

extension PaymentOutcome {
    /// Whether the outcome says that no money moved, for another reason than a reversal told by the terminal.
    fileprivate var saysNotCharged: Bool {
        switch self {
        case .declined, .cancelled, .notCharged, .reversed(nil), .goodsNotGiven, .goodsUnpaid: true
        case .approved, .reversed, .inDoubt: false
        }
    }
}

extension TransactionResult {
    fileprivate var undated: TransactionResult {
        var result = self
        (result.month, result.day, result.hour, result.minute, result.second) = (nil, nil, nil, nil, nil)
        return result
    }

    /// A description by which a person finds it in the terminal's own journal: `receipt 9, a reversal, 11-23 16:49 by
    /// its clock`.
    func described(as what: Sentence) -> Sentence {
        let receipt = receiptNumber.map { Sentence("detail.receipt", ["receipt": $0]) }
        let time = timestamp.map { Sentence("detail.byItsClock", ["time": $0]) }
        return Sentence(listing: [receipt, what, time].compactMap(\.self))
    }
}

extension Failure {
    /// A payment that was called not charged may have been charged. Nothing was sent for this request.
    static func seemsBooked(_ intent: PaymentIntent, _ last: TransactionResult) -> Failure {
        Failure(
            PaymentFailure.seemsBooked,
            Sentence(
                "failure.payment.seemsBooked",
                [
                    "last": last.described(as: Sentence("detail.amount", ["amount": intent.amount])),
                    "payment": intent.payment,
                ]),
            remedy: Sentence("remedy.payment.seemsBooked", ["payment": intent.payment]), recovery: .askOperator)
    }
}
