import Foundation
import Hardware
import Model
import Storage

/// Everything that is known of a transaction, for a person: its state, the evidence, and what would resolve it, in the
/// operator's language.
package struct PaymentExplanation: Hashable, Sendable {
    package struct Fact: Hashable, Sendable {
        package enum Told: Hashable, Sendable {
            case event(PaymentEvent, TransactionKind)
            case printed(PrintFact)
            case mailed(MailFact)
            case moved(MoveFact)
            case waived(WaiverFact)
            case withdrawn(WithdrawalFact, isUndone: Bool)
            case alreadyPaid(OrderConflict)
            case paidByOther(OrderHandover)
            case paidInstead(OrderHandover)
            case amountDiffers(AmountDifference)
            /// A kind that this release does not know; a later release may have written it.
            case unknown
        }

        package let sequence: Int64
        package let at: Date
        /// The kind in the journal, such as `payment.result`.
        package let kind: String
        let told: Told

        package init(sequence: Int64, at: Date, kind: String, told: Told) {
            self.sequence = sequence
            self.at = at
            self.kind = kind
            self.told = told
        }

        /// Who asked for what the fact tells; nil where nobody did, and where that was not written.
        package var by: Requester? {
            switch told {
            case .event(.intended(let intent), _): intent.by
            case .event(.operatorSettled(let evidence, _), _), .event(.operatorConfirmed(let evidence), _): evidence.by
            case .event(.operatorWithdrew(_, _, let by), _): by
            case .printed(let fact): fact.by
            case .mailed(let fact): fact.by
            case .waived(let fact): fact.by
            case .event, .moved, .withdrawn, .alreadyPaid, .paidByOther, .paidInstead, .amountDiffers, .unknown: nil
            }
        }

        /// The fact as a sentence, and who asked for it.
        package func text(in language: OperatorLanguage) -> String {
            let sentence = sentence(in: language)
            return by.map { sentence + " " + language.text("fact.by", ["who": $0]) } ?? sentence
        }

        private func sentence(in language: OperatorLanguage) -> String {
            switch told {
            case .event(let event, let transaction): event.sentence(of: transaction, in: language)
            case .printed(let fact): fact.sentence(in: language)
            case .mailed(let fact): fact.sentence(in: language)
            case .moved(let fact): fact.sentence(in: language)
            case .waived(let fact): fact.sentence(in: language)
            case .withdrawn(let fact, let isUndone): fact.sentence(isUndone: isUndone, in: language)
            case .alreadyPaid(let conflict):
                language.text("why.paidMeanwhile", ["payment": conflict.paidBy])
            case .paidByOther(let handover):
                language.text("why.paidByOther", ["payment": handover.paidBy])
            case .paidInstead(let handover):
                language.text("why.paidInstead", ["payment": handover.paidBefore])
            case .amountDiffers(let difference): difference.sentence(in: language)
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

        package func text(in language: OperatorLanguage) -> String {
            let mark =
                switch mark {
                case .original: language.text("print.original")
                case .duplicate(let number, _): language.text("print.duplicate", ["number": number])
                }
            return "\(receipt)  \(copy.name(in: language)), \(mark): \(state.name(in: language))"
        }
    }

    /// A transaction that gave money back or is doing so; for a reservation, one that ends it.
    package struct GivenBack: Hashable, Sendable {
        package let id: PaymentID
        package let kind: TransactionKind
        package let amount: Money
        package let outcome: PaymentOutcome?
        /// Whether it is a person's statement, for which no terminal was asked.
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
    /// The terminal's own text that is on no receipt; nil if there is none.
    package var unprintedText: UnprintedText?
    package var givenBack: [GivenBack]
    /// The payment that stands too much for its order; nil if none does.
    package var surplus: SurplusPayment?
    /// The payment by which its order is marked as paid; nil if there is none.
    package var orderPaidBy: PaymentID?
    /// The archive file that contains its facts; nil if they are in the journal.
    package var archive: String?
    /// The profile of its terminal, if it is known.
    package var profile: StoredProfile?
    /// The transactions that other payments stand for; empty if nothing is to be settled.
    package var claimed: [ClaimedTransaction] = []
    /// The most that a payment may be; nil for the terminal's own limit.
    package var largest: Money?
    /// Whether a living process has its terminal and so is working on it.
    package var isRunning = false

    package init(
        history: PaymentHistory, outcome: PaymentOutcome?, isFinal: Bool, facts: [Fact], prints: [Print],
        unprintedText: UnprintedText? = nil, givenBack: [GivenBack], archive: String? = nil,
        profile: StoredProfile? = nil, isRunning: Bool = false
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

    /// The transaction in one line.
    package func title(in language: OperatorLanguage) -> String {
        let intent = history.intent
        let order = intent.orderNumber.map { language.text("why.forOrder", ["order": $0]) } ?? ""
        let original = intent.purpose.original.map { language.text("why.ofPayment", ["payment": $0]) } ?? ""
        return "\(kind.name(in: language)) \(intent.payment)\(original), \(language.text(history.amount))\(order)"
    }

    /// The state as a sentence.
    package func state(in language: OperatorLanguage) -> String {
        let nothing = kind.nothingHappened(in: language)
        switch outcome {
        case nil: return isRunning ? running(in: language) : notFinished(in: language)
        case .approved(let result)?: return approved(result, in: language)
        case .declined(let code, let text)?:
            let meaning = text ?? code.text(in: language)
            let declined =
                code.digits.map { language.text("why.declined", ["code": "\($0) (\(meaning))"]) }
                ?? language.text("why.declinedBecause", ["reason": meaning])
            let step = history.intent.purpose.nextStep(after: code).map { " " + $0.text(in: language) } ?? ""
            let stands = history.intent.purpose.refusal(saysReversed: code)?.text(in: language) ?? nothing
            return declined + " \(stands)\(step)"
        case .cancelled(let code)?:
            return code.digits.map { language.text("why.cancelled", ["code": $0, "nothing": nothing]) }
                ?? language.text("why.cancelledWithoutCode", ["nothing": nothing])
        case .reversed?:
            return language.text("why.reversed", ["nothing": nothing]) + mistake(in: language)
        case .notCharged(let reason)?:
            return nothing + " " + reason.text(in: language) + mistake(in: language)
        case .inDoubt(let reason)?:
            return language.text("why.inDoubt", ["reason": reason])
        case .goodsNotGiven?:
            return language.text("why.goodsNotGiven", ["nothing": nothing])
        case .goodsUnpaid?:
            return language.text("why.goodsUnpaid", ["nothing": nothing])
        }
    }

    private func approved(_ result: TransactionResult, in language: OperatorLanguage) -> String {
        guard !history.intent.isSaid else {
            return language.text("why.endedAsRead")
        }
        let happened = history.suffices ? done(in: language) : language.text("why.charged")
        let told = [
            happened, difference?.sentence(in: language) ?? "", result.proof(in: language), since(in: language),
            partSince(in: language), refusedAsDone(in: language), tooMuch(in: language), paidTwice(in: language),
        ]
        .filter { !$0.isEmpty }
        return told.joined(separator: " ")
    }

    /// Says that a living process is working on it.
    private func running(in language: OperatorLanguage) -> String {
        let terminal = history.intent.terminal
        return language.text("why.running", ["terminal": terminal])
    }

    /// The moment as the shop's clock showed it.
    private func onTheWall(_ moment: Date) -> WrittenMoment {
        WrittenMoment(moment.addingTimeInterval(TimeInterval(history.intent.utcOffset)), in: .gmt)
    }

    /// Says that no outcome was written. The reason is not known; it would have been written as well.
    private func notFinished(in language: OperatorLanguage) -> String {
        let since = facts.last.map { language.text("why.after", ["time": onTheWall($0.at)]) } ?? ""
        return language.text("why.notFinished", ["since": since])
    }

    /// What would resolve it; nil if nothing is open.
    package func resolution(in language: OperatorLanguage) -> String? {
        guard !isFinal else {
            let owed = UndeliveredCharge(history, givenBack: wholeGivenBack)
            let rest =
                owed.map { task(of: $0, in: language) } ?? owedDifference(in: language)
                ?? endOfReservation(in: language) ?? lookForReversal(in: language)
            guard case .approved? = outcome, let surplus else { return rest }
            // What is to be given back as a whole needs no other task.
            let tasks = [surplus.task(in: language), surplus.payment == history.intent.payment ? nil : rest]
            return tasks.compactMap(\.self).joined(separator: " ")
        }
        guard !isRunning else { return running(in: language) }
        let kept =
            silence(in: language) + untoldPart(in: language) + clock(in: language)
            + (history.refusedResult.map { self.kept($0, in: language) } ?? "")
        if history.seemsBooked != nil { return comparison(in: language) + kept }
        let intent = history.intent
        let named =
            intent.terminalID.map { language.text("why.namedTerminal", ["terminal": $0]) }
            ?? language.text("why.theTerminal")
        return language.text(
            "why.resolve",
            ["named": named, "terminal": intent.terminal, "notAgain": kind.notAgain(in: language), "kept": kept])
            + settling(in: language)
    }

    /// What is left to be done about a payment that has ended.
    private func task(of owed: UndeliveredCharge, in language: OperatorLanguage) -> String {
        language.text("why.goodsOwed", ["command": owed.command])
    }

    /// Says that asking the terminal will not resolve it.
    private func silence(in language: OperatorLanguage) -> String {
        guard let profile, profile.profile.repeatReceipt.isSilent else { return "" }
        return language.text("why.silent", ["day": WrittenMoment(day: profile.foundAt)])
    }

    /// How an open reservation is ended; nil for anything else.
    private func endOfReservation(in language: OperatorLanguage) -> String? {
        guard kind == .reservation, case .approved? = outcome, !givenBack.contains(where: \.mayStand) else {
            return nil
        }
        let id = history.intent.payment
        let gone =
            "till settle \(id) --ended --evidence \(language.text("word.evidence"))"
        return language.text("why.reservationStands", ["payment": id, "gone": gone])
    }
}

/// The words for each kind of transaction.
extension TransactionKind {
    func name(in language: OperatorLanguage) -> String {
        switch self {
        case .payment: language.text("kind.payment")
        case .refund: language.text("kind.refund")
        case .reversal: language.text("kind.reversal")
        case .reservation: language.text("kind.reservation")
        case .booking: language.text("kind.booking")
        case .release: language.text("kind.release")
        }
    }

    /// `this payment`; in German the accusative, which equals the nominative here.
    func this(in language: OperatorLanguage) -> String {
        switch self {
        case .payment: language.text("kind.this.payment")
        case .refund: language.text("kind.this.refund")
        case .reversal: language.text("kind.this.reversal")
        case .reservation: language.text("kind.this.reservation")
        case .booking: language.text("kind.this.booking")
        case .release: language.text("kind.this.release")
        }
    }

    func happened(in language: OperatorLanguage) -> String {
        switch self {
        case .payment: language.text("kind.happened.payment")
        case .refund: language.text("kind.happened.refund")
        case .reversal: language.text("kind.happened.reversal")
        case .reservation: language.text("kind.happened.reservation")
        case .booking: language.text("kind.happened.booking")
        case .release: language.text("kind.happened.release")
        }
    }

    func nothingHappened(in language: OperatorLanguage) -> String {
        switch self {
        case .payment: language.text("kind.nothing.payment")
        case .refund: language.text("kind.nothing.refund")
        case .reversal: language.text("kind.nothing.reversal")
        case .reservation: language.text("kind.nothing.reservation")
        case .booking:
            language.text("kind.nothing.booking")
        case .release: language.text("kind.nothing.release")
        }
    }

    fileprivate func notAgain(in language: OperatorLanguage) -> String {
        switch self {
        case .payment: language.text("kind.notAgain.payment")
        case .refund, .reversal:
            language.text("kind.notAgain.refund")
        case .reservation: language.text("kind.notAgain.reservation")
        case .booking, .release:
            language.text("kind.notAgain.booking")
        }
    }
}

extension TransactionResult {
    /// The numbers that identify it at the terminal and the acquirer.
    func proof(in language: OperatorLanguage) -> String {
        let parts = [
            terminalID.map { language.text("proof.terminal", ["terminal": $0]) },
            receiptNumber.map { language.text("proof.receipt", ["receipt": $0]) },
            trace.map { language.text("proof.trace", ["trace": $0]) },
            approvalCode.map { language.text("proof.approval", ["approval": $0]) }, cardName,
            panLastDigits.map { language.text("proof.card", ["digits": $0]) },
        ]
        let known = parts.compactMap { $0 }.joined(separator: ", ")
        return known.isEmpty ? "" : language.text("proof.known", ["known": known])
    }
}

extension PaymentOutcome {
    /// The stable code for programs and people.
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
