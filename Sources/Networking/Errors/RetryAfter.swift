import Foundation

/// How long a shop asks to be left alone: the header `Retry-After` (RFC 9110 §10.2.3), as seconds or as a date.
package enum RetryAfter {
    /// The longest wait that is believed; a longer one, or a date far away, counts as this.
    package static let longest: Duration = .seconds(3600)

    /// Nil without a header that can be read. A date counts from the answer's own `Date`, so our clock plays no part.
    package static func pause(in response: Response) -> Duration? {
        guard let value = response.headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        if !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return min(longest, .seconds(Int(value) ?? Int.max))
        }
        guard let until = HTTPDate.read(value), let now = response.headers["date"].flatMap(HTTPDate.read) else {
            return nil
        }
        let seconds = until.timeIntervalSince(now)
        return min(longest, max(.zero, .seconds(min(seconds, 1e6))))
    }
}
