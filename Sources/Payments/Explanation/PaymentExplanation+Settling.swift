import Flow
import Hardware
import Model

extension PaymentExplanation {
    /// Whether a person settled the transaction, and may withdraw that.
    package var isSettledByPerson: Bool { history.wasSettledByOperator }

    /// What the person said last who settled the transaction; nil if no person did.
    package var statement: Fact? {
        guard isSettledByPerson else { return nil }
        return facts.last { $0.kind == "payment.operatorSettled" }
    }

    /// Says how a person's statement is taken back by which no money moved; empty if no person settled the transaction.
    func mistake(in language: OperatorLanguage) -> String {
        guard isSettledByPerson else { return "" }
        return language.text(
            "why.takeStatementBack",
            ["payment": history.intent.payment, "evidence": language.text("word.evidence")])
    }

    /// Says what to do if the terminal told of a booking after the payment was called not charged. Asking the terminal
    /// again would tell the same.
    func comparison(in language: OperatorLanguage) -> String {
        language.text("why.compareBooking", ["this": kind.this(in: language)]) + settling(in: language)
            + anothers(in: language)
    }

    /// Says how it is settled where that booking is another transaction; empty if the booking has no receipt number, because
    /// no number can name it then.
    private func anothers(in language: OperatorLanguage) -> String {
        guard let receipt = history.seemsBooked?.receiptNumber else { return "" }
        return language.text(
            "why.bookingIsAnothers",
            [
                "this": kind.this(in: language), "payment": history.intent.payment, "receipt": receipt,
                "evidence": language.text("word.evidence"),
            ])
    }

    /// Says what the terminal booked in place of the request and was told to take back.
    func kept(_ refused: TransactionResult, in language: OperatorLanguage) -> String {
        if let advice = advice(onTwoSuccesses: language) { return advice }
        let receipt = refused.receiptNumber.map(String.init) ?? "?"
        // A person's statement about the refused success says nothing of the acknowledged one.
        if let kept = history.acknowledgedSuccess {
            return refused.hasTheNumbers(of: kept)
                ? language.text("why.toldTwice", ["receipt": receipt])
                : language.text("why.refusedReceipt", ["receipt": receipt]) + "."
        }
        let maySayBooked = OperatorRule(history: history, claimed: claimed, largest: largest).maySayBooked
        switch kind {
        case .refund, .reversal, .release:
            // It is not itself reversed at the terminal.
            if let named = refused.originalTrace, !maySayBooked, history.isOfItsTerminal(refused) {
                return language.text("why.refusedAnother", ["receipt": receipt, "trace": named])
            }
            return language.text("why.refusedFinal", ["receipt": receipt])
                + (maySayBooked ? language.text("why.settleAmount") : ".")
        case .payment, .reservation, .booking: break
        }
        let settle =
            "till settle \(history.intent.payment) --taken-back --newest-receipt \(language.text("word.number")) "
            + "--evidence \(language.text("word.evidence"))"
        let reverse = language.text("why.thenType", ["settle": settle])
        return language.text("why.refusedReceipt", ["receipt": receipt]) + reverse
            + (maySayBooked ? language.text("why.orSettleAmount") : ".")
    }

    /// Says that the terminal's clock may be why the payment is in doubt; empty if it is not.
    func clock(in language: OperatorLanguage) -> String {
        guard let result = history.lastToldByItsTerminal, let time = result.timestamp,
            result.receiptNumber.flatMap({ history.intent.watermark.isNewer($0) }) != false,
            history.intent.isDatedBefore(result)
        else { return "" }
        let command = "till readers set-clock --reader \(history.intent.terminal)"
        return language.text("why.clock", ["time": time, "command": command])
    }

    /// The commands that settle the payment, with the terminal's last numbers if they may be those of this payment.
    func settling(in language: OperatorLanguage) -> String {
        let id = history.intent.payment
        let (number, place) = (language.text("word.number"), language.text("word.evidence"))
        let command = "till settle \(id) --booked " + (advised?.options(number) ?? unknownEntry(number))
        return language.text(
            "why.settling", ["seconds": seconds, "booked": command, "payment": id, "number": number, "evidence": place])
            + nothing(booked: advised?.told, in: language)
    }

    /// The options for an entry of which no numbers are known. If a result that was refused, or one of several others, may be that
    /// entry, it is to be said where it was read.
    private func unknownEntry(_ number: String) -> String {
        let needsWords = history.refusedResult != nil || history.lastToldMayBeAnothers
        return "--receipt \(number) --trace \(number) --amount \(history.intent.amount.formatted())"
            + (needsWords ? AdvisedBooking.evidence : "")
    }

    /// Says what becomes of the transaction if it is settled with an entry of 0.00; empty for any other amount.
    private func nothing(booked told: TransactionResult?, in language: OperatorLanguage) -> String {
        guard let told, isNothing(told) else { return "" }
        let nothing = kind.nothingHappened(in: language)
        return language.text(
            "why.settlesAsNothing", ["amount": Money.zero(history.intent.amount.currency), "nothing": nothing])
    }

    /// Whether the terminal told that it booked nothing of what was asked for.
    private func isNothing(_ told: TransactionResult) -> Bool {
        told.amountMinor == 0 && !history.mayBook(0)
    }

    private var seconds: Int64 { history.cardPhase.components.seconds }

    /// The entry that the terminal told and that a person may settle the transaction by; nil if there is none.
    private var advised: AdvisedBooking? {
        candidate.flatMap { AdvisedBooking($0, of: history, claimed: claimed, largest: largest) }
    }

    /// The success that the terminal told last, unless it is, or may as well be, another transaction.
    private var candidate: TransactionResult? {
        if let (kept, _) = history.twoSuccesses { return kept }
        guard let result = history.lastToldByItsTerminal, history.isToldAsBooked(result), !history.lastToldIsAnothers,
            !history.lastToldMayBeAnothers
        else { return nil }
        guard let receipt = result.receiptNumber else {
            // Without a receipt number only the trace shows that it is no older one.
            guard let trace = result.trace, let before = history.intent.watermarkTrace else { return nil }
            return LastTransactionMatcher.isNewer(trace, than: before) ? result : nil
        }
        // Another amount is this payment's only if it was told of it, or if it is the very next transaction.
        let told = [history.acknowledgedSuccess, history.refusedResult].compactMap(\.self)
        guard
            result.amountMinor.map(history.mayBook) ?? true || history.intent.watermark.isNext(receipt)
                || told.contains(where: result.hasTheNumbers) || history.intent.reusesOriginalReceipt(result)
        else { return nil }
        return result
    }
}

extension PaymentExplanation.Fact {
    /// What the payment's history was told; nil for a fact about its receipts, its order or its e-mails.
    package var event: PaymentEvent? { if case .event(let event, _) = told { event } else { nil } }
}
