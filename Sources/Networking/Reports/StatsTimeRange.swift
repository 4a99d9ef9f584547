/// The days that a report is about.
package enum StatsTimeRange: Hashable, Sendable {
    case today, thisWeek, thisMonth, thisYear
    case custom(from: CalendarDay, to: CalendarDay)

    /// The days and the parts of the report, when it is that day in the shop.
    package func span(today: CalendarDay) -> StatsSpan {
        switch self {
        case .today: StatsSpan(from: today, to: today, by: .hour)
        case .thisWeek: StatsSpan(from: today.monday, to: today.monday + 6, by: .day)
        case .thisMonth: StatsSpan(from: today.firstOfMonth, to: today.lastOfMonth, by: .day)
        case .thisYear: StatsSpan(from: today.firstOfYear, to: today.lastOfYear, by: .month)
        case .custom(let from, let to):
            StatsSpan(from: min(from, to), to: max(from, to), by: Self.interval(ofDays: abs(to - from)))
        }
    }

    /// Up to 28 days daily, 90 days weekly, three years monthly.
    private static func interval(ofDays days: Int) -> StatsInterval {
        switch days {
        case 0: .hour
        case ...28: .day
        case ...90: .week
        case ...(3 * 366): .month
        default: .year
        }
    }
}
