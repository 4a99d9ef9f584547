import Foundation

/// A moment as the clock on the wall shows it, computed from the moment and the offset alone: no time zone data, no locale.
struct LocalTime: Hashable {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int
    /// Minutes east of UTC.
    let offsetMinutes: Int

    /// The widest offset on earth is 14 hours; 18 is what ISO 8601 tools accept.
    static let widestOffset = 18 * 3600
    /// Times farther from 1970 than this (year 9999) are shown as its edge.
    static let farthest = 253_402_300_799.0

    init(_ moment: Date, utcOffset: Int) {
        let offset = min(max(utcOffset, -Self.widestOffset), Self.widestOffset)
        let given = moment.timeIntervalSince1970
        let since1970 = given.isNaN ? 0 : min(max(given, -Self.farthest), Self.farthest)
        let seconds = Int(since1970.rounded(.down)) + offset
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let ofDay = seconds - days * 86_400
        (year, month, day) = Self.civil(daysSince1970: days)
        (hour, minute, second) = (ofDay / 3600, ofDay / 60 % 60, ofDay % 60)
        offsetMinutes = offset / 60
    }

    /// Howard Hinnant, "chrono-compatible low-level date algorithms", civil_from_days: the proleptic Gregorian calendar.
    private static func civil(daysSince1970: Int) -> (Int, Int, Int) {
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * ofYear + 2) / 153
        let day = ofYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// `+01:00`.
    var offset: String {
        let sign = offsetMinutes < 0 ? "-" : "+"
        return sign + twoDigits(abs(offsetMinutes) / 60) + ":" + twoDigits(abs(offsetMinutes) % 60)
    }

    /// `03:22:24`.
    var clock: String { twoDigits(hour) + ":" + twoDigits(minute) + ":" + twoDigits(second) }
}

/// The number with leading zeros; longer numbers stay whole.
func padded(_ number: Int, to digits: Int) -> String {
    let text = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, digits - text.utf8.count))
    return number < 0 ? "-" + zeros + text : zeros + text
}

/// `07`; a number beyond two digits stays whole.
func twoDigits(_ number: Int) -> String {
    (0..<100).contains(number) ? twoDigitTexts[number] : padded(number, to: 2)
}

private let twoDigitTexts = (0..<100).map { ($0 < 10 ? "0" : "") + String($0) }
