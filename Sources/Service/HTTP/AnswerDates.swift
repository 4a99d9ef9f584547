import Foundation
import Networking
import Synchronization

/// Times as the field `Date` of an answer (RFC 9110 §6.6.1), made once per second.
final class AnswerDates: Sendable {
    private let last = Mutex<(second: TimeInterval, text: String)?>(nil)

    /// Formats a time as HTTP's `Date`, cut to the second.
    func text(of time: Date) -> String {
        let second = time.timeIntervalSince1970.rounded(.down)
        return last.withLock { last in
            if let last, last.second == second { return last.text }
            let text = HTTPDate.text(of: time)
            last = (second, text)
            return text
        }
    }
}
