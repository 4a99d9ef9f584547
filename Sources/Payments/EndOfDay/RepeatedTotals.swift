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
    /// The totals that the terminal told for this end of day itself, if it did.
    let told: TerminalTotals?
    /// When the end of day was begun; the zone is in seconds east of UTC.
    let startedAt: Date
    let utcOffset: Int
    /// Whether the terminal has certainly ended that day, so that it repeats that end of day or a later one.
    let isClosed: Bool

    /// Tells which end of day these totals are of. Only a time proves that they are of this one, unless the terminal
    /// told them before: receipt numbers and sums may be those of an earlier day, because some terminals restart their
    /// numbers every day.
    func judge(_ totals: TerminalTotals) -> Verdict {
        guard totals.isSuccess, totals.sumMinor != nil else { return .unknown }
        if totals == previous { return totals.trace == nil ? .unknown : .previous }
        if let told, told.isSuccess, told.isRepeated(in: totals) { return .ours }
        let isCounted = before.isCounted(in: totals)
        if isClosed, isCounted { return .ours }
        guard let time = totals.timestamp, !isEarlier(time) else { return .unknown }
        return isCounted || before.mayComeToNothing(for: totals) ? .ours : .unknown
    }

    /// Whether that time is before the end of day was begun, or before the last booking of the day by the terminal's
    /// own clock.
    private func isEarlier(_ time: TransactionTimestamp) -> Bool {
        let latest = TransactionTimestamp(
            month: time.month, day: time.day, hour: time.hour, minute: time.minute, second: time.second ?? 59)
        return time.isBefore(startedAt, utcOffset: utcOffset) || before.lastBooked?.isLater(than: latest) ?? false
    }
}
