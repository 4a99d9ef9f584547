import Foundation
import Model

/// Decides which end of day a terminal repeats when it is asked for its last one.
struct RepeatedTotals: Sendable {
    package enum Verdict: Hashable, Sendable {
        case ours
        /// The end of day before this one: the terminal has had none since.
        case previous
        case unknown
    }

    /// The totals expected when the end of day was begun.
    let before: ExpectedTotals
    /// The totals of the end of day before, if this till received them.
    let previous: TerminalTotals?
    /// When the end of day was begun; the zone is in seconds east of UTC.
    let startedAt: Date
    let utcOffset: Int

    func judge(_ totals: TerminalTotals) -> Verdict {
        guard totals.isSuccess, totals.sumMinor != nil else { return .unknown }
        if totals == previous { return totals.trace == nil ? .unknown : .previous }
        if let range = ReceiptRange(totals), before.bookings.compactMap(\.receipt).contains(where: range.contains) {
            return .ours
        }
        // If nothing was counted in a day, only the time tells to which day the totals belong.
        guard before.mayComeToNothing(for: totals), let time = totals.timestamp else { return .unknown }
        return time.isBefore(startedAt, utcOffset: utcOffset) ? .unknown : .ours
    }
}
