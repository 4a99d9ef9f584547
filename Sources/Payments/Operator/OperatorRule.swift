import Flow
import Foundation
import Model

/// What follows from a person's evidence for one transaction in doubt. Evidence is refused if it contradicts what the
/// terminal told, or if it proves nothing.
struct OperatorRule: Sendable {
    let history: PaymentHistory
    /// The transactions that other payments stand for.
    var claimed: [ClaimedTransaction] = []
    /// The most that a payment may be; nil for the terminal's own limit.
    var largest: Money?

    var intent: PaymentIntent { history.intent }

    /// The success that the terminal told for it and that was acknowledged as stored.
    private var told: TransactionResult? {
        guard let told = history.storedResult, told.isSuccess, !history.wasUndone(by: told) else { return nil }
        return told
    }

    /// The terminal's answer when it was last asked.
    private var lastTold: TransactionResult? {
        guard case .transaction(let result)? = history.lastEvidence else { return nil }
        return result
    }

    func outcome(of evidence: OperatorEvidence) throws(Failure) -> PaymentOutcome {
        if let words = evidence.words { _ = try OperatorEvidence.checked(words) }
        switch evidence.statement {
        case .booked(let receipt, let trace, let amount):
            try checkBooked(receipt, trace, amount, evidence)
            if amount.minorUnits == 0, !history.isAsked(amount) { return try notCharged(evidence) }
            var result = told ?? TransactionResult(resultCode: .success)
            result.amountMinor = amount.minorUnits
            result.currencyNumber = amount.currency.number
            result.receiptNumber = receipt
            result.trace = trace
            result.terminalID = result.terminalID ?? intent.terminalID
            return .approved(result)
        case .notBooked(let newest), .takenBack(let newest):
            guard evidence.words != nil else { throw .evidenceMissing }
            if case .notBooked = evidence.statement {
                try checkAbsent(newest, evidence)
            } else if !evidence.numbersRestarted {
                try checkGone(newest)
            }
            if !evidence.numbersRestarted { try checkNewest(newest) }
            if !evidence.isAbout(told), told != nil || history.refusedResult != nil { return .reversed(nil) }
            return try notCharged(evidence)
        case .ended: throw .noReservation(intent.payment)
        }
    }

    /// The outcome of a transaction by which no money moved, with where that was read.
    private func notCharged(_ evidence: OperatorEvidence) throws(Failure) -> PaymentOutcome {
        guard let words = evidence.words else { throw .evidenceMissing }
        return .notCharged(
            reason: Sentence("reason.readInJournal", ["operator": evidence.operatorName, "words": words]))
    }

    private func checkBooked(
        _ receipt: Int?, _ trace: Int, _ amount: Money, _ evidence: OperatorEvidence
    ) throws(Failure) {
        guard let receipt else { return try checkBooked(trace, amount, evidence) }
        guard amount.currency == intent.amount.currency else {
            throw .contradicts(.otherAmount(intent.amount, amount))
        }
        if !history.isAsked(amount) { try checkOther(amount, receipt, trace, words: evidence.words) }
        if !evidence.numbersRestarted, intent.watermark.isNewer(receipt) == false, !isNewTrace(trace, under: receipt) {
            throw .numberContradicts(Sentence("detail.notNewer", ["receipt": receipt]))
        }
        if let told, told.receiptNumber.map({ $0 != receipt }) ?? false || told.trace.map({ $0 != trace }) ?? false {
            throw .contradicts(Sentence("detail.toldNumbers", ["numbers": told.numbers]))
        }
        if let refused = history.refusedResult, refused.trace == trace,
            !keeps(refused, receipt: receipt, amount, words: evidence.words)
        {
            throw .contradicts(Sentence("detail.toldRefused"))
        }
        if !evidence.numbersRestarted, let lastTold, lastTold.receiptNumber == receipt,
            lastTold.trace == nil || lastTold.trace == trace
        {
            guard lastTold.isSuccess,
                lastTold.isForeign(to: amount.currency) || lastTold.amountMinor.map({ isSame($0, amount) }) ?? true
            else {
                throw .numberContradicts(Sentence("detail.toldFailed", ["numbers": lastTold.numbers]))
            }
        }
    }

    /// Checks a booking without a receipt number. It is refused if the terminal has ever told such a number in connection with this
    /// transaction, because there is one to be typed then.
    private func checkBooked(_ trace: Int, _ amount: Money, _ evidence: OperatorEvidence) throws(Failure) {
        guard evidence.words != nil else { throw .evidenceMissing }
        guard amount.currency == intent.amount.currency else {
            throw .contradicts(.otherAmount(intent.amount, amount))
        }
        if !history.isAsked(amount) { try checkOther(amount, nil, trace, words: evidence.words) }
        let told = [self.told, lastTold, history.refusedResult].compactMap(\.self)
        if let number = told.compactMap(\.receiptNumber).first ?? intent.watermark.receiptNumber {
            throw .contradicts(Sentence("detail.tellsReceipts", ["receipt": number]))
        }
        if !evidence.numbersRestarted, let before = intent.watermarkTrace,
            !LastTransactionMatcher.isNewer(trace, than: before)
        {
            throw .numberContradicts(Sentence("detail.traceNotNewer", ["trace": trace]))
        }
        if let other = self.told?.trace, other != trace {
            throw .contradicts(Sentence("detail.toldTrace", ["trace": other]))
        }
        if let refused = history.refusedResult, refused.trace == trace,
            !keeps(refused, receipt: nil, amount, words: evidence.words)
        {
            throw .contradicts(Sentence("detail.toldRefused"))
        }
        if let lastTold, lastTold.trace == trace, !evidence.numbersRestarted,
            !lastTold.isSuccess || lastTold.amountMinor.map({ !isSame($0, amount) }) ?? false
        {
            throw .numberContradicts(Sentence("detail.toldFailed", ["numbers": lastTold.numbers]))
        }
    }

    /// A terminal that was told the unused part may report that as the amount of a booking.
    private func isSame(_ told: Int64, _ typed: Money) -> Bool {
        told == typed.minorUnits
            || intent.purpose.reserved != nil && history.mayBook(told) && history.mayBook(typed.minorUnits)
    }

    /// A failure may have shown the number that the next booking got, and a terminal may book a reservation under the
    /// reservation's own number.
    private func isNewTrace(_ trace: Int, under receipt: Int) -> Bool {
        if let reserved = intent.purpose.reserved?.name, reserved.receiptNumber == receipt {
            guard let before = intent.watermarkTrace ?? reserved.trace else { return false }
            return LastTransactionMatcher.isNewer(trace, than: before)
        }
        guard intent.watermark == .receipt(receipt) else { return false }
        guard let before = intent.watermarkTrace else { return intent.watermarkFailed && !intent.remembersWatermark }
        return LastTransactionMatcher.isNewer(trace, than: before)
    }

    /// Throws if the terminal's journal must contain the transaction: what the terminal told is in there, if only as
    /// taken back. An empty journal does not show what was in it before it was cleared.
    private func checkAbsent(_ newest: Int, _ evidence: OperatorEvidence) throws(Failure) {
        let told = evidence.isAbout(told) ? nil : told
        if let told, told.receiptNumber == newest { throw .toldAndNewest(told.numbers) }
        if let told, let lastTold, lastTold.isSuccess, told.trace != nil, told.trace == lastTold.trace {
            throw .toldAndNewest(told.numbers)
        }
        if !evidence.numbersRestarted, let refused = history.refusedResult, let lastTold, lastTold.isSuccess,
            lastTold.mayBe(refused)
        {
            throw .refusedAndKept(refused.numbers)
        }
        if let lastTold, lastTold.receiptNumber == newest, !evidence.newestIsAnothers, fits(lastTold) {
            throw history.seemsBooked == nil
                ? .fitsAndNewest(lastTold.numbers, history.intent.amount)
                : .seemsBookedAndNewest(lastTold.numbers, history.intent.amount)
        }
        guard newest == 0 else { return }
        if let told { throw .contradicts(Sentence("detail.toldAndEmpty", ["numbers": told.numbers])) }
        guard intent.watermark.receiptNumber == nil || intent.remembersWatermark else {
            throw .contradicts(Sentence("detail.cleared"))
        }
    }

    /// Throws if the terminal showed the refused booking as standing when it was asked last, and its journal has nothing
    /// newer: what took it back would be newer, or the terminal would tell so when it is asked again.
    private func checkGone(_ newest: Int) throws(Failure) {
        guard let refused = history.refusedResult, refused.receiptNumber == newest, let lastTold, lastTold.isSuccess,
            lastTold.originalTrace == nil, lastTold.mayBe(refused)
        else { return }
        throw .refusedAndKept(refused.numbers)
    }

    /// Whether the terminal's last transaction is this payment's booking by all that is known. A booking that put the payment
    /// in doubt again is judged as it was then, whatever the terminal had told before it (`LateBookingCheck`).
    private func fits(_ lastTold: TransactionResult) -> Bool {
        let rule = LastTransactionMatcher(
            intent: intent, told: history.seemsBooked == lastTold ? nil : history.toldResult,
            refused: history.refusedResult, goods: history.goods, dayEnded: history.dayEnded)
        guard case .approved = rule.judge(lastTold, claimedBy: claimed) else { return false }
        return true
    }

    private func checkNewest(_ newest: Int) throws(Failure) {
        guard newest > 0 else { return }
        if case .receipt(let before) = intent.watermark, newest != before, intent.watermark.isNewer(newest) == false {
            throw .numberContradicts(
                Sentence("detail.newerBefore", ["before": before, "newest": newest]))
        }
        if let last = lastTold?.receiptNumber, Watermark.receipt(newest).isNewer(last) == true {
            throw .numberContradicts(Sentence("detail.newerTold", ["last": last, "newest": newest]))
        }
    }
}
