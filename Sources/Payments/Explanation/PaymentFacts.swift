import Hardware
import Model

extension PaymentEvent {
    /// This fact in a sentence.
    func sentence(of kind: TransactionKind, in tongue: OperatorLanguage) -> String {
        switch self {
        case .intended(let intent): intent.sentence(in: tongue)
        case .sending: tongue("The command was about to be sent.", "Der Auftrag sollte gerade gesendet werden.")
        case .refused(let code):
            tongue(
                "The terminal refused the command with code \(code.named(in: tongue)).",
                "Das Terminal hat den Auftrag mit Code \(code.named(in: tongue)) abgelehnt.")
        case .result(let result, let answer): Self.sentence(result, answer, in: tongue)
        case .text(let text): text.sentence(in: tongue)
        case .repeatedText(let texts): Self.sentence(repeated: texts, in: tongue)
        case .cancelRequested: tongue("Someone asked to cancel.", "Jemand wollte abbrechen.")
        case .completed: tongue("The terminal ended it as completed.", "Das Terminal hat es als erledigt beendet.")
        case .aborted(let code):
            tongue(
                "The terminal ended it as aborted\(code.map { " with code \($0.named(in: tongue))" } ?? "").",
                "Das Terminal hat es abgebrochen\(code.map { " mit Code \($0.named(in: tongue))" } ?? "").")
        case .disturbed(let failure):
            tongue("Disturbed: ", "Gestört: ") + StoredWords.told(failure.sentence, in: tongue)
        case .evidence(let evidence, let finding):
            tongue("Asked the terminal.", "Das Terminal gefragt.") + " "
                + evidence.sentence(in: tongue) + " " + finding.sentence(of: kind, in: tongue)
        case .asking, .mayTake, .seemsBooked, .textsCompleted: whatTheTerminalShowed(in: tongue) ?? ""
        case .inDoubt(let reason):
            tongue("Not resolved in time. ", "Nicht rechtzeitig geklärt. ") + StoredWords.told(reason, in: tongue)
        case .settled(let outcome):
            tongue("Final: \(outcome.name(in: .en)).", "Das Ergebnis steht fest: \(outcome.name(in: .de)).")
        case .operatorSettled(let evidence, let outcome):
            evidence.sentence(in: tongue) + tongue(" The result: ", " Das Ergebnis: ") + outcome.name(in: tongue) + "."
        case .operatorWithdrew(let words, let name):
            tongue(
                "\(name) withdrew what was typed: \(words). It is in doubt again.",
                "\(name) hat die Angabe zurückgezogen: \(words). Der Vorgang ist wieder ungeklärt.")
        case .operatorConfirmed(let evidence):
            evidence.sentence(in: tongue) + tongue(" So much can be given back.", " So viel kann erstattet werden.")
        case .goods(let issue): issue.sentence(in: tongue)
        case .goodsTooLate(let issue):
            tongue("When it was over: ", "Als es vorbei war: ") + issue.sentence(in: tongue)
        }
    }

    /// What the terminal showed of itself when it was asked; nil for any other fact.
    private func whatTheTerminalShowed(in tongue: OperatorLanguage) -> String? {
        switch self {
        case .asking:
            tongue(
                "From here on the terminal was only asked what became of it.",
                "Von hier an wurde das Terminal nur noch gefragt, was daraus geworden ist.")
        case .mayTake(let minutes):
            tongue(
                "The terminal said that it may take \(minutes) minutes.",
                "Das Terminal sagte, dass es \(minutes) Minuten brauchen kann.")
        case .textsCompleted:
            tongue(
                "Digits at the end of a text, masked until more came, are told as they are.",
                "Ziffern am Ende eines Textes, verdeckt bis mehr kam, stehen nun da, wie sie sind.")
        case .seemsBooked(let result):
            tongue(
                "It was called not charged. Before another payment the terminal told of a booking that fits it, so it is in "
                    + "doubt again:",
                "Es galt als nicht belastet. Vor einer anderen Zahlung nannte das Terminal eine Buchung, die dazu passt; "
                    + "darum ist es wieder ungeklärt:")
                + " " + LastTransactionAnswer.transaction(result).sentence(in: tongue)
        case .intended, .sending, .refused, .result, .text, .repeatedText, .cancelRequested,
            .completed, .aborted,
            .disturbed,
            .evidence,
            .inDoubt, .settled, .operatorSettled, .operatorWithdrew, .operatorConfirmed, .goods, .goodsTooLate:
            nil
        }
    }

    private static func sentence(repeated texts: [TerminalText], in tongue: OperatorLanguage) -> String {
        let count = texts.reduce(0) { $0 + $1.lines.count }
        return tongue(
            "With that answer the terminal printed \(count) lines of a receipt for this transaction.",
            "Mit dieser Antwort hat das Terminal \(count) Zeilen eines Belegs zu diesem Vorgang gedruckt.")
    }

    private static func sentence(_ result: TransactionResult, _ answer: Answer, in tongue: OperatorLanguage) -> String {
        let isSuccess = result.isSuccess
        let said =
            isSuccess
            ? tongue("The terminal reported success.", "Das Terminal hat Erfolg gemeldet.")
            : tongue(
                "The terminal reported failure \(result.resultCode.named(in: tongue)).",
                "Das Terminal hat Fehler \(result.resultCode.named(in: tongue)) gemeldet.")
        let then =
            switch answer {
            case .stored: tongue("It was stored, then acknowledged.", "Gespeichert, dann bestätigt.")
            case .refuse:
                tongue(
                    "It contradicts the request and was refused.",
                    "Es widerspricht dem Auftrag und wurde zurückgewiesen.")
            case .none:
                tongue(
                    "It is the transaction from before this one, so it was not answered.",
                    "Es ist der Vorgang davor und wurde darum nicht beantwortet.")
            case .goods:
                tongue(
                    "It was stored; what it is answered hangs on the goods.",
                    "Gespeichert; was es zur Antwort bekommt, hängt an der Ware.")
            }
        return [said, result.proof(in: tongue), then].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension DispenseResult {
    fileprivate func sentence(in tongue: OperatorLanguage) -> String {
        switch self {
        case .pending: tongue("The goods are pending.", "Die Ware steht aus.")
        case .given: tongue("The goods were given.", "Die Ware wurde ausgegeben.")
        case .givenInPart(let part):
            tongue("Goods for \(part) were given.", "Ware für \(part) wurde ausgegeben.")
        case .notGiven: tongue("No goods were given.", "Es wurde keine Ware ausgegeben.")
        }
    }
}

extension PaymentIntent {
    fileprivate func sentence(in tongue: OperatorLanguage) -> String {
        if isSaid, let original = purpose.original {
            return tongue(
                "\(original), \(amount), is said to have ended. No terminal was asked.",
                "\(original), \(amount), soll beendet sein. Kein Terminal wurde gefragt.")
        }
        let asked =
            switch purpose {
            case .payment: tongue("\(amount) to be charged on \(terminal)", "\(amount) an \(terminal) zu belasten")
            case .refund: tongue("\(amount) to be given back on \(terminal)", "\(amount) an \(terminal) zu erstatten")
            case .reversal(let booked):
                tongue(
                    "Receipt \(booked.receiptNumber), \(amount), to be reversed on \(terminal)",
                    "Beleg \(booked.receiptNumber), \(amount), an \(terminal) zu stornieren")
            case .reservation:
                tongue("\(amount) to be reserved on \(terminal)", "\(amount) an \(terminal) zu reservieren")
            case .booking(let booking): booking.sentence(amount, terminal, in: tongue)
            case .release(let reserved):
                tongue(
                    "The reservation of receipt \(reserved.name.receiptNumber), \(amount), to be released on \(terminal)",
                    "Die Reservierung von Beleg \(reserved.name.receiptNumber), \(amount), an \(terminal) freizugeben")
            }
        return "\(asked); \(watermark.sentence(in: tongue))"
    }
}

extension Capture {
    fileprivate func sentence(_ amount: Money, _ terminal: DeviceAddress, in tongue: OperatorLanguage) -> String {
        let receipt = reserved.name.receiptNumber
        let free = Money(minorUnits: rest(of: amount), currency: amount.currency)
        return tongue(
            "\(amount) to be booked of the \(reserved.amount) reserved by receipt \(receipt) on \(terminal), "
                + "\(free) to be free",
            "\(amount) der mit Beleg \(receipt) reservierten \(reserved.amount) an \(terminal) zu buchen, "
                + "\(free) freizugeben")
    }
}

extension TerminalText {
    fileprivate func sentence(in tongue: OperatorLanguage) -> String {
        switch copy {
        case .customer?:
            tongue(
                "The terminal sent \(lines.count) lines for the customer receipt.",
                "Das Terminal hat \(lines.count) Zeilen für den Kundenbeleg gesendet.")
        case .merchant?:
            tongue(
                "The terminal sent \(lines.count) lines for the merchant receipt.",
                "Das Terminal hat \(lines.count) Zeilen für den Händlerbeleg gesendet.")
        case nil:
            tongue(
                "The terminal sent \(lines.count) lines of a receipt.",
                "Das Terminal hat \(lines.count) Zeilen eines Belegs gesendet.")
        }
    }
}

extension Watermark {
    fileprivate func sentence(in tongue: OperatorLanguage) -> String {
        switch self {
        case .receipt(let number):
            tongue("the terminal's last receipt before was \(number).", "der letzte Beleg des Terminals war \(number).")
        case .nothingStored:
            tongue(
                "the terminal had no transaction to repeat before.", "das Terminal hatte keinen Vorgang gespeichert.")
        case .unknown:
            tongue("the terminal did not tell its last receipt before.", "das Terminal nannte keinen letzten Beleg.")
        }
    }
}

extension LastTransactionAnswer {
    fileprivate func sentence(in tongue: OperatorLanguage) -> String {
        switch self {
        case .transaction(let result):
            let code = result.resultCode.short(in: tongue)
            let (receipt, reversing, time) = (result.receiptNumber, result.originalTrace, TerminalTime(of: result))
            return tongue(
                "Its last transaction: code \(code)\(receipt.map { ", receipt \($0)" } ?? "")"
                    + "\(reversing.map { ", reversing trace \($0)" } ?? "")"
                    + "\(time.map { ", of \($0) by its clock" } ?? "").",
                "Sein letzter Vorgang: Code \(code)\(receipt.map { ", Beleg \($0)" } ?? "")"
                    + "\(reversing.map { ", storniert Trace-Nr. \($0)" } ?? "")"
                    + "\(time.map { ", vom \($0) nach seiner Uhr" } ?? "").")
        case .refused(let code):
            return tongue(
                "The terminal would not repeat its last transaction (code \(code.short(in: tongue))).",
                "Das Terminal wiederholt seinen letzten Vorgang nicht (Code \(code.short(in: tongue))).")
        case .nothing(let code):
            let with = code.map { " (code \($0.short(in: tongue)))" } ?? ""
            return tongue("It had nothing to repeat\(with).", "Es hatte nichts zu wiederholen\(with).")
        case .silent: return tongue("It told of no transaction.", "Es nannte keinen Vorgang.")
        case .openReservations(let receipts):
            let named = receipts.map(String.init).joined(separator: ", ")
            guard !receipts.isEmpty else {
                return tongue("It names no reservation as open.", "Es nennt keine Reservierung als offen.")
            }
            return tongue(
                "It names these reservations as open, by receipt: \(named).",
                "Es nennt diese Reservierungen als offen, nach Beleg: \(named).")
        }
    }
}

extension RecoveryVerdict {
    fileprivate func sentence(of kind: TransactionKind, in tongue: OperatorLanguage) -> String {
        let (english, german) = (kind.this(in: .en), kind.this(in: .de))
        return switch self {
        case .approved: tongue("That is \(english): it is booked.", "Das ist \(german): gebucht.")
        case .reversed: tongue("It took \(english) back.", "Es hat \(german) zurückgenommen.")
        case .declined: tongue("That is \(english): it failed.", "Das ist \(german): gescheitert.")
        case .notBooked:
            tongue("It does not have \(english): it was never booked.", "Es hat \(german) nicht: nie gebucht.")
        case .unclear(let why):
            tongue(
                "That does not decide it: \(why)", "Das entscheidet es nicht: \(StoredWords.told(why, in: tongue))")
        }
    }
}

extension OperatorEvidence {
    fileprivate func sentence(in tongue: OperatorLanguage) -> String {
        let words = words.map { " (\($0))" } ?? ""
        return switch statement {
        case .booked(let receipt, let trace, let amount):
            tongue(
                "\(operatorName) typed from the terminal's journal: receipt \(receipt), trace \(trace), \(amount)\(words).",
                "\(operatorName) hat aus dem Journal des Terminals abgetippt: Beleg \(receipt), Trace-Nr. \(trace), "
                    + "\(amount)\(words).")
        case .notBooked(let newest):
            tongue(
                "\(operatorName) did not find it in the terminal's journal up to receipt \(newest)\(words).",
                "\(operatorName) hat es im Journal des Terminals bis Beleg \(newest) nicht gefunden\(words).")
        case .takenBack(let newest):
            tongue(
                "\(operatorName) read in the terminal's journal up to receipt \(newest) that it was taken back\(words).",
                "\(operatorName) hat im Journal des Terminals bis Beleg \(newest) gelesen, dass es zurückgenommen wurde\(words)."
            )
        case .ended:
            tongue(
                "\(operatorName) read that the terminal does not hold the reservation any more\(words).",
                "\(operatorName) hat gelesen, dass das Terminal die Reservierung nicht mehr hat\(words).")
        }
    }
}

extension ReceiptCopy {
    /// In German in the genitive.
    fileprivate func receipt(in tongue: OperatorLanguage) -> String {
        switch self {
        case .customer: tongue("the customer receipt", "des Kundenbelegs")
        case .merchant: tongue("the merchant receipt", "des Händlerbelegs")
        }
    }
}

extension PrintFact {
    func sentence(in tongue: OperatorLanguage) -> String {
        let receipt = copy.receipt(in: tongue)
        let which =
            switch mark {
            case .original: tongue("The original of \(receipt)", "Das Original \(receipt)")
            case .duplicate(let number, _):
                tongue("Duplicate \(number) of \(receipt)", "Duplikat \(number) \(receipt)")
            }
        let why = failure.map { " (\(tongue.told($0.sentence)))" } ?? ""
        return switch end {
        case "confirmed":
            tongue(
                "\(which) was printed on \(printer), which confirms it.",
                "\(which) wurde auf \(printer) gedruckt; der Drucker bestätigt es.")
        case "probably":
            tongue(
                "\(which) was printed on \(printer), which does not confirm it.",
                "\(which) wurde auf \(printer) gedruckt; der Drucker bestätigt es nicht.")
        case "failed":
            tongue(
                "\(which) was not printed on \(printer)\(why).", "\(which) wurde auf \(printer) nicht gedruckt\(why).")
        default:
            tongue(
                "\(which) may have been printed on \(printer) only in part\(why).",
                "\(which) wurde auf \(printer) vielleicht nur teilweise gedruckt\(why).")
        }
    }
}

extension MoveFact {
    func sentence(in tongue: OperatorLanguage) -> String {
        let receipt = copy.receipt(in: tongue)
        return tongue(
            "The print of \(receipt) went to \(to) in place of \(from): \(because.sentence)",
            "Der Druck \(receipt) ging an \(to) statt an \(from): \(because.sentence)")
    }
}
