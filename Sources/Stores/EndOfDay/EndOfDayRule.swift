import Model

/// What became of an end of day that was cut off, by what the terminal counts now. A new day counts nothing of the old one.
struct EndOfDayRule: Sendable {
    /// What stood at the terminal when the end of day was begun.
    let before: DayBook
    /// What came after.
    let after: DayBook

    enum Finding: Hashable, Sendable {
        case closed
        case notClosed
        case unclear(String)
    }

    func judge(_ now: TerminalTotals) -> Finding {
        guard let counted = now.sumMinor else { return .unclear("The terminal does not tell what it counts.") }
        if now.countsNothing { return .closed }
        if let range = ReceiptRange(now) {
            let old = before.bookings.compactMap(\.receipt)
            guard old.isEmpty else { return old.contains(where: range.contains) ? .notClosed : .closed }
        }
        // Where nothing stood before, ending the day once more loses nothing.
        if before.bookings.isEmpty { return .notClosed }
        switch counted {
        case before.netMinor &+ after.netMinor: return .notClosed
        case after.netMinor: return .closed
        default: return .unclear("What the terminal counts is neither the old day nor the new one.")
        }
    }

    /// Whether totals that the terminal told once more are those of this end of day, not of the one before.
    func areOurs(_ totals: TerminalTotals, previous: TerminalTotals?) -> Bool {
        guard totals != previous, totals.resultCode ?? 0 == 0, totals.sumMinor != nil else { return false }
        guard let range = ReceiptRange(totals), !totals.countsNothing else { return before.bookings.isEmpty }
        return before.bookings.compactMap(\.receipt).contains(where: range.contains)
    }
}

extension TerminalTotals {
    /// All that was counted; nil where the terminal told none.
    var sumMinor: Int64? { totalMinor ?? schemes?.map(\.amountMinor).sum }

    /// Whether it has counted no transaction.
    var countsNothing: Bool { sumMinor == 0 && schemes?.allSatisfy { $0.count == 0 && $0.amountMinor == 0 } ?? true }
}
