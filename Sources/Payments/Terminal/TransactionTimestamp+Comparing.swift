import Foundation
import Model

extension TransactionTimestamp {
    /// How far a terminal's clock may lag behind the till's before a time counts as older than a moment of the till's.
    static let clockSkew: TimeInterval = 15 * 60

    /// Whether it is clearly earlier than that moment.
    func isBefore(_ moment: Date, utcOffset: Int) -> Bool {
        distance(from: moment, utcOffset).map { $0 < -Self.clockSkew } ?? false
    }

    /// Whether it is clearly later than that moment.
    func isAfter(_ moment: Date, utcOffset: Int) -> Bool {
        distance(from: moment, utcOffset).map { $0 > Self.clockSkew } ?? false
    }

    /// How many minutes it lies outside of that span, negative if before it; nil if the difference is within the clock
    /// skew.
    func minutes(outside span: ClosedRange<Date>, _ utcOffset: Int) -> Int? {
        let outside =
            isBefore(span.lowerBound, utcOffset: utcOffset)
            ? distance(from: span.lowerBound, utcOffset)
            : isAfter(span.upperBound, utcOffset: utcOffset) ? distance(from: span.upperBound, utcOffset) : nil
        return outside.map { Int(($0 / 60).rounded()) }
    }

    /// The distance from that moment, positive when this is later, taken the short way round a year.
    private func distance(from moment: Date, _ utcOffset: Int) -> TimeInterval? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: utcOffset) ?? .gmt
        let year = calendar.component(.year, from: moment)
        let candidates = (year - 1...year + 1).compactMap {
            calendar.date(
                from: DateComponents(
                    year: $0, month: month, day: day, hour: hour, minute: minute, second: second ?? 59))
        }
        return candidates.map { $0.timeIntervalSince(moment) }.min { abs($0) < abs($1) }
    }
}
