/// A day of the Gregorian calendar, in the time zone of the shop.
package struct CalendarDay: Hashable, Comparable, Sendable {
    /// Days since 1 January 1970, which was a Thursday.
    private let number: Int

    private init(number: Int) { self.number = number }

    /// Nil when there is no such day.
    package init?(year: Int, month: Int, day: Int) {
        guard (1900...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let number = Self.number(year, month, day)
        let same = Self.parts(number)
        guard same == (year, month, day) else { return nil }
        self.number = number
    }

    /// Reads `2026-11-25`, also in front of a time.
    package init?(_ text: some StringProtocol) {
        let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }
        guard parts.count == 3, isPlain, parts.map(\.count) == [4, 2, 2], let year = Int(parts[0]),
            let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day on which these seconds since 1970 are, for a clock that is ahead of UTC by `utcOffset` seconds.
    package init(secondsSince1970 seconds: Int64, utcOffset: Int) {
        let local = seconds + Int64(utcOffset)
        number = Int((local - (local % 86_400 + 86_400) % 86_400) / 86_400)
    }

    package static func < (one: CalendarDay, other: CalendarDay) -> Bool { one.number < other.number }
    package static func - (one: CalendarDay, other: CalendarDay) -> Int { one.number - other.number }
    package static func + (day: CalendarDay, days: Int) -> CalendarDay { CalendarDay(number: day.number + days) }

    package var year: Int { Self.parts(number).year }
    package var month: Int { Self.parts(number).month }
    package var day: Int { Self.parts(number).day }

    /// `2026-11-25`.
    package var text: String {
        let (year, month, day) = Self.parts(number)
        return "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
    }

    static func digits(_ number: Int, _ count: Int) -> String {
        String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
    }
}

// MARK: - Weeks, months and years

extension CalendarDay {
    /// The Monday of the day's week (ISO 8601).
    package var monday: CalendarDay { self + -((number + 3) % 7 + 7) % 7 }

    /// The week of ISO 8601 with its year, `2026-W48`. The days around New Year belong to the year in which most of their
    /// week is.
    package var week: String {
        let thursday = monday + 3
        let firstOfYear = Self.number(thursday.year, 1, 1)
        return "\(Self.digits(thursday.year, 4))-W\(Self.digits((thursday.number - firstOfYear) / 7 + 1, 2))"
    }

    package var firstOfMonth: CalendarDay { CalendarDay(number: Self.number(year, month, 1)) }
    package var lastOfMonth: CalendarDay { adding(months: 1) + -1 }
    package var firstOfYear: CalendarDay { CalendarDay(number: Self.number(year, 1, 1)) }
    package var lastOfYear: CalendarDay { CalendarDay(number: Self.number(year, 12, 31)) }

    /// The first day of the month that is `months` later.
    package func adding(months: Int) -> CalendarDay {
        let month = year * 12 + self.month - 1 + months
        return CalendarDay(number: Self.number(month / 12, month % 12 + 1, 1))
    }
}

// MARK: - The calendar

extension CalendarDay {
    /// Days since 1970. Years are counted from March, so that the leap day is a year's last.
    private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + ofYear - 719_468
    }

    private static func parts(_ number: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * ofYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let day = ofYear - (153 * shiftedMonth + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
