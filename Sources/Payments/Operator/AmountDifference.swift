import Failures
import Flow
import Model
import Storage

// Transactions that the terminal booked with another amount than requested: a tip at the terminal, a partial approval,
// or a mistake. Only a person can state that; a result in which the terminal itself tells another amount is refused.

extension PaymentHistory {
    /// The part of the payment that pays its order: without the tip, and without what was booked beyond the request.
    var share: Money {
        let currency = intent.amount.currency
        let due = intent.amount.minorUnits - (intent.tip?.minorUnits ?? 0)
        let booked = otherAmount?.minorUnits ?? amount.minorUnits - (intent.tip?.minorUnits ?? 0)
        return Money(minorUnits: min(due, booked), currency: currency)
    }

    /// The amount booked beyond the request; zero if not more was booked.
    package var excess: Money {
        let more = (otherAmount ?? intent.amount).minorUnits - intent.amount.minorUnits
        return Money(minorUnits: max(0, more), currency: intent.amount.currency)
    }

    /// Whether the booked amount pays the order. If goods were given in part, the part is enough. True for a
    /// transaction that pays nothing.
    package var suffices: Bool {
        guard let otherAmount, intent.purpose.kind.takesMoney else { return true }
        return otherAmount.minorUnits >= intent.amount.minorUnits - (intent.tip?.minorUnits ?? 0)
    }
}

extension PaymentHistory {
    /// Whether the person typed the amount that was asked for. The unused part of a reservation, which a terminal that was
    /// told it may report, is no such amount: a person who types it is taken at their word.
    func isAsked(_ typed: Money) -> Bool {
        if case .booking = intent.purpose { return typed == intent.amount }
        return mayBook(typed.minorUnits)
    }

    /// Whether the stored outcome of a person's statement is that of the amount that was asked for. Earlier releases took
    /// the unused part for it.
    func isAsked(_ typed: Money, _ outcome: PaymentOutcome) -> Bool {
        guard mayBook(typed.minorUnits), case .booking = intent.purpose, case .approved(let result) = outcome else {
            return isAsked(typed)
        }
        return result.amountMinor == intent.amount.minorUnits
    }

    /// The most that may be given back in all. If more was booked only by a person's statement, who typed it once, it
    /// is the requested amount. Nil if the booked amount is the limit.
    var mostGivenBack: Money? {
        guard otherAmount != nil, excess.minorUnits > 0, !isAmountConfirmed, intent.purpose.kind.takesMoney
        else { return nil }
        return intent.amount
    }

    /// Whether this repeats a person's statement of an amount beyond the request.
    func isConfirmed(by statement: OperatorEvidence.Statement) -> Bool {
        mostGivenBack != nil && operatorEvidence?.statement == statement
    }
}

// Nothing bounds what a refund gave back by a person's word, and it cannot be withdrawn once the shop was told of it. So more
// than was asked for counts only when the same is typed twice.
extension PaymentHistory {
    /// Whether a person has to type this again before it settles the refund: it gives back more than was asked for, and was
    /// not what was typed last.
    func needsSecondTyping(_ statement: OperatorEvidence.Statement) -> Bool {
        guard intent.purpose.kind == .refund, case .booked(let receipt, let trace, let amount) = statement,
            amount.minorUnits > intent.amount.minorUnits
        else { return false }
        let now = Sentence.typedOnce(receipt, trace, amount, asked: intent.amount, by: "")
        return ["numbers", "typed"].contains { typedOnce?.arguments[$0] != now.arguments[$0] }
    }
}

extension Sentence {
    /// Why a refund stays in doubt after a person typed that more was given back than was asked for.
    static func typedOnce(_ receipt: Int?, _ trace: Int, _ amount: Money, asked: Money, by name: String) -> Sentence {
        var typed = TransactionResult(resultCode: .success)
        (typed.receiptNumber, typed.trace) = (receipt, trace)
        return Sentence(
            "reason.typedOnce", ["operator": name, "numbers": typed.numbers, "typed": amount, "asked": asked])
    }

    var isTypedOnce: Bool { code == "reason.typedOnce" }
}

/// Journal kind `amount.differs`: a transaction was booked with another amount than requested.
package struct AmountDifference: Hashable, Codable, Sendable {
    package static let kind = "amount.differs"

    let asked: Money
    let booked: Money
    /// Whether the booked amount pays the order; true for a transaction that pays none.
    let suffices: Bool

    /// Nil if the requested amount was booked.
    init?(_ history: PaymentHistory) {
        guard let booked = history.otherAmount else { return nil }
        asked = history.intent.amount
        self.booked = booked
        suffices = history.suffices
    }
}

extension OperatorRule {
    /// Checks an amount that differs from the request: the person must state where it was read, and it must not
    /// contradict what the terminal told. An amount of 0.00 must be what the terminal told of that very transaction, and so
    /// must one of a transaction that undoes another.
    func checkOther(_ amount: Money, _ receipt: Int?, _ trace: Int, words: String?) throws(Failure) {
        let isTold = isToldOfItself(receipt, trace, amount)
        guard history.intent.purpose.tellsAmount || isTold else {
            throw .contradicts(.otherAmount(history.intent.amount, amount))
        }
        let least: Int64 = isToldAsNothing(receipt, trace) ? 0 : 1
        guard least...Money.mostMinorUnits ~= amount.minorUnits else { throw .badAmount(amount) }
        // The amount may be given back then, so a mistyped one must not exceed the limits.
        if let largest, amount.minorUnits > max(largest.minorUnits, history.intent.amount.minorUnits) {
            throw .overLargestPayment(amount, largest)
        }
        if !isTold, let told = history.storedResult, told.isSuccess, told.originalTrace == nil,
            told.amountMinor != nil
        {
            throw .contradicts(
                Sentence("detail.toldAmount", ["told": history.intent.amount, "amount": amount]))
        }
        guard words != nil else { throw .otherAmount(asked: history.intent.amount, amount) }
    }

    /// Whether all bookings that the terminal told for this request are this one, and it is of 0.00: nothing was charged or given
    /// back then. A release may tell what is charged, which is 0.00 when all is freed.
    func isToldAsNothing(_ receipt: Int?, _ trace: Int) -> Bool {
        let told = [history.refusedResult, history.seenBooking].compactMap(\.self)
        guard history.intent.purpose.kind != .release, history.acknowledgedSuccess == nil, !told.isEmpty else {
            return false
        }
        return told.allSatisfy {
            $0.isSuccess && $0.amountMinor == 0 && ($0.receiptNumber ?? receipt) == receipt
                && ($0.trace ?? trace) == trace
        }
    }

    /// Whether a person may state that the terminal has booked a result that Till refused.
    var maySayBooked: Bool {
        guard let refused = history.refusedResult else { return false }
        let asked = history.intent.amount
        guard let minor = refused.amountMinor else {
            return keeps(refused, receipt: refused.receiptNumber, asked, words: "")
        }
        let amount = refused.isForeign(to: asked.currency) ? asked : Money(minorUnits: minor, currency: asked.currency)
        return keeps(refused, receipt: refused.receiptNumber, amount, words: "")
    }

    /// Whether a person typed the very transaction that Till refused and that the terminal kept all the same. A terminal that
    /// let the cardholder pay in another currency told that one; the person reads in its journal what the merchant is paid,
    /// and must say where.
    func keeps(_ refused: TransactionResult, receipt: Int?, _ amount: Money, words: String?) -> Bool {
        guard refused.receiptNumber == nil || refused.receiptNumber == receipt, history.isToldAsBooked(refused),
            history.isOfItsTerminal(refused)
        else { return false }
        let isAsked = amount == history.intent.amount
        // Of two successes the acknowledged one is the booking.
        if isAsked, history.twoSuccesses != nil { return false }
        if refused.isForeign(to: amount.currency) {
            // The number that was told is one of the other currency; only 0.00 is the same in both.
            return words != nil && (isAsked || refused.amountMinor != amount.minorUnits || amount.minorUnits == 0)
        }
        return refused.amountMinor.map { $0 == amount.minorUnits } ?? true
    }

    /// Whether the terminal itself told that amount of that very transaction, last or in a result that Till refused. A
    /// transaction that undoes another is told only with the number of that one.
    private func isToldOfItself(_ receipt: Int?, _ trace: Int, _ amount: Money) -> Bool {
        if let refused = history.refusedResult, refused.trace == trace, refused.amountMinor == amount.minorUnits,
            keeps(refused, receipt: receipt, amount, words: "")
        {
            return true
        }
        let names = history.lastToldByItsTerminal?.originalTrace != nil
        return isToldLast(receipt, trace, amount) && (names || history.intent.purpose.tellsAmount)
    }
}

extension TransactionResult {
    /// Whether it tells another currency.
    func isForeign(to currency: Currency) -> Bool { currencyNumber.map { $0 != currency.number } ?? false }
}

extension StorageReader {
    /// An approved payment for that order of which a part is left that pays it, and that part. The order is not marked as
    /// paid by it: too little was booked, a part was given back, or the payment that paid the order was reversed.
    func standingPayment(order: OrderID, site: SiteID) throws -> (payment: PaymentID, share: Money)? {
        for payment in try payments(order: order, site: site) where payment.isApproved && payment.kind.takesMoney {
            let left = try PaymentBalance(payment, in: self).shareLeft
            if left.minorUnits > 0 { return (payment.id, left) }
        }
        return nil
    }
}

extension Failure {
    static func otherAmount(asked: Money, _ typed: Money) -> Failure {
        Failure(
            SettlementFailure.otherAmount,
            Sentence("failure.settlement.otherAmount", ["asked": asked, "typed": typed]),
            remedy: Sentence("remedy.settlement.otherAmount", ["typed": typed]), recovery: .askOperator)
    }

    /// A refund gave back more than was asked for, by what was typed once. Nothing was settled.
    static func typedOnce(_ refund: PaymentID, asked: Money, _ typed: Money) -> Failure {
        Failure(
            RefundFailure.notConfirmed,
            Sentence("failure.refund.notConfirmed.typedOnce", ["id": refund, "asked": asked, "typed": typed]),
            remedy: Sentence("remedy.refund.notConfirmed.typedOnce", ["typed": typed]), recovery: .askOperator)
    }

    /// An approved payment stands for the order and does not make it paid; `share` is the part that counts for the
    /// order.
    static func orderUnderpaid(_ order: Order, by payment: PaymentID, _ share: Money) -> Failure {
        let stands = Sentence("detail.stands", ["payment": payment, "order": order.number, "share": share])
        guard let missing = try? order.total.subtracting(share), missing.minorUnits > 0 else {
            return Failure(
                OrderFailure.underpaid, Sentence("failure.order.underpaid.otherReversed", ["stands": stands]),
                remedy: Sentence("remedy.order.underpaid.otherReversed", ["number": order.number, "payment": payment]),
                recovery: .giveUp)
        }
        return Failure(
            OrderFailure.underpaid,
            Sentence("failure.order.underpaid.missing", ["stands": stands, "missing": missing, "total": order.total]),
            remedy: Sentence("remedy.order.underpaid.missing", ["payment": payment]), recovery: .giveUp)
    }
}
