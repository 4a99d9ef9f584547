import Model

// Detection of an old transaction that a terminal tells as the result of a new one.

extension PaymentIntent {
    /// Whether that success repeats the very transaction that the terminal had told before this one was begun. One with
    /// the same numbers and another time is a different one: numbers start again some day.
    func isFromBefore(_ result: TransactionResult) -> Bool {
        guard result.originalTrace == nil else { return false }
        // The end of a reservation may have the reservation's number.
        guard purpose.reserved == nil || result.trace == watermarkTrace else { return false }
        // A remembered watermark was not told by the terminal: its numbers may have restarted since.
        let receipt = remembersWatermark ? nil : watermark.receiptNumber
        return result.isToldAgain([
            (result.receiptNumber, receipt), (result.trace, watermarkTrace),
            (result.exactTimestamp?.stamp, watermarkTime?.stamp),
        ])
    }

    /// Whether it is dated clearly before this began. The terminal's own clock is used if it told the time of its last
    /// transaction from before.
    func isDatedBefore(_ result: TransactionResult) -> Bool {
        if let time = result.exactTimestamp, let watermarkTime, time.isLater(than: watermarkTime) {
            return false
        }
        return result.timestamp?.isBefore(startedAt, utcOffset: utcOffset) ?? false
    }

    /// Whether the terminal's own clock dates it before the watermark's transaction. A terminal that was restored from
    /// an earlier state tells such. Times have no year: if the watermark's time seems to lie in the future, it was last
    /// year's.
    func isOlderThanWatermark(_ result: TransactionResult) -> Bool {
        guard !remembersWatermark, let time = result.exactTimestamp, let watermarkTime,
            watermarkTime.isAfter(startedAt, utcOffset: utcOffset) == false
        else { return false }
        return watermarkTime.isLater(than: time)
    }

    /// Whether the watermark's transaction had another amount.
    func differsFromWatermark(_ amount: Int64?) -> Bool {
        guard !remembersWatermark, let amount, let watermarkAmount else { return false }
        return amount != watermarkAmount
    }
}

extension ClaimedTransaction {
    /// Whether that success repeats the transaction that this other payment stands for. Receipt and trace number, or
    /// the second in which it was made, identify a transaction; less than that identifies only the terminal's newest.
    func isToldAgain(by told: TransactionResult) -> Bool {
        guard told.originalTrace == nil, result.names(sameTerminalAs: told) else { return false }
        let numbers = [(told.receiptNumber, result.receiptNumber), (told.trace, result.trace)]
        let times = [(told.exactTimestamp?.stamp, result.exactTimestamp?.stamp)]
        guard told.isToldAgain(numbers + times) else { return false }
        return isNewest || told.isToldAgain(times) || numbers.allSatisfy { $0 != nil && $1 != nil }
    }
}

extension TransactionResult {
    /// Whether at least one of these pairs is known on both sides, and none differs.
    fileprivate func isToldAgain(_ pairs: [(told: Int?, known: Int?)]) -> Bool {
        let both = pairs.compactMap { pair in pair.told.flatMap { told in pair.known.map { told == $0 } } }
        return !both.isEmpty && both.allSatisfy { $0 }
    }

    /// Whether nothing tells it apart from that transaction: both have the same receipt and trace number, and neither
    /// terminal, time nor amount differ where both are told. Numbers that begin again are given to another transaction
    /// some day.
    func mayBe(_ other: TransactionResult) -> Bool {
        func agree<Value: Equatable>(_ field: KeyPath<TransactionResult, Value?>) -> Bool {
            guard let ours = self[keyPath: field], let its = other[keyPath: field] else { return true }
            return ours == its
        }
        return receiptNumber == other.receiptNumber && trace == other.trace && names(sameTerminalAs: other)
            && agree(\.exactTimestamp) && agree(\.amountMinor)
    }

    /// Typed transactions, and those of some terminals, name no terminal.
    func names(sameTerminalAs other: TransactionResult) -> Bool {
        guard let terminalID, let its = other.terminalID else { return true }
        return terminalID == its
    }
}

extension PaymentMachine {
    /// Whether it is the transaction from before this one, or that of another payment of this till, told as this one's
    /// result.
    func isFromBefore(_ result: TransactionResult) -> Bool {
        history.intent.isFromBefore(result) || claimed.contains { $0.isToldAgain(by: result) } || isDatedBefore(result)
    }

    /// Whether it is dated before the terminal's newest payment here. This catches a terminal whose clock is slow and
    /// that tells no last transaction each morning.
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
