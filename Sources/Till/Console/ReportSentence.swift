import Hardware
import Model
import Payments

extension PaymentReport {
    /// What a cashier is told.
    func sentence(in tongue: OperatorLanguage) -> String {
        let words = CashierWords.of(purpose.kind)
        let said = { (words: BilingualText) in words.text(in: tongue) }
        switch outcome {
        case .approved where isSaid: return said(Self.ended(original))
        case .approved(let result):
            let done = said(suffices ? words.done : Self.tooLittle)
            return "\(done) \(amount)" + (result.receiptNumber.map { said(Self.receipt($0)) } ?? "")
                + (result.trace.map { said(Self.trace($0)) } ?? "") + "."
        case .declined(let code, let text):
            let step = code.nextStep.text(in: tongue).map { " \($0)" } ?? ""
            let declined = said(
                BilingualText("Declined (code \(code.short(in: .en)))", "Abgelehnt (Code \(code.short(in: .de)))"))
            return "\(declined): \(text ?? code.text(in: tongue)). \(said(words.nothingDone))\(step)"
        case .cancelled: return "\(said(BilingualText("Cancelled.", "Abgebrochen."))) \(said(words.nothingDone))"
        case .reversed: return "\(said(words.takenBack)) \(said(words.nothingIsDone))"
        case .notCharged(let reason): return "\(said(words.notDone)) \(tongue.told(reason))"
        case .inDoubt(let reason):
            return "\(said(BilingualText("In doubt", "Ungeklärt"))): \(tongue.told(reason)) \(said(words.notAgain))"
        case .goodsNotGiven: return "\(said(Self.noGoods)) \(said(words.nothingIsDone))"
        case .goodsUnpaid: return "\(said(Self.unpaidGoods)) \(said(words.nothingIsDone))"
        }
    }

    private static func ended(_ reservation: String) -> BilingualText {
        BilingualText(
            "The reservation \(reservation) has ended: nothing is charged by it, and no order is held by it any more.",
            "Die Reservierung \(reservation) ist beendet: Mit ihr ist nichts belastet, und keine Bestellung hängt mehr an ihr."
        )
    }
    private static let tooLittle = BilingualText("Charged too little:", "Zu wenig belastet:")
    private static let noGoods = BilingualText(
        "No goods were given, and the terminal took the payment back.",
        "Es wurde keine Ware ausgegeben, und das Terminal hat die Zahlung zurückgenommen.")
    private static let unpaidGoods = BilingualText(
        "UNPAID: the goods were given, and the terminal took the payment back.",
        "UNBEZAHLT: Die Ware wurde ausgegeben, und das Terminal hat die Zahlung zurückgenommen.")

    private static func receipt(_ number: Int) -> BilingualText {
        BilingualText(", terminal receipt \(number)", ", Beleg \(number) des Terminals")
    }

    private static func trace(_ number: Int) -> BilingualText {
        BilingualText(", trace \(number)", ", Trace-Nr. \(number)")
    }
}

extension PaymentReport.Advice {
    func sentence(_ report: PaymentReport, in tongue: OperatorLanguage) -> String { wording(report).text(in: tongue) }

    private func wording(_ report: PaymentReport) -> BilingualText {
        let payment = report.payment
        return switch self {
        case .reverse:
            BilingualText(
                "no goods were given, and the terminal kept the money; give it back: till reverse \(payment)",
                "keine Ware ausgegeben, und das Terminal hat das Geld behalten; zurückgeben: till reverse \(payment)")
        case .refundRest:
            BilingualText(
                "goods were given for a part, and the terminal charged more; give back the rest: "
                    + "till refund \(payment) --amount REST",
                "Ware wurde für einen Teil ausgegeben, und das Terminal hat mehr belastet; den Rest erstatten: "
                    + "till refund \(payment) --amount REST")
        case .refundDifference, .refundTooLittle, .refundMore: Self.amounts(self, report)
        case .refundInstead, .releasePart, .reservationGone: Self.instead(self, report)
        case .reversedAlready:
            BilingualText(
                "the terminal says that it was taken back before; look at its journal",
                "das Terminal sagt, dass es schon storniert ist; in seinem Journal nachsehen")
        }
    }

    /// What is advised where another amount was booked than was asked for.
    private static func amounts(_ advice: PaymentReport.Advice, _ report: PaymentReport) -> BilingualText {
        let (payment, amount) = (report.payment, report.amount)
        let asked = report.asked ?? amount
        if advice == .refundDifference {
            return BilingualText(
                "the terminal booked \(amount) and was asked for \(asked); give back the difference: "
                    + "till refund \(payment) --amount DIFFERENCE",
                "das Terminal hat \(amount) gebucht und sollte \(asked) buchen; den Unterschied erstatten: "
                    + "till refund \(payment) --amount UNTERSCHIED")
        }
        if advice == .refundTooLittle {
            return BilingualText(
                "the terminal booked \(amount) and was asked for \(asked); this pays no order, give it back: "
                    + "till refund \(payment)",
                "das Terminal hat \(amount) gebucht und sollte \(asked) buchen; das bezahlt keine Bestellung, erstatten: "
                    + "till refund \(payment)")
        }
        return BilingualText(
            "the terminal gave back \(amount) and was asked for \(asked); give back the rest: "
                + "till refund \(report.original) --amount REST",
            "das Terminal hat \(amount) erstattet und sollte \(asked) erstatten; den Rest erstatten: "
                + "till refund \(report.original) --amount REST")
    }

    /// What is advised where the terminal did not do what it was asked for.
    private static func instead(_ advice: PaymentReport.Advice, _ report: PaymentReport) -> BilingualText {
        if advice == .refundInstead {
            return BilingualText(
                "this terminal cannot take it back; give it back instead: till refund \(report.original)",
                "dieses Terminal kann es nicht stornieren; stattdessen erstatten: till refund \(report.original)")
        }
        if advice == .releasePart {
            return BilingualText(
                "this terminal wants to be told what was not used: \(report.releasePart)",
                "dieses Terminal muss wissen, was nicht gebraucht wurde: \(report.releasePart)")
        }
        return BilingualText(
            "look whether the terminal holds the reservation: till reservations list --at-terminal; where it does not any "
                + "more: till settle \(report.original) --ended --evidence \"where you read it\"",
            "nachsehen, ob das Terminal die Reservierung noch hat: till reservations list --at-terminal; wenn nicht: "
                + "till settle \(report.original) --ended --evidence \"wo Sie es gelesen haben\"")
    }
}

extension PaymentReport {
    fileprivate var original: String { purpose.original?.rawValue ?? "" }

    /// The command that books the same by what is left of the reservation.
    fileprivate var releasePart: String {
        guard case .booking(let booking) = purpose, let rest = try? booking.reserved.amount.subtracting(amount) else {
            return ""
        }
        return "till reservations release \(booking.reserved.payment) --part \(rest.formatted())"
    }
}

/// How each kind of transaction is spoken of.
private struct CashierWords {
    let done: BilingualText
    let notDone: BilingualText
    let nothingDone: BilingualText
    let nothingIsDone: BilingualText
    let notAgain: BilingualText
    let takenBack: BilingualText

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
        done: BilingualText("Paid", "Bezahlt:"), notDone: BilingualText("Not charged.", "Nicht belastet."),
        nothingDone: BilingualText("Nothing was charged.", "Es wurde nichts belastet."),
        nothingIsDone: BilingualText("Nothing is charged.", "Es ist nichts belastet."),
        notAgain: BilingualText("Do not charge again.", "Nicht noch einmal belasten."),
        takenBack: BilingualText(
            "The terminal took the payment back.", "Das Terminal hat die Zahlung zurückgenommen."))
    private static let refund = CashierWords(
        done: BilingualText("Gave back", "Erstattet:"), notDone: BilingualText("Not given back.", "Nicht erstattet."),
        nothingDone: BilingualText("Nothing was given back.", "Es wurde nichts erstattet."),
        nothingIsDone: BilingualText("Nothing is given back.", "Es ist nichts erstattet."),
        notAgain: BilingualText("Do not give it back again.", "Nicht noch einmal erstatten."),
        takenBack: BilingualText(
            "The terminal took the refund back.", "Das Terminal hat die Erstattung zurückgenommen."))
    private static let reversal = CashierWords(
        done: BilingualText("Reversed", "Storniert:"), notDone: BilingualText("Not reversed.", "Nicht storniert."),
        nothingDone: paymentStands, nothingIsDone: paymentStands,
        notAgain: BilingualText("Do not give it back again.", "Nicht noch einmal zurückgeben."),
        takenBack: BilingualText(
            "The terminal took the reversal back.", "Das Terminal hat das Storno zurückgenommen."))
    private static let reservation = CashierWords(
        done: BilingualText("Reserved", "Reserviert:"), notDone: BilingualText("Not reserved.", "Nicht reserviert."),
        nothingDone: BilingualText("Nothing was reserved.", "Es wurde nichts reserviert."),
        nothingIsDone: BilingualText("Nothing is reserved.", "Es ist nichts reserviert."),
        notAgain: BilingualText("Do not reserve again.", "Nicht noch einmal reservieren."),
        takenBack: BilingualText(
            "The terminal took the reservation back.", "Das Terminal hat die Reservierung zurückgenommen."))
    private static let booking = CashierWords(
        done: BilingualText("Booked", "Gebucht:"), notDone: BilingualText("Not charged.", "Nicht belastet."),
        nothingDone: BilingualText(
            "Nothing was charged; the reservation stands.", "Es wurde nichts belastet; die Reservierung besteht weiter."
        ),
        nothingIsDone: BilingualText(
            "Nothing is charged; the reservation stands.", "Es ist nichts belastet; die Reservierung besteht weiter."),
        notAgain: BilingualText("Do not book it at the terminal.", "Nicht am Terminal buchen."),
        takenBack: BilingualText(
            "The terminal took the booking back.", "Das Terminal hat die Buchung zurückgenommen."))
    private static let release = CashierWords(
        done: BilingualText("Released", "Freigegeben:"), notDone: BilingualText("Not released.", "Nicht freigegeben."),
        nothingDone: reservationStands, nothingIsDone: reservationStands,
        notAgain: BilingualText("Do not release it at the terminal.", "Nicht am Terminal freigeben."),
        takenBack: BilingualText(
            "The terminal took the release back.", "Das Terminal hat die Freigabe zurückgenommen."))

    private static let paymentStands = BilingualText("The payment stands.", "Die Zahlung besteht weiter.")
    private static let reservationStands = BilingualText("The reservation stands.", "Die Reservierung besteht weiter.")
}
