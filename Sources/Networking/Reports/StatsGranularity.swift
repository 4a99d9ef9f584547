/// The parts into which the old statistics divide time.
package enum StatsGranularity: String, Hashable, Sendable, CaseIterable {
    case day, week, month, year

    /// The name of the part that a day belongs to: `2026-11-25`, `2026-W48`, `2026-11` or `2026`.
    package func period(of day: CalendarDay) -> String {
        switch self {
        case .day: day.text
        case .week: day.week
        case .month: String(day.text.prefix(7))
        case .year: String(day.text.prefix(4))
        }
    }

    /// A span of this number of parts, of which the last one holds the day `latest`.
    package func span(to latest: CalendarDay, quantity: Int) -> StatsSpan {
        let before = max(1, quantity) - 1
        return switch self {
        case .day: StatsSpan(from: latest + -before, to: latest, by: .day)
        case .week: StatsSpan(from: latest.monday + -7 * before, to: latest.monday + 6, by: .day)
        case .month: StatsSpan(from: latest.adding(months: -before), to: latest.lastOfMonth, by: .month)
        case .year:
            StatsSpan(from: latest.firstOfYear.adding(months: -12 * before), to: latest.lastOfYear, by: .month)
        }
    }
}
