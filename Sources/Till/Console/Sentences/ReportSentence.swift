import Hardware
import Model
import Payments

extension PaymentReport {
    /// The sentences for a cashier.
    func sentence(in language: OperatorLanguage) -> String {
        let words = CashierWords.of(purpose.kind)
        let said = { (words: Sentence) in words.text(in: language) }
        switch outcome {
        case .approved where isSaid: return said(Self.ended(original))
        case .approved(let result):
            let done = said(suffices ? words.done : Self.tooLittle)
            return "\(done) \(language.text(amount))" + (result.receiptNumber.map { said(Self.receipt($0)) } ?? "")
                + (result.trace.map { said(Self.trace($0)) } ?? "") + "."
        case .declined(let code, let text):
            let step = purpose.nextStep(after: code).map { " \(said($0))" } ?? ""
            let declined = said(
                code.digits.map { Sentence("report.declined", ["code": $0]) } ?? Sentence("report.declinedWithoutCode"))
            let stands = purpose.refusal(saysReversed: code) ?? words.nothingDone
            return "\(declined): \(text ?? code.text(in: language)). \(said(stands))\(step)"
        case .cancelled: return "\(said(Sentence("report.cancelled"))) \(said(words.nothingDone))"
        case .reversed: return "\(said(words.takenBack)) \(said(words.nothingIsDone))"
        case .notCharged(let reason): return "\(said(words.notDone)) \(reason.text(in: language))"
        case .inDoubt(let reason):
            return "\(said(Sentence("report.inDoubt"))): \(reason.text(in: language)) \(said(words.notAgain))"
        case .goodsNotGiven: return "\(said(Self.noGoods)) \(said(words.nothingIsDone))"
        case .goodsUnpaid: return "\(said(Self.unpaidGoods)) \(said(words.nothingIsDone))"
        }
    }

    private static func ended(_ reservation: String) -> Sentence {
        Sentence("report.reservationEnded", ["reservation": reservation])
    }
    private static let tooLittle = Sentence("report.tooLittle")
    private static let noGoods = Sentence("report.goodsNotGiven")
    private static let unpaidGoods = Sentence("report.goodsUnpaid")

    private static func receipt(_ number: Int) -> Sentence {
        Sentence("report.receipt", ["number": number])
    }

    private static func trace(_ number: Int) -> Sentence {
        Sentence("report.trace", ["number": number])
    }
}

extension PaymentReport.Advice {
    func sentence(_ report: PaymentReport, in language: OperatorLanguage) -> String {
        wording(report).text(in: language)
    }

    private func wording(_ report: PaymentReport) -> Sentence {
        let payment = report.payment
        return switch self {
        case .reverse:
            Sentence("advice.reverse", ["payment": payment])
        case .refundRest:
            Sentence("advice.refundRest", ["payment": payment])
        case .refundDifference, .refundTooLittle, .refundMore: Self.amounts(self, report)
        case .refundInstead, .partialRelease, .reservationGone: Self.instead(self, report)
        case .reversedAlready:
            Sentence("advice.reversedAlready")
        case .refundSurplus: report.surplus?.advice ?? Sentence("advice.refundInstead", ["payment": payment])
        }
    }

    /// The advice if another amount was booked than requested.
    private static func amounts(_ advice: PaymentReport.Advice, _ report: PaymentReport) -> Sentence {
        let (payment, amount) = (report.payment, report.amount)
        let asked = report.asked ?? amount
        if advice == .refundDifference {
            return Sentence("advice.refundDifference", ["amount": amount, "asked": asked, "payment": payment])
        }
        if advice == .refundTooLittle {
            return Sentence("advice.refundTooLittle", ["amount": amount, "asked": asked, "payment": payment])
        }
        return Sentence("advice.refundMore", ["amount": amount, "asked": asked, "payment": report.original])
    }

    /// The advice if the terminal did not do what was requested.
    private static func instead(_ advice: PaymentReport.Advice, _ report: PaymentReport) -> Sentence {
        if advice == .refundInstead {
            return Sentence("advice.refundInstead", ["payment": report.original])
        }
        if advice == .partialRelease {
            return Sentence("advice.partialRelease", ["command": report.partialRelease])
        }
        return Sentence("advice.reservationGone", ["payment": report.original])
    }
}

extension PaymentReport {
    fileprivate var original: String { purpose.original?.rawValue ?? "" }

    /// The command that books the reservation by its unused part.
    fileprivate var partialRelease: String {
        guard case .booking(let booking) = purpose, let rest = try? booking.reserved.amount.subtracting(amount) else {
            return ""
        }
        return "till reservations release \(booking.reserved.payment) --part \(rest.formatted())"
    }
}

/// The words for each kind of transaction.
private struct CashierWords {
    let done: Sentence
    let notDone: Sentence
    let nothingDone: Sentence
    let nothingIsDone: Sentence
    let notAgain: Sentence
    let takenBack: Sentence

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
        done: Sentence("report.payment.done"), notDone: Sentence("report.payment.notDone"),
        nothingDone: Sentence("kind.nothing.payment"),
        nothingIsDone: Sentence("report.payment.nothingIsDone"),
        notAgain: Sentence("report.payment.notAgain"),
        takenBack: Sentence("report.payment.takenBack"))
    private static let refund = CashierWords(
        done: Sentence("report.refund.done"), notDone: Sentence("report.refund.notDone"),
        nothingDone: Sentence("kind.nothing.refund"),
        nothingIsDone: Sentence("report.refund.nothingIsDone"),
        notAgain: Sentence("report.refund.notAgain"),
        takenBack: Sentence("report.refund.takenBack"))
    private static let reversal = CashierWords(
        done: Sentence("report.reversal.done"), notDone: Sentence("report.reversal.notDone"),
        nothingDone: paymentStands, nothingIsDone: paymentStands,
        notAgain: Sentence("report.reversal.notAgain"),
        takenBack: Sentence("report.reversal.takenBack"))
    private static let reservation = CashierWords(
        done: Sentence("report.reservation.done"), notDone: Sentence("report.reservation.notDone"),
        nothingDone: Sentence("report.reservation.nothingDone"),
        nothingIsDone: Sentence("kind.nothing.reservation"),
        notAgain: Sentence("report.reservation.notAgain"),
        takenBack: Sentence("report.reservation.takenBack"))
    private static let booking = CashierWords(
        done: Sentence("report.booking.done"), notDone: Sentence("report.payment.notDone"),
        nothingDone: Sentence("report.booking.nothingDone"),
        nothingIsDone: Sentence("report.booking.nothingIsDone"),
        notAgain: Sentence("report.booking.notAgain"),
        takenBack: Sentence("report.booking.takenBack"))
    private static let release = CashierWords(
        done: Sentence("report.release.done"), notDone: Sentence("report.release.notDone"),
        nothingDone: reservationStands, nothingIsDone: reservationStands,
        notAgain: Sentence("report.release.notAgain"),
        takenBack: Sentence("report.release.takenBack"))

    private static let paymentStands = Sentence("kind.nothing.reversal")
    private static let reservationStands = Sentence("kind.nothing.release")
}
