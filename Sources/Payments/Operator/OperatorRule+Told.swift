import Failures
import Flow
import Model

// A typed booking, compared with what the terminal told of the entry with its numbers. What the terminal told last is its
// newest word: a person who read the same is believed.

extension OperatorRule {
    private var lastTold: TransactionResult? { history.lastToldByItsTerminal }

    /// Whether the terminal told that very entry as booked when it was last asked.
    func isToldLast(_ receipt: Int?, _ trace: Int, _ amount: Money) -> Bool {
        guard let lastTold, history.isToldAsBooked(lastTold) else { return false }
        return lastTold.tells(receipt, trace) && isSame(lastTold, amount)
    }

    /// The success with these numbers that was acknowledged as stored.
    func acknowledged(_ receipt: Int?, _ trace: Int) -> TransactionResult? {
        history.acknowledgedSuccess.flatMap { $0.tells(receipt, trace) ? $0 : nil }
    }

    /// Throws if something that was told contradicts the typed booking.
    func checkTold(
        _ receipt: Int?, _ trace: Int, _ amount: Money, _ evidence: OperatorEvidence
    ) throws(Failure) {
        try checkRefused(receipt, trace, amount, evidence.words)
        try checkOtherTerminal(receipt, trace, amount, evidence)
        if let receipt, let told = newestWithoutNumber, told.trace == trace, !evidence.numbersRestarted,
            !wasToldWithNumber(receipt, trace)
        {
            throw .contradicts(Sentence("detail.toldWithoutNumber", ["trace": trace]))
        }
        guard let lastTold, receipt == nil || lastTold.receiptNumber == receipt,
            lastTold.trace == trace || receipt != nil && lastTold.trace == nil,
            !evidence.numbersRestarted || isCertainly(lastTold)
        else { return }
        guard lastTold.isSuccess,
            lastTold.isForeign(to: amount.currency) || lastTold.amountMinor.map({ isSame($0, amount) }) ?? true
        else {
            let what = Sentence("detail.toldFailed", ["numbers": lastTold.numbers])
            throw isCertainly(lastTold) ? .contradicts(what) : .numberContradicts(what)
        }
    }

    /// Whether the terminal told these numbers in a result of this transaction. Some leave the receipt number out when they repeat it.
    private func wasToldWithNumber(_ receipt: Int, _ trace: Int) -> Bool {
        [history.acknowledgedSuccess, history.refusedResult].contains { $0?.tells(receipt, trace) ?? false }
    }

    /// Throws if Till refused that very result for another reason than a person can clear up, or if it is not said where the
    /// entry was read.
    private func checkRefused(
        _ receipt: Int?, _ trace: Int, _ amount: Money, _ words: String?
    ) throws(Failure) {
        guard let refused = history.refusedResult, refused.trace == trace, history.isOfItsTerminal(refused) else {
            return
        }
        let kept = acknowledged(receipt, trace)
        let isKept = kept.map { isSame($0, amount) } ?? false
        // Of two successes, only what was told last of the acknowledged one counts.
        let isTold = (history.twoSuccesses == nil || kept != nil) && isToldLast(receipt, trace, amount)
        guard isKept || isTold || keeps(refused, receipt: receipt, amount, words: "") else {
            throw .contradicts(Sentence("detail.toldRefused"))
        }
        guard words != nil else { throw .evidenceMissing }
    }

    /// Throws if another terminal told an entry with these numbers, unless the person knows: it is no entry of ours.
    private func checkOtherTerminal(
        _ receipt: Int?, _ trace: Int, _ amount: Money, _ evidence: OperatorEvidence
    ) throws(Failure) {
        guard let other = history.toldByAnotherTerminal.first(where: { $0.tells(receipt, trace) }),
            let its = other.terminalID, let ours = history.intent.terminalID ?? history.acknowledgedSuccess?.terminalID
        else { return }
        guard evidence.isOfOtherTerminal || isToldLast(receipt, trace, amount) else {
            throw .toldByAnother(other.numbers, its: its, ours: ours)
        }
        guard evidence.words != nil else { throw .evidenceMissing }
    }

    /// Whether a transaction under these numbers is certainly the one that was told before, so that it is no excuse that numbers
    /// begin again. The amount of goods and of the end of a reservation may still change.
    func isCertainly(_ lastTold: TransactionResult) -> Bool {
        guard lastTold.isSuccess, history.goods == nil, history.intent.purpose.reserved == nil else { return false }
        return [history.acknowledgedSuccess, history.refusedResult].compactMap(\.self).contains {
            lastTold.tells($0.receiptNumber, $0.trace) && lastTold.isOfTheSameSecond(as: $0) ?? false
        }
    }

    private func isSame(_ told: TransactionResult, _ typed: Money) -> Bool {
        guard !told.isForeign(to: typed.currency), let minor = told.amountMinor else { return false }
        return isSame(minor, typed)
    }

    /// A terminal that was told the unused part may report that as the amount of a booking.
    private func isSame(_ told: Int64, _ typed: Money) -> Bool {
        told == typed.minorUnits
            || history.intent.purpose.reserved != nil && history.mayBook(told) && history.mayBook(typed.minorUnits)
    }

    // MARK: Entries without a receipt number

    /// The receipt number that shows that the terminal gives one to the entry with that trace; nil if it may have none. Some
    /// terminals count from 9999 to 0000, which is none.
    func receiptNumberRequired(for trace: Int) -> Int? {
        let told = [told ?? history.acknowledgedSuccess, lastTold, history.refusedResult].compactMap(\.self)
        let own = told.filter { $0.trace == trace }
        if !own.isEmpty, own.allSatisfy({ $0.receiptNumber == nil }) { return nil }
        let before = history.intent.watermark.receiptNumber
        if before == Watermark.circle, own.isEmpty { return nil }
        return told.compactMap(\.receiptNumber).first ?? before
    }

    /// What the terminal told last without a receipt number, if it had told one before: the newest entry of its journal has none.
    var newestWithoutNumber: TransactionResult? {
        guard history.intent.watermark.receiptNumber != nil, let lastTold, lastTold.isSuccess,
            lastTold.receiptNumber == nil
        else { return nil }
        return lastTold
    }

    /// Whether the terminal has told a receipt number before this transaction, or for it.
    var tellsReceiptNumbers: Bool {
        if history.intent.watermark.receiptNumber != nil { return true }
        return [told ?? history.acknowledgedSuccess, lastTold, history.refusedResult]
            .contains { $0?.receiptNumber != nil }
    }

    /// Throws if that entry without a number may be the one that is said to be absent.
    func checkAbsent(_ unnumbered: TransactionResult, _ evidence: OperatorEvidence) throws(Failure) {
        let intent = history.intent
        let isOld = intent.watermarkTrace.map { before in
            unnumbered.trace.map { !LastTransactionMatcher.isNewer($0, than: before) } ?? false
        }
        guard !evidence.newestIsAnothers, history.isToldAsBooked(unnumbered), isOld != true,
            unnumbered.amountMinor.map(history.mayBook) ?? true
        else { return }
        throw .fitsAndNewest(unnumbered.numbers, intent.amount)
    }
}

extension TransactionResult {
    /// Whether it has both numbers.
    fileprivate func tells(_ receipt: Int?, _ trace: Int?) -> Bool {
        trace != nil && receiptNumber == receipt && self.trace == trace
    }
}

extension Failure {
    static func toldByAnother(_ numbers: Sentence, its: String, ours: String) -> Failure {
        Failure(
            SettlementFailure.contradiction,
            Sentence(
                "failure.settlement.contradiction.toldByAnother", ["numbers": numbers, "its": its, "ours": ours]),
            remedy: Sentence("remedy.settlement.contradiction.toldByAnother", ["ours": ours]), recovery: .askOperator)
    }
}
