import Model

// Whether a terminal's totals are those of a day, by the day's receipts and its sum.

extension ExpectedTotals {
    /// The receipt numbers of what was booked.
    var receipts: [Int] { bookings.compactMap(\.receipt) }

    /// Whether these totals hold every receipt of the day, and a sum that may be the day's: receipts that the journal
    /// does not know may be of any amount. It proves nothing by itself, because a terminal may restart its numbers.
    func isCounted(in totals: TerminalTotals) -> Bool {
        guard let range = ReceiptRange(totals), !receipts.isEmpty, receipts.allSatisfy(range.contains),
            totals.isCounted(in: currency)
        else { return false }
        return comes(to: totals) || hasStrangers(in: range)
    }

    /// Whether the terminal's sum is the day's.
    func comes(to totals: TerminalTotals) -> Bool {
        totals.isCounted(in: currency) && Books(day: self, totals: totals, terminalID: nil).terminalMinor == netMinor
    }

    /// Whether receipts are counted that the journal does not know.
    func hasStrangers(in range: ReceiptRange) -> Bool { range.receipts.contains { !knownReceipts.contains($0) } }

    /// Whether the terminal may count no transaction of it, or a sum of zero. Some terminals count neither a payment
    /// nor its reversal. With money in another currency it may not: nobody knows how the terminal counts that.
    func mayComeToNothing(for totals: TerminalTotals) -> Bool { foreign.isEmpty && isBalanced(for: totals) }

    /// Whether what stands in the day's own currency comes to nothing.
    func isBalanced(for totals: TerminalTotals) -> Bool {
        guard totals.schemes != nil else { return netMinor == 0 }
        return Dictionary(grouping: bookings, by: \.scheme).values.allSatisfy { $0.netMinor == 0 }
    }

    /// Both days as one. They must be of the same currency.
    func followed(by next: ExpectedTotals) -> ExpectedTotals {
        var both = self
        both.bookings += next.bookings
        both.foreign += next.foreign
        both.knownReceipts.formUnion(next.knownReceipts)
        return both
    }
}

extension TerminalTotals {
    /// The sum of all transactions; nil if the terminal told none.
    var sumMinor: Int64? { totalMinor ?? schemes?.map(\.amountMinor).sum }

    /// The currency in which the terminal counts; nil if it does not tell.
    var currency: Currency? { currencyNumber.flatMap(Currency.init(number:)) }

    /// Whether the terminal has counted no transaction.
    var countsNothing: Bool { sumMinor == 0 && schemes?.allSatisfy { $0.count == 0 && $0.amountMinor == 0 } ?? true }

    /// Whether the terminal told these totals with a success.
    var isSuccess: Bool { resultCode?.isSuccess ?? true }

    /// Whether the terminal counts in that currency; true if it does not tell in which one.
    func isCounted(in currency: Currency) -> Bool {
        guard let number = currencyNumber, number != 0 else { return true }
        return number == currency.number
    }

    /// Whether these are the totals of one end of day, told twice. The time or the trace number proves it: sums and
    /// receipt numbers of two days may be the same.
    func isRepeated(in other: TerminalTotals) -> Bool {
        guard sumMinor == other.sumMinor, schemes == other.schemes, firstReceipt == other.firstReceipt,
            lastReceipt == other.lastReceipt
        else { return false }
        let sameTrace = trace.flatMap { ours in other.trace.map { $0 == ours } }
        let sameTime = timestamp.flatMap { ours in other.timestamp.map { $0 == ours } }
        return sameTrace != false && sameTime != false && (sameTrace ?? sameTime ?? false)
    }
}
