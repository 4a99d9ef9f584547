import Foundation

/// How analytics divide time.
enum AnalyticsInterval: String, CaseIterable {
    case hour, day, week, month, quarter, year

    /// The times are the shop's, written as UTC.
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// The most intervals of one report.
    static let most = 20_000

    struct Span {
        let name: String
        let start: Date
        /// The last second.
        let end: Date
    }

    /// The intervals between two times, the first and the last cut. Nil when there are too many.
    func spans(from start: Date, to end: Date) -> [Span]? {
        var spans: [Span] = []
        var time = start
        while time <= end {
            guard spans.count < Self.most, let next = after(time) else { return nil }
            spans.append(Span(name: name(of: time), start: time, end: min(end, next.addingTimeInterval(-1))))
            time = next
        }
        return spans
    }

    /// The beginning of the next interval.
    private func after(_ time: Date) -> Date? {
        let calendar = Self.calendar
        if self == .quarter {
            let month = calendar.component(.month, from: time)
            let first = DateComponents(
                year: calendar.component(.year, from: time), month: (month - 1) / 3 * 3 + 4, day: 1)
            return calendar.date(from: first)
        }
        guard let interval = calendar.dateInterval(of: component, for: time) else { return nil }
        return interval.end
    }

    private var component: Calendar.Component {
        switch self {
        case .hour: .hour
        case .day: .day
        case .week: .weekOfYear
        case .month, .quarter: .month
        case .year: .year
        }
    }

    private func name(of time: Date) -> String {
        let text = ShopTime.text(time)
        let calendar = Self.calendar
        switch self {
        case .hour: return "\(text.prefix(10)) \(text.dropFirst(11).prefix(2))"
        case .day: return String(text.prefix(10))
        case .week:
            let week = calendar.component(.weekOfYear, from: time)
            return "\(calendar.component(.yearForWeekOfYear, from: time))-\(week < 10 ? "0" : "")\(week)"
        case .month: return String(text.prefix(7))
        case .quarter: return "\(text.prefix(4))-\((calendar.component(.month, from: time) + 2) / 3)"
        case .year: return String(text.prefix(4))
        }
    }
}
