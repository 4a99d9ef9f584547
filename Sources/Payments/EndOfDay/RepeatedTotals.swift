import Foundation
import Model

/// Whose totals a terminal tells when it is asked for its last end of day once more.
struct RepeatedTotals: Sendable {
    package enum Finding: Hashable, Sendable {
        case ours
        /// It is the one before: there was none since.
        case previous
        case unknown
    }

    /// What stood at the terminal when the end of day was begun.
    let before: ExpectedTotals
    /// What it told at the end of day before, where this till has heard it.
    let previous: TerminalTotals?
    /// When the end of day was begun, and the zone it was begun in, in seconds east of UTC.
    let startedAt: Date
    let utcOffset: Int

    func judge(_ totals: TerminalTotals) -> Finding {
        guard totals.isSuccess, totals.sumMinor != nil else { return .unknown }
        if totals == previous { return totals.trace == nil ? .unknown : .previous }
        if let range = ReceiptRange(totals), before.bookings.compactMap(\.receipt).contains(where: range.contains) {
            return .ours
        }
        // Of a day in which nothing was counted only its time tells whose it is.
        guard before.mayComeToNothing(for: totals), let time = totals.timestamp else { return .unknown }
        return time.isBefore(startedAt, utcOffset: utcOffset) ? .unknown : .ours
    }
}
