import Foundation
import Hardware
import Model
import Storage

/// All that is known of a transaction, for a person: its state, the evidence, what would resolve it. In words of either
/// language.
package struct PaymentExplanation: Hashable, Sendable {
    package struct Fact: Hashable, Sendable {
        package enum Told: Hashable, Sendable {
            case event(PaymentEvent, TransactionKind)
            case printed(PrintFact)
            case mailed(MailFact)
            case moved(MoveFact)
            case withdrawn(WithdrawalFact, isUndone: Bool)
            case alreadyPaid(OrderConflict)
            case amountDiffers(AmountDifference)
            /// Of a kind that a later release writes, perhaps.
            case unknown
        }

        package let sequence: Int64
        package let at: Date
        /// The journal's kind, `payment.result`.
        package let kind: String
        let told: Told

        package init(sequence: Int64, at: Date, kind: String, told: Told) {
            self.sequence = sequence
            self.at = at
            self.kind = kind
            self.told = told
        }

        /// A sentence.
        package func text(in tongue: OperatorLanguage) -> String {
            switch told {
            case .event(let event, let transaction): event.sentence(of: transaction, in: tongue)
            case .printed(let fact): fact.sentence(in: tongue)
            case .mailed(let fact): fact.sentence(in: tongue)
            case .moved(let fact): fact.sentence(in: tongue)
            case .withdrawn(let fact, let isUndone): fact.sentence(isUndone: isUndone, in: tongue)
            case .alreadyPaid(let conflict):
                tongue(
                    "The order was paid by \(conflict.paidBy) meanwhile.",
                    "Die Bestellung wurde inzwischen durch \(conflict.paidBy) bezahlt.")
            case .amountDiffers(let difference): difference.sentence(in: tongue)
            case .unknown: self.kind
            }
        }
    }

    package struct Print: Hashable, Sendable {
        package let receipt: ReceiptID
        package let copy: ReceiptCopy
        package let mark: PrintMark
        package let state: PrintState

        package init(receipt: ReceiptID, copy: ReceiptCopy, mark: PrintMark, state: PrintState) {
            self.receipt = receipt
            self.copy = copy
            self.mark = mark
            self.state = state
        }

        package func text(in tongue: OperatorLanguage) -> String {
            let mark =
                switch mark {
                case .original: tongue("original", "Original")
                case .duplicate(let number, _): tongue("duplicate \(number)", "Duplikat \(number)")
                }
            return "\(receipt)  \(copy.name(in: tongue)), \(mark): \(state.name(in: tongue))"
        }
    }

    /// What was given back of it, or is being given back; of a reservation, what ends it.
    package struct GivenBack: Hashable, Sendable {
        package let id: PaymentID
        package let kind: TransactionKind
        package let amount: Money
        package let outcome: PaymentOutcome?
        /// Whether no terminal was asked for it: a person said that it has happened.
        package let isSaid: Bool

        package init(
            id: PaymentID, kind: TransactionKind, amount: Money, outcome: PaymentOutcome?, isSaid: Bool = false
        ) {
            self.isSaid = isSaid
            self.id = id
            self.kind = kind
            self.amount = amount
            self.outcome = outcome
        }
    }

    package let history: PaymentHistory
    package let outcome: PaymentOutcome?
    /// Whether the transaction is final.
    package let isFinal: Bool
    package let facts: [Fact]
    package let prints: [Print]
    /// The terminal's own text that is on no receipt; nil where there is none.
    package var unprintedText: UnprintedText?
    package var givenBack: [GivenBack]
    /// The file of the archive that has its facts; nil where the journal has them.
    package var archive: String?
    /// How its terminal behaves, where that was found out.
    package var profile: KnownProfile?
    /// Whether a living process has its terminal, and so is at work on it.
    package var isRunning = false

    package init(
        history: PaymentHistory, outcome: PaymentOutcome?, isFinal: Bool, facts: [Fact], prints: [Print],
        unprintedText: UnprintedText? = nil, givenBack: [GivenBack], archive: String? = nil,
        profile: KnownProfile? = nil, isRunning: Bool = false
    ) {
        self.history = history
        self.outcome = outcome
        self.isFinal = isFinal
        self.facts = facts
        self.prints = prints
        self.unprintedText = unprintedText
        self.givenBack = givenBack
        self.archive = archive
        self.profile = profile
        self.isRunning = isRunning
    }

    var kind: TransactionKind { history.intent.purpose.kind }

    /// What it is, in a line.
    package func title(in tongue: OperatorLanguage) -> String {
        let intent = history.intent
        let order = intent.orderNumber.map { tongue(" for order \($0)", " für Bestellung \($0)") } ?? ""
        let original = intent.purpose.original.map { tongue(" of \($0)", " von \($0)") } ?? ""
        return "\(kind.name(in: tongue)) \(intent.payment)\(original), \(history.amount)\(order)"
    }

    /// The state in a sentence.
    package func state(in tongue: OperatorLanguage) -> String {
        let nothing = kind.nothingHappened(in: tongue)
        switch outcome {
        case nil: return isRunning ? running(in: tongue) : notFinished(in: tongue)
        case .approved(let result)?: return approved(result, in: tongue)
        case .declined(let code, let text)?:
            let words = code.digits.map { "\($0) (\(text ?? code.text(in: tongue)))" } ?? text ?? code.text(in: tongue)
            let step = code.nextStep.text(in: tongue).map { " \($0)" } ?? ""
            return tongue("Declined with code \(words).", "Abgelehnt mit Code \(words).") + " \(nothing)\(step)"
        case .cancelled(let code)?:
            return tongue(
                "Cancelled at the terminal (code \(code.short(in: tongue))). \(nothing)",
                "Am Terminal abgebrochen (Code \(code.short(in: tongue))). \(nothing)")
        case .reversed?:
            return tongue(
                "The terminal booked it and took it back. \(nothing)",
                "Das Terminal hat es gebucht und zurückgenommen. \(nothing)")
        case .notCharged(let reason)?: return nothing + " " + StoredWords.told(reason, in: tongue)
        case .inDoubt(let reason)?:
            return tongue("In doubt. \(reason)", "Ungeklärt. \(StoredWords.told(reason, in: tongue))")
        case .goodsNotGiven?:
            return tongue(
                "No goods were given, so the terminal took it back. \(nothing)",
                "Es wurde keine Ware ausgegeben, darum hat das Terminal es zurückgenommen. \(nothing)")
        case .goodsUnpaid?:
            return tongue(
                "Unpaid: the goods were given, and the terminal took the payment back all the same. \(nothing)",
                "Unbezahlt: Die Ware wurde ausgegeben, und das Terminal hat die Zahlung dennoch zurückgenommen. \(nothing)"
            )
        }
    }

    private func approved(_ result: TransactionResult, in tongue: OperatorLanguage) -> String {
        guard !history.intent.isSaid else {
            return tongue(
                "The reservation has ended by what a person read: nothing is charged by it. No terminal was asked.",
                "Die Reservierung ist beendet, wie jemand gelesen hat: Mit ihr ist nichts belastet. Kein Terminal wurde "
                    + "gefragt.")
        }
        let happened = history.suffices ? done(in: tongue) : tongue("Charged.", "Belastet.")
        let told = [happened, difference?.sentence(in: tongue) ?? "", result.proof(in: tongue), since(in: tongue)]
            .filter { !$0.isEmpty }
        return told.joined(separator: " ")
    }

    /// Tells that a living process is at work on it.
    private func running(in tongue: OperatorLanguage) -> String {
        let terminal = history.intent.terminal
        return tongue(
            "A till is at work on it at \(terminal) just now: wait until that has ended.",
            "Ein Till ist an \(terminal) gerade damit beschäftigt: Warten Sie, bis das beendet ist.")
    }

    /// As the clock in the shop showed it.
    private func onTheWall(_ moment: Date) -> String {
        let local = moment.addingTimeInterval(TimeInterval(history.intent.utcOffset))
        return local.formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
    }

    /// Tells that no outcome was written down. The reason is not known: it would have been written down as well.
    private func notFinished(in tongue: OperatorLanguage) -> String {
        let last = facts.last.map { onTheWall($0.at) }
        let (since, seit) = (last.map { " after \($0)" } ?? "", last.map { " nach \($0)" } ?? "")
        return tongue(
            "Not finished: nothing was written down\(since). Till is still working on it, was stopped, or could not write "
                + "its data.",
            "Nicht beendet:\(seit) ist nichts mehr aufgeschrieben. Till ist noch dabei, wurde beendet oder konnte nicht in "
                + "seine Daten schreiben.")
    }

    /// What would resolve it; nil when nothing is open.
    package func resolution(in tongue: OperatorLanguage) -> String? {
        guard !isFinal else {
            let owed = UndeliveredCharge(history, givenBack: wholeGivenBack)
            return owed.map { task(of: $0, in: tongue) } ?? owedDifference(in: tongue) ?? endOfReservation(in: tongue)
        }
        guard !isRunning else { return running(in: tongue) }
        let kept =
            silence(in: tongue) + untoldPart(in: tongue) + clock(in: tongue)
            + (history.refusedResult.map { self.kept($0, in: tongue) } ?? "")
        if history.seemsBooked != nil { return comparison(in: tongue) + kept }
        let intent = history.intent
        return tongue(
            "Connect \(intent.terminalID.map { "terminal \($0)" } ?? "the terminal") at \(intent.terminal) and run "
                + "`till resolve`: Till asks the terminal for its last transaction, as it does before each payment. Until that "
                + "is clear, this terminal takes no other payment. \(kind.notAgain(in: tongue))\(kept) Where the terminal cannot tell, "
                + "read its own journal",
            "Schließen Sie \(intent.terminalID.map { "Terminal \($0)" } ?? "das Terminal") an \(intent.terminal) an und "
                + "rufen Sie `till resolve` auf: Till fragt das Terminal nach seinem letzten Vorgang, wie vor jeder Zahlung. "
                + "Bis das geklärt ist, nimmt dieses Terminal keine andere Zahlung an. \(kind.notAgain(in: tongue))\(kept) "
                + "Wo das Terminal es nicht sagen kann, lesen Sie sein eigenes Journal") + settling(in: tongue)
    }

    /// What is left to be done about a payment that is over.
    private func task(of owed: UndeliveredCharge, in tongue: OperatorLanguage) -> String {
        tongue(
            "It is charged for more than goods were given for, and not given back by itself: \(owed.command).",
            "Es ist mehr belastet, als Ware ausgegeben wurde, und wird nicht von selbst erstattet: \(owed.command).")
    }

    /// That asking will not resolve it.
    private func silence(in tongue: OperatorLanguage) -> String {
        guard let profile, profile.profile.repeatReceipt.isSilent else { return "" }
        let day = profile.foundAt.formatted(.iso8601.year().month().day())
        return tongue(
            " This terminal does not tell of its last transaction, as `till readers diagnose` found on \(day): do not wait "
                + "for its answer.",
            " Dieses Terminal nennt seinen letzten Vorgang nicht, wie `till readers diagnose` am \(day) festgestellt hat: "
                + "Warten Sie nicht auf seine Antwort.")
    }

    /// How a reservation that stands is ended; nil for anything else.
    private func endOfReservation(in tongue: OperatorLanguage) -> String? {
        guard kind == .reservation, case .approved? = outcome, !givenBack.contains(where: \.mayStand) else {
            return nil
        }
        let id = history.intent.payment
        let gone =
            "till settle \(id) --ended --evidence \(tongue("\"where you read it\"", "\"wo Sie es gelesen haben\""))"
        return tongue(
            "It stands. Charge what was used: till reservations book \(id). Or free it: till reservations release \(id). "
                + "Where the terminal does not hold it any more: \(gone).",
            "Sie besteht. Belasten Sie, was gebraucht wurde: till reservations book \(id). Oder geben Sie sie frei: "
                + "till reservations release \(id). Wo das Terminal sie nicht mehr hat: \(gone).")
    }
}

/// How each kind of transaction is spoken of.
extension TransactionKind {
    func name(in tongue: OperatorLanguage) -> String {
        switch self {
        case .payment: tongue("Payment", "Zahlung")
        case .refund: tongue("Refund", "Erstattung")
        case .reversal: tongue("Reversal", "Storno")
        case .reservation: tongue("Reservation", "Reservierung")
        case .booking: tongue("Booking", "Buchung")
        case .release: tongue("Release", "Freigabe")
        }
    }

    /// `this payment`; in German in the accusative, which is the nominative as well.
    func this(in tongue: OperatorLanguage) -> String {
        switch self {
        case .payment: tongue("this payment", "diese Zahlung")
        case .refund: tongue("this refund", "diese Erstattung")
        case .reversal: tongue("this reversal", "dieses Storno")
        case .reservation: tongue("this reservation", "diese Reservierung")
        case .booking: tongue("this booking", "diese Buchung")
        case .release: tongue("this release", "diese Freigabe")
        }
    }

    func happened(in tongue: OperatorLanguage) -> String {
        switch self {
        case .payment: tongue("Paid.", "Bezahlt.")
        case .refund: tongue("Given back.", "Erstattet.")
        case .reversal: tongue("Reversed.", "Storniert.")
        case .reservation: tongue("Reserved; nothing is charged.", "Reserviert; es ist nichts belastet.")
        case .booking: tongue("Paid from a reservation.", "Aus einer Reservierung bezahlt.")
        case .release: tongue("The reservation is free.", "Die Reservierung ist frei.")
        }
    }

    fileprivate func nothingHappened(in tongue: OperatorLanguage) -> String {
        switch self {
        case .payment: tongue("Nothing was charged.", "Es wurde nichts belastet.")
        case .refund: tongue("Nothing was given back.", "Es wurde nichts erstattet.")
        case .reversal: tongue("The payment stands.", "Die Zahlung besteht weiter.")
        case .reservation: tongue("Nothing is reserved.", "Es ist nichts reserviert.")
        case .booking:
            tongue(
                "Nothing was charged, and the reservation stands.",
                "Es wurde nichts belastet, und die Reservierung besteht weiter.")
        case .release: tongue("The reservation stands.", "Die Reservierung besteht weiter.")
        }
    }

    fileprivate func notAgain(in tongue: OperatorLanguage) -> String {
        switch self {
        case .payment: tongue("Do not charge the card again.", "Belasten Sie die Karte nicht noch einmal.")
        case .refund, .reversal:
            tongue("Do not give the money back again.", "Geben Sie das Geld nicht noch einmal zurück.")
        case .reservation: tongue("Do not reserve again.", "Reservieren Sie nicht noch einmal.")
        case .booking, .release:
            tongue(
                "Do not book or release it at the terminal.",
                "Buchen Sie sie nicht am Terminal, und geben Sie sie dort nicht frei.")
        }
    }
}

extension TransactionResult {
    /// What identifies it at the terminal and the acquirer.
    func proof(in tongue: OperatorLanguage) -> String {
        let parts = [
            terminalID.map { tongue("terminal \($0)", "Terminal \($0)") },
            receiptNumber.map { tongue("receipt \($0)", "Beleg \($0)") },
            trace.map { tongue("trace \($0)", "Trace-Nr. \($0)") },
            approvalCode.map { tongue("approval \($0)", "Genehmigung \($0)") }, cardName,
            panLastDigits.map { tongue("card ending in \($0)", "Karte mit den Endziffern \($0)") },
        ]
        let known = parts.compactMap { $0 }.joined(separator: ", ")
        return known.isEmpty ? "" : tongue("Proof: \(known).", "Nachweis: \(known).")
    }
}

extension PaymentOutcome {
    /// Stable word for programs and people.
    package var word: String {
        switch self {
        case .approved: "approved"
        case .declined: "declined"
        case .cancelled: "cancelled"
        case .reversed: "reversed"
        case .notCharged: "not_charged"
        case .inDoubt: "in_doubt"
        case .goodsNotGiven: "goods_not_given"
        case .goodsUnpaid: "goods_unpaid"
        }
    }
}
