import Failures
import Hardware
import Model

extension PaymentEvent {
    /// The fact as a sentence.
    func sentence(of kind: TransactionKind, in language: OperatorLanguage) -> String {
        switch self {
        case .intended(let intent): intent.sentence(in: language)
        case .sending: language.text("fact.sending")
        case .refused(let code):
            code.digits == nil
                ? language.text("fact.refusedBecause", ["reason": code.text(in: language)])
                : language.text("fact.refused", ["code": code.named(in: language)])
        case .result(let result, let answer): Self.sentence(result, answer, in: language)
        case .text(let text): text.sentence(in: language)
        case .repeatedText(let texts): Self.sentence(repeated: texts, in: language)
        case .cancelRequested: language.text("fact.cancelRequested")
        case .completed: language.text("fact.completed")
        case .aborted(let code):
            language.text(
                "fact.aborted",
                ["with": code.map { $0.clause(in: language) } ?? ""])
        case .disturbed(let failure):
            language.text("fact.disturbed") + Sentence(failure).text(in: language)
        case .evidence(let evidence, let finding):
            language.text("fact.asked") + " "
                + evidence.sentence(in: language) + " " + finding.sentence(of: kind, in: language)
        case .asking, .mayTake, .dayEnded, .seemsBooked, .textsCompleted: whatTheTerminalShowed(in: language) ?? ""
        case .inDoubt(let reason):
            (reason.isTypedOnce ? "" : language.text("fact.notResolved")) + reason.text(in: language)
        case .settled(let outcome):
            language.text("fact.final", ["outcome": outcome.name(in: language)])
        case .operatorSettled(let evidence, let outcome):
            evidence.sentence(in: language) + language.text("fact.theResult") + outcome.name(in: language) + "."
        case .operatorWithdrew(let words, let name, _):
            language.text("fact.withdrawn", ["name": name, "words": words])
        case .operatorConfirmed(let evidence):
            evidence.sentence(in: language) + language.text("fact.canBeGivenBack")
        case .goods(let issue): issue.sentence(in: language)
        case .goodsTooLate(let issue):
            language.text("fact.whenOver") + issue.sentence(in: language)
        }
    }

    /// What the terminal told about itself when it was asked; nil for any other fact.
    private func whatTheTerminalShowed(in language: OperatorLanguage) -> String? {
        switch self {
        case .asking:
            language.text("fact.asking")
        case .mayTake(let minutes):
            language.text("fact.mayTake", ["minutes": minutes])
        case .dayEnded: language.text("fact.dayEnded")
        case .textsCompleted:
            language.text("fact.textsCompleted")
        case .seemsBooked(let result):
            language.text("fact.seemsBooked")
                + " " + LastTransactionAnswer.transaction(result).sentence(in: language)
        case .intended, .sending, .refused, .result, .text, .repeatedText, .cancelRequested,
            .completed, .aborted,
            .disturbed,
            .evidence,
            .inDoubt, .settled, .operatorSettled, .operatorWithdrew, .operatorConfirmed, .goods, .goodsTooLate:
            nil
        }
    }

    private static func sentence(repeated texts: [TerminalText], in language: OperatorLanguage) -> String {
        let count = texts.reduce(0) { $0 + $1.lines.count }
        return language.text("fact.repeatedText", ["count": count])
    }

    private static func sentence(_ result: TransactionResult, _ answer: Answer, in language: OperatorLanguage) -> String
    {
        let isSuccess = result.isSuccess
        let said =
            isSuccess
            ? language.text("fact.success")
            : language.text("fact.failure", ["code": result.resultCode.named(in: language)])
        let then =
            switch answer {
            case .stored: language.text("fact.storedThenAcknowledged")
            case .refuse:
                language.text("fact.contradicts")
            case .none:
                language.text("fact.fromBefore")
            case .goods:
                language.text("fact.hangsOnGoods")
            }
        return [said, result.proof(in: language), then].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension DispenseResult {
    fileprivate func sentence(in language: OperatorLanguage) -> String {
        switch self {
        case .pending: language.text("goods.pending")
        case .given: language.text("goods.given")
        case .givenInPart(let part):
            language.text("goods.givenInPart", ["part": part])
        case .notGiven: language.text("goods.notGiven")
        }
    }
}

extension PaymentIntent {
    fileprivate func sentence(in language: OperatorLanguage) -> String {
        if isSaid, let original = purpose.original {
            return language.text("intent.ended", ["original": original, "amount": amount])
        }
        let asked =
            switch purpose {
            case .payment: language.text("intent.payment", ["amount": amount, "terminal": terminal])
            case .refund: language.text("intent.refund", ["amount": amount, "terminal": terminal])
            case .reversal(let booked):
                language.text(
                    "intent.reversal", ["receipt": booked.receiptNumber, "amount": amount, "terminal": terminal])
            case .reservation:
                language.text("intent.reservation", ["amount": amount, "terminal": terminal])
            case .booking(let booking): booking.sentence(amount, terminal, in: language)
            case .release(let reserved):
                language.text(
                    "intent.release", ["receipt": reserved.name.receiptNumber, "amount": amount, "terminal": terminal])
            }
        let stands = isOriginalSaidToStand ? language.text("intent.stands") : ""
        return "\(asked); \(stands)\(watermark.sentence(in: language))"
    }
}

extension Capture {
    fileprivate func sentence(_ amount: Money, _ terminal: DeviceAddress, in language: OperatorLanguage) -> String {
        let receipt = reserved.name.receiptNumber
        let free = Money(minorUnits: rest(of: amount), currency: amount.currency)
        return language.text(
            "intent.booking",
            ["amount": amount, "reserved": reserved.amount, "receipt": receipt, "terminal": terminal, "free": free])
    }
}

extension TerminalText {
    fileprivate func sentence(in language: OperatorLanguage) -> String {
        switch copy {
        case .customer?:
            language.text("text.customer", ["count": lines.count])
        case .merchant?:
            language.text("text.merchant", ["count": lines.count])
        case nil:
            language.text("text.either", ["count": lines.count])
        }
    }
}

extension Watermark {
    fileprivate func sentence(in language: OperatorLanguage) -> String {
        switch self {
        case .receipt(let number):
            language.text("watermark.receipt", ["number": number])
        case .nothingStored:
            language.text("watermark.nothingStored")
        case .unknown:
            language.text("watermark.unknown")
        }
    }
}

extension DeviceCode {
    /// ` with code 6C (Timed out or cancelled at the terminal)`; for a code without a number, only its meaning.
    fileprivate func clause(in language: OperatorLanguage) -> String {
        digits == nil
            ? language.text("fact.because", ["reason": text(in: language)])
            : language.text("fact.withCode", ["code": named(in: language)])
    }
}

extension LastTransactionAnswer {
    fileprivate func sentence(in language: OperatorLanguage) -> String {
        switch self {
        case .transaction(let result):
            let code = result.resultCode.digits ?? result.resultCode.text(in: language)
            let (receipt, reversing, time) = (result.receiptNumber, result.originalTrace, result.timestamp)
            return language.text(
                "answer.transaction",
                [
                    "code": code, "receipt": receipt.map { language.text("answer.receipt", ["receipt": $0]) } ?? "",
                    "reversing": reversing.map { language.text("answer.reversing", ["trace": $0]) } ?? "",
                    "time": time.map { language.text("answer.time", ["time": $0]) } ?? "",
                ])
        case .refused(let code):
            return code.digits.map { language.text("answer.refused", ["code": $0]) }
                ?? language.text("answer.refusedWithoutCode")
        case .nothing(let code):
            let with = code?.digits.map { language.text("failure.reader.codeInBrackets", ["code": $0]) } ?? ""
            return language.text("answer.nothing", ["with": with])
        case .silent: return language.text("answer.silent")
        case .openReservations(let receipts):
            let named = receipts.map(String.init).joined(separator: ", ")
            guard !receipts.isEmpty else {
                return language.text("answer.noReservation")
            }
            return language.text("answer.openReservations", ["named": named])
        }
    }
}

extension RecoveryVerdict {
    fileprivate func sentence(of kind: TransactionKind, in language: OperatorLanguage) -> String {
        switch self {
        case .approved: language.text("finding.booked", ["this": kind.this(in: language)])
        case .reversed: language.text("finding.takenBack", ["this": kind.this(in: language)])
        case .declined: language.text("finding.failed", ["this": kind.this(in: language)])
        case .notBooked:
            language.text("finding.neverBooked", ["this": kind.this(in: language)])
        case .unclear(let why):
            language.text("finding.unclear", ["why": why])
        }
    }
}

extension OperatorEvidence {
    fileprivate func sentence(in language: OperatorLanguage) -> String {
        let words = words.map { " (\($0))" } ?? ""
        return switch statement {
        case .booked(let receipt, let trace, let amount):
            if let receipt {
                language.text(
                    "evidence.booked",
                    ["operator": operatorName, "receipt": receipt, "trace": trace, "amount": amount, "words": words])
            } else {
                language.text(
                    "evidence.bookedWithoutReceipt",
                    ["operator": operatorName, "trace": trace, "amount": amount, "words": words])
            }
        case .notBooked(let newest):
            language.text("evidence.notBooked", ["operator": operatorName, "newest": newest, "words": words])
        case .takenBack(let newest):
            language.text("evidence.takenBack", ["operator": operatorName, "newest": newest, "words": words])
        case .ended:
            language.text("evidence.ended", ["operator": operatorName, "words": words])
        }
    }
}

extension ReceiptCopy {
    /// The receipt's name; in German in the genitive.
    fileprivate func receipt(in language: OperatorLanguage) -> String {
        switch self {
        case .customer: language.text("receipt.ofCustomer")
        case .merchant: language.text("receipt.ofMerchant")
        }
    }
}

extension PrintFact {
    func sentence(in language: OperatorLanguage) -> String {
        let receipt = copy.receipt(in: language)
        let which =
            switch mark {
            case .original: language.text("print.theOriginal", ["receipt": receipt])
            case .duplicate(let number, _):
                language.text("print.duplicateOf", ["number": number, "receipt": receipt])
            }
        let why = failure.map { " (\(Sentence($0).text(in: language)))" } ?? ""
        return switch end {
        case "probably" where isByTerminal: language.text("print.byTerminal", ["which": which])
        case "unknown" where isByTerminal: language.text("print.notKnownOfTerminal", ["which": which])
        case "unknown" where failure?.is(PrinterFailure.restored) == true:
            language.text("print.beforeRestore", ["which": which])
        case "confirmed":
            language.text("print.confirmed", ["which": which, "printer": printer])
        case "probably":
            language.text("print.probably", ["which": which, "printer": printer])
        case "failed":
            language.text("print.failed", ["which": which, "printer": printer, "why": why])
        default:
            language.text("print.unknown", ["which": which, "printer": printer, "why": why])
        }
    }
}

extension WaiverFact {
    func sentence(in language: OperatorLanguage) -> String {
        language.text("print.waived", ["receipt": copy.receipt(in: language)])
    }
}

extension MoveFact {
    func sentence(in language: OperatorLanguage) -> String {
        let receipt = copy.receipt(in: language)
        guard let because else {
            return language.text("print.movedAsAsked", ["receipt": receipt, "to": to, "from": from])
        }
        return language.text("print.moved", ["receipt": receipt, "to": to, "from": from, "because": because.said])
    }
}
