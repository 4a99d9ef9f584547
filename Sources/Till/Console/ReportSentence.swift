import Hardware
import Model
import Stores

extension PaymentReport {
    /// What a cashier is told.
    var sentence: String {
        let words = CashierWords.of(purpose.kind)
        switch outcome {
        case .approved(let result):
            return "\(suffices ? words.done : "Charged too little:") \(amount)"
                + (result.receiptNumber.map { ", terminal receipt \($0)" } ?? "")
                + (result.trace.map { ", trace \($0)" } ?? "") + "."
        case .declined(let code, let text):
            let code = ResultCode(code)
            let step = code.nextStep.text(in: .en).map { " \($0)" } ?? ""
            return "Declined (code \(code.digits)): \(text ?? code.text(in: .en)). \(words.nothingDone)\(step)"
        case .cancelled: return "Cancelled. \(words.nothingDone)"
        case .reversed: return "The terminal took the \(purpose.kind.rawValue) back. \(words.nothingIsDone)"
        case .notCharged(let reason): return "\(words.notDone) \(reason)"
        case .inDoubt(let reason): return "In doubt: \(reason) \(words.notAgain)"
        case .goodsNotGiven:
            return "No goods were given, and the terminal took the payment back. \(words.nothingIsDone)"
        case .goodsUnpaid:
            return "UNPAID: the goods were given, and the terminal took the payment back. \(words.nothingIsDone)"
        }
    }
}

extension PaymentReport.Advice {
    func sentence(_ report: PaymentReport) -> String {
        switch self {
        case .reverse:
            "no goods were given, and the terminal kept the money; give it back: till reverse \(report.payment)"
        case .refundRest:
            "goods were given for a part, and the terminal charged more; give back the rest: "
                + "till refund \(report.payment) --amount REST"
        case .refundDifference:
            "the terminal booked \(report.amount) and was asked for \(report.asked ?? report.amount); give back the difference: "
                + "till refund \(report.payment) --amount DIFFERENCE"
        case .refundTooLittle:
            "the terminal booked \(report.amount) and was asked for \(report.asked ?? report.amount); this pays no order, "
                + "give it back: till refund \(report.payment)"
        case .refundInstead:
            "this terminal cannot take it back; give it back instead: till refund \(report.purpose.original?.rawValue ?? "")"
        case .releasePart: "this terminal wants to be told what was not used: \(report.releasePart ?? "")"
        case .reversedAlready: "the terminal says that it was taken back before; look at its journal"
        }
    }
}

extension PaymentReport {
    /// The command that books the same by what is left of the reservation.
    fileprivate var releasePart: String? {
        guard case .booking(let booking) = purpose, let rest = try? booking.reserved.amount.subtracting(amount) else {
            return nil
        }
        return "till reservations release \(booking.reserved.payment) --part \(rest.formatted())"
    }
}

/// How each kind of transaction is spoken of.
private struct CashierWords {
    let done: String
    let notDone: String
    let nothingDone: String
    let nothingIsDone: String
    let notAgain: String

    static func of(_ kind: TransactionKind) -> CashierWords {
        switch kind {
        case .payment: payment
        case .refund: refund
        case .reversal: reversal
        case .reservation: reservation
        case .booking: booking
        case .release: release
        }
    }

    private static let payment = CashierWords(
        done: "Paid", notDone: "Not charged.", nothingDone: "Nothing was charged.",
        nothingIsDone: "Nothing is charged.", notAgain: "Do not charge again.")
    private static let refund = CashierWords(
        done: "Gave back", notDone: "Not given back.", nothingDone: "Nothing was given back.",
        nothingIsDone: "Nothing is given back.", notAgain: "Do not give it back again.")
    private static let reversal = CashierWords(
        done: "Reversed", notDone: "Not reversed.", nothingDone: "The payment stands.",
        nothingIsDone: "The payment stands.", notAgain: "Do not give it back again.")
    private static let reservation = CashierWords(
        done: "Reserved", notDone: "Not reserved.", nothingDone: "Nothing was reserved.",
        nothingIsDone: "Nothing is reserved.", notAgain: "Do not reserve again.")
    private static let booking = CashierWords(
        done: "Booked", notDone: "Not charged.", nothingDone: "Nothing was charged; the reservation stands.",
        nothingIsDone: "Nothing is charged; the reservation stands.", notAgain: "Do not book it at the terminal.")
    private static let release = CashierWords(
        done: "Released", notDone: "Not released.", nothingDone: "The reservation stands.",
        nothingIsDone: "The reservation stands.", notAgain: "Do not release it at the terminal.")
}
