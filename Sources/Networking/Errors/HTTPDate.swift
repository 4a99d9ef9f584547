import Foundation
import Glibc

/// A date as HTTP writes it (RFC 9110 §5.6.7): `Sat, 21 Nov 2026 02:10:07 GMT`.
package enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// The second in which a time lies, from 1970 on.
    package static func text(of time: Date) -> String {
        var (second, date) = (time_t(time.timeIntervalSince1970.rounded(.down)), tm())
        gmtime_r(&second, &date)
        let clock = [date.tm_hour, date.tm_min, date.tm_sec].map { twoDigits($0) }.joined(separator: ":")
        let day = "\(weekdays[Int(date.tm_wday)]), \(twoDigits(date.tm_mday)) \(months[Int(date.tm_mon)])"
        return "\(day) \(date.tm_year + 1900) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Nil for everything but the one form that may be sent today.
    package static func read(_ text: String) -> Date? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
            let month = months.firstIndex(of: String(words[2]))
        else { return nil }
        let time = words[4].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
            (1...31).contains(day), (1970...9999).contains(year), (0..<24).contains(hour),
            (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        let seconds = ((days(year, month + 1, day) * 24 + hour) * 60 + minute) * 60 + second
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// Days since 1970 in the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + ofYear - 719_468
    }
}
