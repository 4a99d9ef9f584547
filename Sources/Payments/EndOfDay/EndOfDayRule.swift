import Foundation
import Model

/// What became of an end of day that was cut off, by what the terminal tells. A new day counts nothing of the old one.
/// What is not proven is unclear.
struct EndOfDayRule: Sendable {
    /// What stood at the terminal when the end of day was begun.
    let before: ExpectedTotals
    /// What came after.
    let after: ExpectedTotals
    /// The terminal has told that it ended it.
    let wasTold: Bool

    package enum Finding: Hashable, Sendable {
        case closed
        case notClosed
        /// The old day may come to nothing, as a new one does: what is counted does not tell them apart.
        case alike
        case unclear(Sentence)
    }

    /// - Parameter now: what the terminal counts; nil where it does not tell.
    func judge(_ now: TerminalTotals?) -> Finding {
        guard let now, let counted = now.sumMinor else {
            return wasTold ? .closed : .unclear(Sentence("reason.endOfDay.countsNotTold"))
        }
        let old = before.bookings.compactMap(\.receipt)
        let range = ReceiptRange(now)
        if let range, old.contains(where: range.contains) { return .notClosed }
        if wasTold { return .closed }
        if before.mayComeToNothing(for: now) { return .alike }
        if now.countsNothing || range != nil && !old.isEmpty { return .closed }
        // Sums have no sign on the wire.
        let (all, since) = (abs(before.netMinor &+ after.netMinor), abs(after.netMinor))
        guard all != since, counted == all || counted == since else { return .unclear(Self.neither) }
        return counted == all ? .notClosed : .closed
    }

    static let neither = Sentence("reason.endOfDay.neitherDay")
}

extension ExpectedTotals {
    /// Whether a terminal may count nothing of it, or nothing that is left in the sums it tells. Some count neither a
    /// payment nor what took it back.
    func mayComeToNothing(for totals: TerminalTotals) -> Bool {
        guard totals.schemes != nil else { return netMinor == 0 }
        return Dictionary(grouping: bookings, by: \.scheme).values.allSatisfy { $0.netMinor == 0 }
    }
}

extension TerminalTotals {
    /// All that was counted; nil where the terminal told none.
    var sumMinor: Int64? { totalMinor ?? schemes?.map(\.amountMinor).sum }

    /// Whether it has counted no transaction.
    var countsNothing: Bool { sumMinor == 0 && schemes?.allSatisfy { $0.count == 0 && $0.amountMinor == 0 } ?? true }

    /// Whether the terminal told them as the result of something that went well.
    var isSuccess: Bool { resultCode?.isSuccess ?? true }
}
