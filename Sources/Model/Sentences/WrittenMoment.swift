import Foundation

/// A day, or a day and a time, within a sentence: each language writes the day in its own way.
package struct WrittenMoment: Hashable, Sendable {
    private let year: String?
    private let month, day: String
    /// Alike in all languages; nil for a day.
    private let time: String?

    /// Reads `2026-11-21 10:00:00`, `2026-11-21`, or without the year where a clock tells none: `11-21 03:00`. Nil if
    /// the text does not begin with a day; what follows the day is taken as the time.
    package init?(_ text: String) {
        let days = text.prefix { $0 != " " }.split(separator: "-", omittingEmptySubsequences: false)
        guard (2...3).contains(days.count), days.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) else {
            return nil
        }
        self.init(parts: text)
    }

    private init(parts text: String) {
        let day = text.prefix { $0 != " " }
        let days = day.split(separator: "-").map(String.init)
        let rest = text.dropFirst(day.count + 1)
        self.day = days.last ?? ""
        month = days.dropLast().last ?? ""
        year = days.count > 2 ? days[0] : nil
        time = rest.isEmpty ? nil : String(rest)
    }

    /// A day in UTC.
    package init(day date: Date) {
        self.init(parts: date.formatted(.iso8601.year().month().day()))
    }

    /// A day and a time in a time zone.
    package init(_ date: Date, in zone: TimeZone) {
        let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day().dateTimeSeparator(.space)
        self.init(parts: date.formatted(style.time(includingFractionalSeconds: false)))
    }

    package init(_ stamp: TransactionTimestamp) {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        year = nil
        (month, day) = (padded(stamp.month), padded(stamp.day))
        time = "\(padded(stamp.hour)):\(padded(stamp.minute))"
    }

    func text(in language: OperatorLanguage) -> String {
        let pattern = year == nil ? language.text("format.dayOfMonth") : language.text("format.date")
        let written = pattern.map { sign in
            switch sign {
            case "Y": year ?? ""
            case "M": month
            case "D": day
            default: String(sign)
            }
        }.joined()
        return time.map { "\(written) \($0)" } ?? written
    }
}

extension WrittenMoment: CustomStringConvertible {
    /// In English: `2026-11-21 10:00:00`.
    package var description: String { text(in: .original) }
}
