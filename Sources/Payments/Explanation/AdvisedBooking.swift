import Model

/// The booking that a person is advised to type where the terminal's journal has it. It is one that Till accepts.
struct AdvisedBooking {
    /// What a person replaces by the place where they read it.
    static let evidence = " --evidence \"...\""

    /// What the terminal told of that entry.
    let told: TransactionResult
    let amount: Money
    /// Whether it must be said where the entry was read.
    let needsWords: Bool

    /// Nil if Till would not accept it: also if the entry has the numbers of another payment, or exceeds the most that a
    /// payment may be.
    ///
    /// - Parameters:
    ///   - claimed: the transactions that other payments stand for.
    ///   - largest: the most that a payment may be; nil for the terminal's own limit.
    init?(
        _ told: TransactionResult, of history: PaymentHistory, claimed: [ClaimedTransaction] = [], largest: Money? = nil
    ) {
        guard !claimed.contains(where: { $0.result.isSameTransaction(as: told) }) else { return nil }
        let amount = told.amountToType(history)
        let statement = OperatorEvidence.Statement.booked(
            receipt: told.receiptNumber, trace: told.trace ?? history.acknowledgedSuccess?.trace ?? 0, amount: amount)
        let rule = OperatorRule(history: history, claimed: claimed, largest: largest)
        func isTaken(_ words: String?) -> Bool {
            let evidence = OperatorEvidence(statement, words: words, operatorName: "")
            return (try? rule.outcome(of: evidence)) != nil
        }
        needsWords = told.isForeign(to: amount.currency) || !isTaken(nil)
        guard !needsWords || isTaken("...") else { return nil }
        (self.told, self.amount) = (told, amount)
    }

    /// The options of the command; `number` stands for one that is not known.
    func options(_ number: String) -> String {
        let receipt = told.receiptNumber.map { "--receipt \($0) " } ?? ""
        let trace = told.trace.map(String.init) ?? number
        return receipt + "--trace \(trace) --amount \(amount.formatted())" + (needsWords ? Self.evidence : "")
    }
}

extension TransactionResult {
    /// Whether both have the same receipt number and the same trace.
    func hasTheNumbers(of other: TransactionResult) -> Bool {
        receiptNumber == other.receiptNumber && trace == other.trace
    }

    /// The amount to type: what was told, unless the request was or another currency.
    fileprivate func amountToType(_ history: PaymentHistory) -> Money {
        let asked = history.intent.amount
        guard !isForeign(to: asked.currency), let minor = amountMinor, !history.mayBook(minor) else { return asked }
        return Money(minorUnits: minor, currency: asked.currency)
    }
}
