import Foundation

/// A moment in local time, computed from the moment and the offset alone, without time zone data or locale.
struct LocalTime: Hashable {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int
    /// The offset in minutes east of UTC.
    let offsetMinutes: Int

    /// The widest offset on earth is 14 hours; 18 is what ISO 8601 tools accept.
    static let widestOffset = 18 * 3600
    /// The farthest time from 1970 (year 9999); times beyond it are shown as this one.
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

    /// The moment of a text like `2026-11-21T15:04:02Z`; nil for any other form.
    static func moment(_ text: String) -> Date? {
        let form = Array("dddd-dd-ddTdd:dd:ddZ".utf8)
        let bytes = Array(text.utf8)
        guard bytes.count == form.count else { return nil }
        var numbers = [0]
        for (byte, expected) in zip(bytes, form) {
            if expected == UInt8(ascii: "d") {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
            } else {
                guard byte == expected else { return nil }
                numbers.append(0)
            }
        }
        let (day, ofDay) = (days(numbers[0], numbers[1], numbers[2]), numbers[3] * 3600 + numbers[4] * 60 + numbers[5])
        let moment = Date(timeIntervalSince1970: Double(day * 86_400 + ofDay))
        // A date such as 31 June would become another day.
        let shown = LocalTime(moment, utcOffset: 0)
        let isKept = [shown.year, shown.month, shown.day, shown.hour, shown.minute, shown.second] == numbers.dropLast()
        return isKept ? moment : nil
    }

    /// days_from_civil, from the same source as `civil`.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
    }

    /// Appends `03:22:24 +01:00` to a text.
    func writeClock(to text: inout [UInt8]) {
        text.write(hour, digits: 2)
        text.append(UInt8(ascii: ":"))
        text.write(minute, digits: 2)
        text.append(UInt8(ascii: ":"))
        text.write(second, digits: 2)
        text.append(UInt8(ascii: " "))
        text.append(UInt8(ascii: offsetMinutes < 0 ? "-" : "+"))
        text.write(abs(offsetMinutes) / 60, digits: 2)
        text.append(UInt8(ascii: ":"))
        text.write(abs(offsetMinutes) % 60, digits: 2)
    }
}

extension [UInt8] {
    /// Appends the number with leading zeros; a longer number is not cut.
    mutating func write(_ number: Int, digits: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        let magnitude = number.magnitude
        var (unit, written) = (UInt(1), 1)
        while written < digits || magnitude / unit >= 10 { (unit, written) = (unit * 10, written + 1) }
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(magnitude / unit % 10))
            unit /= 10
        }
    }
}

/// The number with leading zeros; a longer number is not cut.
func padded(_ number: Int, to digits: Int) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(20)
    text.write(number, digits: digits)
    return String(decoding: text, as: UTF8.self)
}
