import Foundation
import Model

/// Decides by the terminal's totals what became of an interrupted end of day. A new day counts nothing of the old one.
/// What is not proven is unclear.
struct EndOfDayRule: Sendable {
    /// The totals expected when the end of day was begun.
    let before: ExpectedTotals
    /// The totals of the transactions after that.
    let after: ExpectedTotals
    /// Whether the terminal has told that it ended its day.
    let wasTold: Bool

    package enum Verdict: Hashable, Sendable {
        case closed
        case notClosed
        /// The old day may come to zero, as a new one does: the totals do not tell them apart.
        case alike
        case unclear(Sentence)
    }

    /// Tells whether the interrupted end of day has closed the terminal's day. Without totals that is unclear, unless
    /// the terminal has told that it did.
    ///
    /// - Parameter now: the terminal's totals; nil if it does not tell them.
    func judge(_ now: TerminalTotals?) -> Verdict {
        guard let now, let counted = now.sumMinor else {
            return wasTold ? .closed : .unclear(Sentence("reason.endOfDay.countsNotTold"))
        }
        let old = before.bookings.compactMap(\.receipt)
        let range = ReceiptRange(now)
        if let range, old.contains(where: range.contains) { return .notClosed }
        if wasTold { return .closed }
        if before.mayComeToNothing(for: now) { return .alike }
        if now.countsNothing || range != nil && !old.isEmpty { return .closed }
        // Sums have no sign in the protocol.
        let (all, since) = (abs(before.netMinor &+ after.netMinor), abs(after.netMinor))
        guard all != since, counted == all || counted == since else { return .unclear(Self.neither) }
        return counted == all ? .notClosed : .closed
    }

    static let neither = Sentence("reason.endOfDay.neitherDay")
}

extension ExpectedTotals {
    /// Whether the terminal may count no transaction of it, or a sum of zero. Some terminals count neither a payment
    /// nor its reversal.
    func mayComeToNothing(for totals: TerminalTotals) -> Bool {
        guard totals.schemes != nil else { return netMinor == 0 }
        return Dictionary(grouping: bookings, by: \.scheme).values.allSatisfy { $0.netMinor == 0 }
    }
}

extension TerminalTotals {
    /// The sum of all transactions; nil if the terminal told none.
    var sumMinor: Int64? { totalMinor ?? schemes?.map(\.amountMinor).sum }

    /// Whether the terminal has counted no transaction.
    var countsNothing: Bool { sumMinor == 0 && schemes?.allSatisfy { $0.count == 0 && $0.amountMinor == 0 } ?? true }

    /// Whether the terminal told these totals with a success.
    var isSuccess: Bool { resultCode?.isSuccess ?? true }
}
