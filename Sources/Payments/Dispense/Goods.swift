import Failures
import Flow
import Hardware
import Model
import Storage

// Goods that are given out between the approval and the booking (vending). What became of them is a fact of the payment:
// written once, before the terminal is told, and never changed. What the terminal made of it only the terminal knows.

extension PaymentIntent {
    /// Whether a terminal may say that it booked this much of it.
    func mayBook(_ amountMinor: Int64, _ goods: DispenseResult?) -> Bool {
        if case .givenInPart(let part) = goods, amountMinor == part.minorUnits { return true }
        return purpose.mayTell(amountMinor, of: amount)
    }
}

extension PaymentHistory {
    /// What the card is charged or gets back. Less than was asked for once it is settled that only a part was booked.
    package var amount: Money {
        if let otherAmount { return otherAmount }
        guard case .givenInPart = goods, case .settled(.approved(let result)) = stage, let booked = result.amountMinor
        else { return intent.amount }
        return Money(minorUnits: booked, currency: intent.amount.currency)
    }

    /// What the order that it pays comes to.
    var due: Money {
        guard case .booking(let booking) = intent.purpose, let due = booking.due else { return intent.amount }
        return due
    }

    func mayBook(_ amountMinor: Int64) -> Bool { intent.mayBook(amountMinor, goods) }

    /// What a success that contradicts nothing is answered, and how that is written.
    func answer(to result: TransactionResult) -> (PaymentEvent.Answer, StorageVerdict) {
        guard intent.givesGoods, result.isSuccess, result.originalTrace == nil else { return (.stored, .stored) }
        switch goods {
        // It tells the part already.
        case .givenInPart(let part) where result.amountMinor == part.minorUnits: return (.stored, .stored)
        case let issue?: return (.goods, .goods(issue))
        // Until somebody says that they were given, those of a payment that is wanted no more count as not given.
        case nil: return (.goods, .goods(wasCancelled ? .notGiven : .pending))
        }
    }

    /// Whether the terminal was told to book a part, and has not confirmed that amount since: it may have booked the whole.
    var bookedAnUntoldPart: Bool {
        guard case .givenInPart(let part) = goods else { return false }
        return storedResult?.amountMinor != part.minorUnits
    }

    /// A terminal that completes it has not waited to be told, or has not done what it was told.
    var bookedWithoutGoods: Bool {
        switch goods {
        case nil, .pending: intent.givesGoods
        case .given, .givenInPart: false
        case .notGiven: true
        }
    }

    /// Whether it is approved, and nobody has said what became of the goods.
    var awaitsGoods: Bool {
        guard goods == nil, case .resulted(let result, .goods) = stage else { return false }
        return result.isSuccess
    }

    /// How an end is called where it is known what became of the goods.
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
    /// The terminal took it back because it was told to.
    fileprivate var asCancelled: PaymentOutcome {
        if case .declined(let code, _) = self { .cancelled(code: code) } else { self }
    }
}

extension PaymentMachine {
    /// Written before the terminal is told. Where it waits for nothing just now, it is told when it asks again.
    mutating func goods(_ issue: DispenseResult) -> [Step] {
        guard case .write(.goods(let issue), _) = DispenseRule(history: history).consequence(of: issue) else {
            return []
        }
        let written = record(.goods(issue))
        guard let id = waitsForGoods else { return [written] }
        waitsForGoods = nil
        return [written, .answer(id, .goods(issue))]
    }
}

extension DispenseResult {
    /// Stable word for programs.
    package var word: String {
        switch self {
        case .pending: "pending"
        case .given: "given"
        case .givenInPart: "part"
        case .notGiven: "none"
        }
    }

    /// How much is charged and was not given for; nil where it fits.
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

    /// What gives that back.
    func advice(charged: Money) -> PaymentReport.Advice? {
        owed(of: charged).map { $0 == charged ? .reverse : .refundRest }
    }
}

extension Failure {
    static let noGoodsToGive = Failure(
        GoodsFailure.notForThis, "Only for a payment goods are given.", recovery: .giveUp)

    package static func badGoods(_ amount: Money) -> Failure {
        Failure(
            GoodsFailure.badAnswer,
            "Of goods for \(amount) all can be given, none, or a part of more than nothing and not more.",
            remedy: "name an amount up to \(amount.formatted()) in \(amount.currency.code)", recovery: .giveUp)
    }

    static func noGoodsAsked(_ payment: PaymentID) -> Failure {
        Failure(GoodsFailure.notAsked, "\(payment) does not wait for goods.", recovery: .giveUp)
    }

    static func goodsNotAwaited(_ payment: PaymentID) -> Failure {
        Failure(
            GoodsFailure.notApproved, "\(payment) is not approved: give nothing.",
            remedy: "wait until the terminal has approved it; if goods were given, say so again when it is over",
            recovery: .retry)
    }

    static func goodsToldOtherwise(_ payment: PaymentID) -> Failure {
        Failure(
            GoodsFailure.toldOtherwise, "Of the goods of \(payment) something else was said before, and that stands.",
            remedy: "see what: till why \(payment)", recovery: .giveUp)
    }

    static func goodsUnpaid(_ payment: PaymentID) -> Failure {
        Failure(
            GoodsFailure.unpaid, "The money for the goods of \(payment) was not taken: the terminal has not booked it.",
            remedy: "take the goods back, or take another payment for them", recovery: .askOperator)
    }

    static func chargedWithoutGoods(_ payment: PaymentID, _ advice: PaymentReport.Advice) -> Failure {
        let how = advice == .reverse ? "till reverse \(payment)" : "till refund \(payment) --amount REST"
        return Failure(
            GoodsFailure.charged, "\(payment) is charged for more than goods were given for.",
            remedy: "give it back: \(how)", recovery: .askOperator)
    }
}
