import Foundation
import Glibc
import Synchronization

/// Times as the field `Date` of an answer (RFC 9110 §5.6.7), made once per second.
final class AnswerDates: Sendable {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private let last = Mutex<(second: Int, text: String)?>(nil)

    /// The time to the second.
    func text(of time: Date) -> String {
        let second = Int(time.timeIntervalSince1970.rounded(.down))
        return last.withLock { last in
            if let last, last.second == second { return last.text }
            let text = Self.text(second)
            last = (second, text)
            return text
        }
    }

    private static func text(_ second: Int) -> String {
        var (second, date) = (time_t(second), tm())
        gmtime_r(&second, &date)
        let clock = [date.tm_hour, date.tm_min, date.tm_sec].map { twoDigits($0) }.joined(separator: ":")
        let day = "\(days[Int(date.tm_wday)]), \(twoDigits(date.tm_mday)) \(months[Int(date.tm_mon)])"
        return "\(day) \(date.tm_year + 1900) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
