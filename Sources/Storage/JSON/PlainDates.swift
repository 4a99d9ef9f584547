import Foundation

/// Times as RFC 3339 in UTC, to the second, as Foundation writes them.
enum PlainDates {
    private static let day = 86_400
    /// The years 1900 to 9999, in seconds since 1970: outside of them Foundation has another calendar and other forms.
    private static let usual = -2_208_988_800..<253_402_300_800

    /// The time to the second before it; nil for a year that is not usual.
    static func text(_ date: Date) -> String? {
        guard let seconds = Int(exactly: date.timeIntervalSince1970.rounded(.down)), usual.contains(seconds) else {
            return nil
        }
        let days = seconds >= 0 ? seconds / day : (seconds - day + 1) / day
        let (year, month, dayOfMonth) = civil(days)
        let time = seconds - days * day
        var text: [UInt8] = []
        text.reserveCapacity(20)
        append(year / 100, to: &text)
        append(year % 100, to: &text)
        append(month, to: &text, after: "-")
        append(dayOfMonth, to: &text, after: "-")
        append(time / 3_600, to: &text, after: "T")
        append(time / 60 % 60, to: &text, after: ":")
        append(time % 60, to: &text, after: ":")
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(_ number: Int, to text: inout [UInt8], after sign: Unicode.Scalar? = nil) {
        if let sign { text.append(UInt8(ascii: sign)) }
        text.append(UInt8(ascii: "0") + UInt8(number / 10))
        text.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    /// The date of a day since 1970 in the Gregorian calendar: years are counted from March, in eras of 400 years.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
    }
}
