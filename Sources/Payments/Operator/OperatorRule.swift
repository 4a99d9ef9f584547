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
    var told: TransactionResult? {
        guard let told = history.storedResult, told.isSuccess, !history.wasUndone(by: told) else { return nil }
        return told
    }

    private var lastTold: TransactionResult? { history.lastToldByItsTerminal }

    func outcome(of evidence: OperatorEvidence) throws(Failure) -> PaymentOutcome {
        if let words = evidence.words { _ = try OperatorEvidence.checked(words) }
        switch evidence.statement {
        case .booked(let receipt, let trace, let amount):
            try checkBooked(receipt, trace, amount, evidence)
            if amount.minorUnits == 0, !history.isAsked(amount) { return try notCharged(evidence) }
            var result = told ?? acknowledged(receipt, trace) ?? TransactionResult(resultCode: .success)
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
        try checkTold(receipt, trace, amount, evidence)
        // The terminal has told of more than one entry that may be it, so numbers alone prove nothing.
        if history.lastToldMayBeAnothers, evidence.words == nil { throw .evidenceMissing }
    }

    /// Checks a booking without a receipt number. It is refused if the terminal has ever told such a number in connection with this
    /// transaction, because there is one to be typed then.
    private func checkBooked(_ trace: Int, _ amount: Money, _ evidence: OperatorEvidence) throws(Failure) {
        guard evidence.words != nil else { throw .evidenceMissing }
        guard amount.currency == intent.amount.currency else {
            throw .contradicts(.otherAmount(intent.amount, amount))
        }
        if !history.isAsked(amount) { try checkOther(amount, nil, trace, words: evidence.words) }
        if let number = receiptNumberRequired(for: trace) {
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
        try checkTold(nil, trace, amount, evidence)
    }

    /// A failure may have shown the number that the next booking got, and a terminal may book a reservation under the
    /// reservation's own number, or what gives a payment back under the payment's. A refund counts as such only if the terminal told that entry last.
    private func isNewTrace(_ trace: Int, under receipt: Int) -> Bool {
        if intent.reusesOriginalReceipt(receipt, trace) { return true }
        if intent.purpose.kind == .refund, let lastTold, lastTold.receiptNumber == receipt, lastTold.trace == trace,
            let before = intent.watermarkTrace
        {
            return LastTransactionMatcher.isNewer(trace, than: before)
        }
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
        if !evidence.numbersRestarted, let refused = history.refusedResult, let lastTold,
            history.isToldAsBooked(lastTold), lastTold.isSameEntry(as: refused)
        {
            throw .refusedAndKept(refused.numbers, intent.purpose.kind)
        }
        if let lastTold, lastTold.receiptNumber == newest || intent.reusesOriginalReceipt(lastTold),
            !evidence.newestIsAnothers, fits(lastTold)
        {
            throw history.seemsBooked == nil
                ? .fitsAndNewest(lastTold.numbers, history.intent.amount)
                : .seemsBookedAndNewest(lastTold.numbers, history.intent.amount)
        }
        if let unnumbered = newestWithoutNumber, intent.watermark.isNewer(newest) != true || newest == 0 {
            return try checkAbsent(unnumbered, evidence)
        }
        guard newest == 0 else { return }
        if let told { throw .contradicts(Sentence("detail.toldAndEmpty", ["numbers": told.numbers])) }
        guard intent.watermark.receiptNumber == nil || intent.remembersWatermark else {
            throw .contradicts(Sentence("detail.cleared"))
        }
    }

    /// Throws if the terminal showed the refused booking as standing when it was asked last, or the acknowledged one under its
    /// numbers or with another amount, and its journal has nothing newer: what took it back would be newer, or the terminal
    /// would tell so when it is asked again.
    private func checkGone(_ newest: Int) throws(Failure) {
        // An empty journal does not show what was in it before it was cleared.
        if newest == 0, newestWithoutNumber == nil, tellsReceiptNumbers {
            throw .contradicts(Sentence("detail.cleared"))
        }
        guard let lastTold, (lastTold.receiptNumber ?? 0) == newest, history.isToldAsBooked(lastTold) else { return }
        let isAcknowledged = history.acknowledgedSuccess.map(lastTold.isSameEntry(as:)) ?? false
        if let refused = history.refusedResult, (refused.receiptNumber ?? 0) == newest,
            lastTold.isSameEntry(as: refused) || isAcknowledged
        {
            throw .refusedAndKept(refused.numbers, intent.purpose.kind)
        }
        // It would have been approved if its amount were not another one by now.
        guard isAcknowledged, isCertainly(lastTold), lastTold.amountMinor != history.acknowledgedSuccess?.amountMinor
        else { return }
        throw .numberContradicts(Sentence("detail.toldBooked", ["numbers": lastTold.numbers]))
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
        // The terminal itself told that entry as its newest, under the number of the payment that it reverses.
        if let lastTold, lastTold.receiptNumber == newest, intent.reusesOriginalReceipt(lastTold) { return }
        if case .receipt(let before) = intent.watermark, newest != before, intent.watermark.isNewer(newest) == false {
            throw .numberContradicts(
                Sentence("detail.newerBefore", ["before": before, "newest": newest]))
        }
        if let last = lastTold?.receiptNumber, Watermark.receipt(newest).isNewer(last) == true {
            throw .numberContradicts(Sentence("detail.newerTold", ["last": last, "newest": newest]))
        }
    }
}
