import Foundation
import Model

extension TransactionResult {
    /// MMDDhhmmss by the terminal's clock; nil where it did not tell all of it.
    var timeStamp: Int? {
        guard let month, let day, let hour, let minute, let second else { return nil }
        return [day, hour, minute, second].reduce(month) { $0 * 100 + $1 }
    }
}

/// A date and time as a terminal tells them: local, and without a year.
struct TerminalTime: Hashable, Sendable, CustomStringConvertible {
    /// How far a terminal's clock may lag behind ours before something counts as older than a moment of ours.
    static let clockSkew: TimeInterval = 15 * 60

    private let month, day, hour, minute: Int
    private let second: Int?

    /// Nil where the terminal told none.
    init?(month: Int?, day: Int?, hour: Int?, minute: Int?, second: Int?) {
        guard let month, let day, let hour, let minute else { return nil }
        (self.month, self.day, self.hour, self.minute) = (month, day, hour, minute)
        self.second = second
    }

    /// - Parameter stamp: MMDDhhmmss.
    init(stamp: Int) {
        (month, day) = (stamp / 100_000_000, stamp / 1_000_000 % 100)
        (hour, minute, second) = (stamp / 10_000 % 100, stamp / 100 % 100, stamp % 100)
    }

    /// Nil where it does not say when it was.
    init?(of result: TransactionResult) {
        self.init(
            month: result.month, day: result.day, hour: result.hour, minute: result.minute, second: result.second)
    }

    /// Of two times by one terminal's clock, MMDDhhmmss, whether this one is later; taken the short way round a year.
    static func isNewer(_ stamp: Int, than other: Int) -> Bool {
        // Months of 31 days keep the order.
        func seconds(_ stamp: Int) -> Int {
            let days = stamp / 100_000_000 * 31 + stamp / 1_000_000 % 100
            return ((days * 24 + stamp / 10_000 % 100) * 60 + stamp / 100 % 100) * 60 + stamp % 100
        }
        let year = 12 * 31 * 86_400
        return (1...year / 2).contains(((seconds(stamp) - seconds(other)) % year + year) % year)
    }

    /// Whether it is clearly earlier than that moment.
    func isBefore(_ moment: Date, utcOffset: Int) -> Bool {
        distance(from: moment, utcOffset).map { $0 < -Self.clockSkew } ?? false
    }

    /// Whether it is clearly later than that moment.
    func isAfter(_ moment: Date, utcOffset: Int) -> Bool {
        distance(from: moment, utcOffset).map { $0 > Self.clockSkew } ?? false
    }

    /// How many minutes it is outside of that span, negative where it is before; nil where no more than clocks may differ.
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

    /// `11-21 03:00`.
    var description: String {
        let parts = [month, day, hour, minute].map { $0 < 10 ? "0\($0)" : String($0) }
        return "\(parts[0])-\(parts[1]) \(parts[2]):\(parts[3])"
    }
}
