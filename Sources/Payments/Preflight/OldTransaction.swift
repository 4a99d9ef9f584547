import Model

// A terminal may tell a stored transaction as the result of the one that was asked for.

extension PaymentIntent {
    /// Whether that success is the very transaction that the terminal had told of before this was begun, told again. One
    /// with the same numbers and another time is another: numbers begin anew some day.
    func isFromBefore(_ result: TransactionResult) -> Bool {
        guard result.originalTrace == nil else { return false }
        // What ends a reservation may go on under its number.
        guard purpose.reserved == nil || result.trace == watermarkTrace else { return false }
        // What is only remembered the terminal did not tell: its numbers may have begun anew since.
        let receipt = remembersWatermark ? nil : watermark.receiptNumber
        return result.isToldAgain([
            (result.receiptNumber, receipt), (result.trace, watermarkTrace),
            (result.exactTimestamp?.stamp, watermarkTime?.stamp),
        ])
    }

    /// Whether it is dated clearly before this began: by the terminal's own clock where it told the time of its last
    /// transaction from before, whatever ours says.
    func isDatedBefore(_ result: TransactionResult) -> Bool {
        if let time = result.exactTimestamp, let watermarkTime, time.isLater(than: watermarkTime) {
            return false
        }
        return result.timestamp?.isBefore(startedAt, utcOffset: utcOffset) ?? false
    }

    /// Whether the terminal's own clock says that it was before the last transaction that the terminal told of before this
    /// began: a terminal that was restored from an earlier state tells such. Times have no year: where that last transaction
    /// seems to be still to come it was last year's.
    func isOlderThanWatermark(_ result: TransactionResult) -> Bool {
        guard !remembersWatermark, let time = result.exactTimestamp, let watermarkTime,
            watermarkTime.isAfter(startedAt, utcOffset: utcOffset) == false
        else { return false }
        return watermarkTime.isLater(than: time)
    }

    /// Whether the last transaction that the terminal told of before this began came to another amount.
    func differsFromWatermark(_ amount: Int64?) -> Bool {
        guard !remembersWatermark, let amount, let watermarkAmount else { return false }
        return amount != watermarkAmount
    }
}

extension ClaimedTransaction {
    /// Whether that success is the transaction that this other payment stands for, told again. Receipt and trace number, or
    /// the second in which it was, name a transaction; less than that names the terminal's newest only.
    func isToldAgain(by told: TransactionResult) -> Bool {
        guard told.originalTrace == nil, result.names(sameTerminalAs: told) else { return false }
        let numbers = [(told.receiptNumber, result.receiptNumber), (told.trace, result.trace)]
        let times = [(told.exactTimestamp?.stamp, result.exactTimestamp?.stamp)]
        guard told.isToldAgain(numbers + times) else { return false }
        return isNewest || told.isToldAgain(times) || numbers.allSatisfy { $0 != nil && $1 != nil }
    }
}

extension TransactionResult {
    /// Whether at least one of these pairs is told on both sides, and none differs.
    fileprivate func isToldAgain(_ pairs: [(told: Int?, known: Int?)]) -> Bool {
        let both = pairs.compactMap { pair in pair.told.flatMap { told in pair.known.map { told == $0 } } }
        return !both.isEmpty && both.allSatisfy { $0 }
    }

    /// What a person types, and what some terminals tell, names no terminal.
    func names(sameTerminalAs other: TransactionResult) -> Bool {
        guard let terminalID, let its = other.terminalID else { return true }
        return terminalID == its
    }
}

extension PaymentMachine {
    /// The transaction from before this one, or that of another payment of this till, told as if it were this one.
    func isFromBefore(_ result: TransactionResult) -> Bool {
        history.intent.isFromBefore(result) || claimed.contains { $0.isToldAgain(by: result) } || isDatedBefore(result)
    }

    /// A terminal whose clock is slow, and that tells nothing of its last transaction each morning, is known by the time of
    /// its newest payment here.
    private func isDatedBefore(_ result: TransactionResult) -> Bool {
        guard result.originalTrace == nil, history.intent.isDatedBefore(result) else { return false }
        return !claimed.contains { other in
            guard other.isNewest, let time = result.exactTimestamp, let before = other.result.exactTimestamp else {
                return false
            }
            return time.isLater(than: before)
        }
    }
}
