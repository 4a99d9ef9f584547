import Failures
import Flow
import Hardware
import Model
import Storage

// Goods that are given out between the approval and the booking (vending). What became of them is a fact of the
// payment: it is written once, before the terminal is told, and never changed. Only the terminal knows what it made of
// it.

extension PaymentIntent {
    /// Whether a terminal may report that it booked this amount of the payment.
    func mayBook(_ amountMinor: Int64, _ goods: DispenseResult?) -> Bool {
        if case .givenInPart(let part) = goods, amountMinor == part.minorUnits { return true }
        return purpose.mayTell(amountMinor, of: amount)
    }
}

extension PaymentHistory {
    /// The amount that the card is charged or gets back. It is less than was asked for once it is settled that only a
    /// part was booked.
    package var amount: Money {
        if let otherAmount { return otherAmount }
        guard case .givenInPart = goods, case .settled(.approved(let result)) = stage, let booked = result.amountMinor
        else { return intent.amount }
        return Money(minorUnits: booked, currency: intent.amount.currency)
    }

    /// The total of the order that it pays.
    var due: Money {
        guard case .booking(let booking) = intent.purpose, let due = booking.due else { return intent.amount }
        return due
    }

    func mayBook(_ amountMinor: Int64) -> Bool { intent.mayBook(amountMinor, goods) }

    /// The answer to a success that contradicts nothing, and how that answer is written.
    func answer(to result: TransactionResult) -> (PaymentEvent.Answer, StorageVerdict) {
        guard intent.givesGoods, result.isSuccess, result.originalTrace == nil else { return (.stored, .stored) }
        switch goods {
        // The terminal tells the partial amount already.
        case .givenInPart(let part) where result.amountMinor == part.minorUnits: return (.stored, .stored)
        case let issue?: return (.goods, .goods(issue))
        // Until somebody reports that they were given, the goods of a cancelled payment count as not given.
        case nil: return (.goods, .goods(wasCancelled ? .notGiven : .pending))
        }
    }

    /// Whether the terminal was told to book a part and has not confirmed that amount since: it may have booked the
    /// whole.
    var bookedAnUntoldPart: Bool {
        guard case .givenInPart(let part) = goods else { return false }
        return storedResult?.amountMinor != part.minorUnits
    }

    /// Whether the payment is approved and nobody has reported what became of the goods.
    package var awaitsGoods: Bool {
        guard goods == nil, case .resulted(let result, .goods) = stage else { return false }
        return result.isSuccess
    }

    /// The outcome as it is called once it is known what became of the goods.
    func withGoods(_ end: PaymentOutcome) -> PaymentOutcome {
        switch end {
        case .approved, .inDoubt, .goodsNotGiven, .goodsUnpaid: return end
        case .declined, .cancelled, .reversed, .notCharged: break
        }
        return switch goods {
        case nil, .pending: wasCancelled && hungOnGoods ? end.asCancelled : end
        case .given, .givenInPart: .goodsUnpaid
        case .notGiven: .goodsNotGiven
        }
    }
}

extension PaymentOutcome {
    /// The outcome of a payment that the terminal took back because it was told to.
    fileprivate var asCancelled: PaymentOutcome {
        if case .declined(let code, _) = self { .cancelled(code: code) } else { self }
    }
}

extension PaymentMachine {
    /// Stores what became of the goods before the terminal is told. If the terminal is not waiting just now, it is told
    /// when it asks again.
    mutating func goods(_ issue: DispenseResult) -> [Step] {
        guard case .write(.goods(let issue), _) = DispenseRule(history: history).consequence(of: issue) else {
            return []
        }
        let written = record(.goods(issue))
        guard let id = waitsForGoods else { return [written] }
        (waitsForGoods, lastAnswer) = (nil, ResultAnswer(record: id, verdict: .goods(issue)))
        return [written, .answer(id, .goods(issue))]
    }

    /// Whether the terminal was told to book. One that completes a payment with goods without having been told, or though it was
    /// told to take the payment back, has to be asked: what is known of the goods by now does not matter.
    var wasToldToBook: Bool {
        !history.intent.givesGoods || lastAnswer?.toldToBook == true
    }
}

extension DispenseResult {
    /// The stable code for programs.
    package var word: String {
        switch self {
        case .pending: "pending"
        case .given: "given"
        case .givenInPart: "part"
        case .notGiven: "none"
        }
    }

    /// How much was charged for goods that were not given; nil if nothing.
    func owed(of charged: Money) -> Money? {
        let given =
            switch self {
            case .pending, .given: charged.minorUnits
            case .notGiven: Int64(0)
            case .givenInPart(let part): part.minorUnits
            }
        guard given < charged.minorUnits else { return nil }
        return Money(minorUnits: charged.minorUnits - given, currency: charged.currency)
    }

    /// What gives that charge back.
    func advice(charged: Money) -> PaymentReport.Advice? {
        owed(of: charged).map { $0 == charged ? .reverse : .refundRest }
    }
}

extension Failure {
    static let noGoodsToGive = Failure(GoodsFailure.notForThis, Sentence("failure.goods.notForThis"), recovery: .giveUp)

    package static func badGoods(_ amount: Money) -> Failure {
        Failure(
            GoodsFailure.badAnswer, Sentence("failure.goods.badAnswer", ["amount": amount]),
            remedy: Sentence("remedy.goods.badAnswer", ["amount": amount]), recovery: .giveUp)
    }

    static func noGoodsAsked(_ payment: PaymentID) -> Failure {
        Failure(GoodsFailure.notAsked, Sentence("failure.goods.notAsked", ["payment": payment]), recovery: .giveUp)
    }

    static func goodsNotAwaited(_ payment: PaymentID) -> Failure {
        Failure(
            GoodsFailure.notApproved, Sentence("failure.goods.notApproved", ["payment": payment]),
            remedy: Sentence("remedy.goods.notApproved"), recovery: .retry)
    }

    static func goodsToldOtherwise(_ payment: PaymentID) -> Failure {
        Failure(
            GoodsFailure.toldOtherwise, Sentence("failure.goods.toldOtherwise", ["payment": payment]),
            remedy: Sentence("remedy.goods.toldOtherwise", ["payment": payment]), recovery: .giveUp)
    }

    static func goodsUnpaid(_ payment: PaymentID) -> Failure {
        Failure(
            GoodsFailure.unpaid, Sentence("failure.goods.unpaid", ["payment": payment]),
            remedy: Sentence("remedy.goods.unpaid"), recovery: .askOperator)
    }

    static func chargedWithoutGoods(_ payment: PaymentID, _ advice: PaymentReport.Advice) -> Failure {
        let how = advice == .reverse ? "till reverse \(payment)" : "till refund \(payment) --amount REST"
        return Failure(
            GoodsFailure.charged, Sentence("failure.goods.charged", ["payment": payment]),
            remedy: Sentence("remedy.goods.charged", ["how": how]), recovery: .askOperator)
    }
}
