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

    /// Tells whether the interrupted end of day has closed the terminal's day. It has if the terminal told so, whatever
    /// it counts since: it may have restarted its receipt numbers. Without that and without totals it is unclear.
    ///
    /// - Parameter now: the terminal's totals; nil if it does not tell them.
    func judge(_ now: TerminalTotals?) -> Verdict {
        if wasTold { return .closed }
        guard let now, let counted = now.sumMinor else {
            return .unclear(Sentence("reason.endOfDay.countsNotTold"))
        }
        let range = ReceiptRange(now)
        if let range, goesOn(now, range) { return .notClosed }
        if before.mayComeToNothing(for: now) { return .alike }
        if let range, before.receipts.contains(where: range.contains) {
            return hasRestarted(now, range) ? .closed : .unclear(Self.eitherDay)
        }
        // Only a day that has money in another currency as well comes here balanced.
        if before.isBalanced(for: now) { return .unclear(Self.severalCurrencies) }
        if now.countsNothing || range != nil && !before.receipts.isEmpty { return .closed }
        guard before.foreign.isEmpty, after.foreign.isEmpty else { return .unclear(Self.severalCurrencies) }
        // Sums have no sign in the protocol.
        let (all, since) = (abs(before.netMinor &+ after.netMinor), abs(after.netMinor))
        guard all != since, counted == all || counted == since else { return .unclear(Self.neither) }
        return counted == all ? .notClosed : .closed
    }

    /// Whether the terminal still counts the whole old day, and later numbers for what came after it. The sum must fit.
    /// If it holds receipts of which nothing is known, it is enough that the numbers do not begin at 1, where a
    /// terminal restarts them.
    private func goesOn(_ now: TerminalTotals, _ range: ReceiptRange) -> Bool {
        let all = before.followed(by: after)
        guard !before.receipts.isEmpty, all.receipts.allSatisfy(range.contains), isInOrder(range) else { return false }
        return all.comes(to: now) || range.first > 1 && all.hasStrangers(in: range)
    }

    /// Whether the terminal counts what came after the old day, alone and under numbers of the old day.
    private func hasRestarted(_ now: TerminalTotals, _ range: ReceiptRange) -> Bool {
        !isInOrder(range) && after.receipts.allSatisfy(range.contains) && after.comes(to: now)
            && !before.followed(by: after).comes(to: now)
    }

    /// Whether every number of the old day comes before those of what came after it.
    private func isInOrder(_ range: ReceiptRange) -> Bool {
        guard let last = before.receipts.filter(range.contains).map(range.place).max() else { return true }
        return after.receipts.allSatisfy { range.place($0) > last }
    }

    static let neither = Sentence("reason.endOfDay.neitherDay")
    static let severalCurrencies = Sentence("reason.endOfDay.severalCurrencies")
    static let eitherDay = Sentence("reason.endOfDay.eitherDay")
}
