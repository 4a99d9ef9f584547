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
        let told = language.text("why.refusedReceipt", ["receipt": receipt])
        // A person's statement about the refused success says nothing of the acknowledged one.
        guard history.acknowledgedSuccess == nil else { return told + "." }
        let settle =
            "till settle \(history.intent.payment) --taken-back --newest-receipt \(language.text("word.number")) "
            + "--evidence \(language.text("word.evidence"))"
        let reverse = told + language.text("why.thenType", ["settle": settle])
        guard OperatorRule(history: history).maySayBooked else { return reverse + "." }
        return reverse
            + language.text("why.orSettleAmount")
    }

    /// Says that the terminal's clock may be why the payment is in doubt; empty if it is not.
    func clock(in language: OperatorLanguage) -> String {
        guard case .transaction(let result)? = history.lastEvidence, let time = result.timestamp,
            result.receiptNumber.flatMap({ history.intent.watermark.isNewer($0) }) != false,
            history.intent.isDatedBefore(result)
        else { return "" }
        let command = "till readers set-clock --reader \(history.intent.terminal)"
        return language.text("why.clock", ["time": time, "command": command])
    }

    /// The commands that settle the payment, with the terminal's last numbers if they may be those of this payment.
    func settling(in language: OperatorLanguage) -> String {
        let id = history.intent.payment
        let told = candidate
        let number = language.text("word.number")
        let receipt = told?.receiptNumber.map(String.init) ?? number
        let trace = told?.trace.map(String.init) ?? number
        let where_ = language.text("word.evidence")
        let booked = "till settle \(id) --booked --receipt \(receipt) --trace \(trace) --amount \(amount(of: told))"
        return language.text(
            "why.settling", ["seconds": seconds, "booked": booked, "payment": id, "number": number, "evidence": where_])
            + nothing(booked: told, in: language)
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
        told.amountMinor == 0 && history.intent.purpose.tellsAmount && !history.mayBook(0)
    }

    private var seconds: Int64 { history.cardPhase.components.seconds }

    /// The success that the terminal told last, unless its number shows that it is older than this payment, or a person may not
    /// settle the payment by it.
    private var candidate: TransactionResult? {
        if let (kept, _) = history.twoSuccesses { return kept }
        guard case .transaction(let result)? = history.lastEvidence, result.isSuccess,
            result.originalTrace == nil,
            let receipt = result.receiptNumber, history.intent.watermark.isNewer(receipt) != false
        else { return nil }
        // Another amount is this payment's only if it is the very next transaction.
        guard
            !history.intent.purpose.tellsAmount || result.amountMinor.map(history.mayBook) ?? true
                || history.intent.watermark.isNext(receipt)
        else { return nil }
        let rule = OperatorRule(history: history)
        guard !isNothing(result) || rule.isToldAsNothing(receipt, result.trace ?? 0) else { return nil }
        return result
    }

    /// The amount to type, with where to read it if it differs from the request.
    private func amount(of told: TransactionResult?) -> String {
        let asked = history.intent.amount
        if let told, told.isForeign(to: asked.currency) { return asked.formatted() + " --evidence \"...\"" }
        guard let minor = told?.amountMinor, !history.mayBook(minor), history.intent.purpose.tellsAmount
        else { return asked.formatted() }
        return Money(minorUnits: minor, currency: asked.currency).formatted() + " --evidence \"...\""
    }
}

extension PaymentExplanation.Fact {
    /// What the payment's history was told; nil for a fact about its receipts, its order or its e-mails.
    package var event: PaymentEvent? { if case .event(let event, _) = told { event } else { nil } }
}
