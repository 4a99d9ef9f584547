/// Whole days, and the parts into which a report divides them.
package struct StatsSpan: Hashable, Sendable {
    package let from: CalendarDay
    package let to: CalendarDay
    package let interval: StatsInterval

    package init(from: CalendarDay, to: CalendarDay, by interval: StatsInterval) {
        self.from = from
        self.to = to
        self.interval = interval
    }

    /// The key of a cached report: equal for equal days and parts.
    package var key: String { "\(from.text)_\(to.text)_\(interval.rawValue)" }

    /// What analytics are asked. The times are the shop's own, without a zone.
    var query: [String: String] {
        ["after": "\(from.text)T00:00:00", "before": "\(to.text)T23:59:59"]
    }
}
