import Model

// What was told of a transaction in doubt, as a person's statement is compared with it.

extension PaymentHistory {
    /// What the terminal of this transaction told as its last one when it was last asked; nil if another terminal answered.
    var lastToldByItsTerminal: TransactionResult? {
        guard case .transaction(let result)? = lastEvidence, isOfItsTerminal(result) else { return nil }
        return result
    }

    /// The successes that another terminal told in place of its own: as its last transaction, or as a result, which was refused.
    var toldByAnotherTerminal: [TransactionResult] {
        var told = [refusedResult].compactMap(\.self)
        if case .transaction(let result)? = lastEvidence { told.append(result) }
        return told.filter { $0.isSuccess && !isOfItsTerminal($0) }
    }

    /// Whether nothing shows that another terminal told it.
    func isOfItsTerminal(_ told: TransactionResult) -> Bool {
        guard let its = told.terminalID, let ours = intent.terminalID ?? acknowledgedSuccess?.terminalID else {
            return true
        }
        return its == ours
    }

    /// Whether it was told as booked: it is a success, and no report that this transaction, or another one, was taken back.
    func isToldAsBooked(_ told: TransactionResult) -> Bool {
        guard told.isSuccess else { return false }
        guard let named = told.originalTrace else { return true }
        return intent.meaning(ofNamed: named, learned: namedOriginal) == .original
    }

    /// Whether the transaction that the terminal told last was found to belong to another payment of this till.
    var lastToldIsAnothers: Bool {
        guard seemsBooked.map({ lastEvidence != .transaction($0) }) ?? true else { return false }
        return wasFound(["reason.belongsTo", "reason.hasNumbersOf"])
    }

    /// Whether the transaction that the terminal told last may as well be another one: the terminal told of one before that may be
    /// this payment, or others may have followed a backup.
    var lastToldMayBeAnothers: Bool {
        wasFound(["reason.seenBefore", "reason.seenOther", "reason.seenUnnumbered", "reason.restored"])
    }

    /// Whether the last answer did not decide, for one of these reasons.
    private func wasFound(_ reasons: Set<String>) -> Bool {
        guard case .unclear(let why)? = lastFinding, let code = why.code else { return false }
        return reasons.contains(code)
    }
}

extension TransactionResult {
    /// Whether it is that transaction by its numbers and its time, whatever has become of it. If a time is not told, nothing else
    /// may differ.
    func isSameEntry(as other: TransactionResult) -> Bool {
        guard receiptNumber == other.receiptNumber, trace == other.trace else { return false }
        return isOfTheSameSecond(as: other) ?? mayBe(other)
    }

    /// Whether both have the same time; nil if one of them has none.
    func isOfTheSameSecond(as other: TransactionResult) -> Bool? {
        guard let time = exactTimestamp, let its = other.exactTimestamp else { return nil }
        return time == its
    }

    /// Whether it repeats that success in all numbers that both tell. Receipt, trace and amount must be told by both.
    func repeats(_ told: TransactionResult) -> Bool {
        func agree<Value: Equatable>(_ field: KeyPath<TransactionResult, Value?>, mustBeTold: Bool = false) -> Bool {
            guard let ours = self[keyPath: field], let its = told[keyPath: field] else { return !mustBeTold }
            return ours == its
        }
        return isSuccess && told.isSuccess && originalTrace == told.originalTrace
            && agree(\.receiptNumber, mustBeTold: true) && agree(\.trace, mustBeTold: true)
            && agree(\.amountMinor, mustBeTold: true) && agree(\.currencyNumber) && agree(\.terminalID)
            && agree(\.exactTimestamp) && agree(\.panLastDigits) && agree(\.turnoverNumber) && agree(\.approvalCode)
    }
}
