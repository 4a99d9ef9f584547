import Foundation
import Model

extension TransactionTimestamp {
    /// This time moved by the difference between `then` and `now`; nil when it is no valid time. The year, which it lacks,
    /// is the one nearest to `then`.
    func moved(from then: Date, to now: Date, in zone: TimeZone) -> TransactionTimestamp? {
        func local(_ date: Date) -> Date { date + Double(zone.secondsFromGMT(for: date)) }
        let calendar = Self.calendar
        let year = calendar.component(.year, from: local(then))
        let possible = (year - 1...year + 1).compactMap { date(in: $0) }
        guard isTime, let told = possible.min(by: { abs($0 - local(then)) < abs($1 - local(then)) }) else { return nil }
        let parts = calendar.dateComponents(
            [.month, .day, .hour, .minute, .second], from: told + (local(now) - local(then)))
        return TransactionTimestamp(
            month: parts.month ?? 0, day: parts.day ?? 0, hour: parts.hour ?? 0, minute: parts.minute ?? 0,
            second: parts.second ?? 0)
    }

    private var isTime: Bool {
        (1...12).contains(month) && (1...31).contains(day) && hour < 24 && minute < 60 && (second ?? 0) < 60
    }

    private func date(in year: Int) -> Date? {
        Self.calendar.date(
            from: DateComponents(year: year, month: month, day: day, hour: hour, minute: minute, second: second))
    }

    /// A calendar without summer time: local times are computed as if they were UTC.
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}

private func - (later: Date, earlier: Date) -> TimeInterval { later.timeIntervalSince(earlier) }
