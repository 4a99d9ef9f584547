/// The time of a transaction by a terminal's clock: local and without a year.
package struct TransactionTimestamp: Hashable, Sendable {
    package let month, day, hour, minute: Int
    /// Nil when the terminal told the time only to the minute.
    package let second: Int?

    package init(month: Int, day: Int, hour: Int, minute: Int, second: Int?) {
        (self.month, self.day, self.hour, self.minute) = (month, day, hour, minute)
        self.second = second
    }

    /// Nil unless the terminal told at least month, day, hour and minute.
    package init?(month: Int?, day: Int?, hour: Int?, minute: Int?, second: Int?) {
        guard let month, let day, let hour, let minute else { return nil }
        self.init(month: month, day: day, hour: hour, minute: minute, second: second)
    }

    /// Reads the time from the number MMDDhhmmss, of which nothing is checked.
    package init(stamp: Int) {
        self.init(
            month: stamp / 100_000_000, day: stamp / 1_000_000 % 100, hour: stamp / 10_000 % 100,
            minute: stamp / 100 % 100, second: stamp % 100)
    }

    /// The time as the number MMDDhhmmss; without a second, the first of its minute.
    package var stamp: Int { [day, hour, minute, second ?? 0].reduce(month) { $0 * 100 + $1 } }

    /// Whether this time is later than the other by the same clock, taking the shorter way round a year.
    package func isLater(than other: TransactionTimestamp) -> Bool {
        // Counting every month as 31 days keeps the order.
        let year = 12 * 31 * 86_400
        return (1...year / 2).contains(((secondsOfYear - other.secondsOfYear) % year + year) % year)
    }

    private var secondsOfYear: Int { (((month * 31 + day) * 24 + hour) * 60 + minute) * 60 + (second ?? 0) }
}

extension TransactionTimestamp: CustomStringConvertible {
    /// `11-21 03:00`.
    package var description: String {
        let parts = [month, day, hour, minute].map { $0 < 10 ? "0\($0)" : String($0) }
        return "\(parts[0])-\(parts[1]) \(parts[2]):\(parts[3])"
    }
}

extension TransactionTimestamp: Codable {
    /// Reads the number MMDDhhmmss.
    package init(from decoder: any Decoder) throws {
        self.init(stamp: try decoder.singleValueContainer().decode(Int.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(stamp)
    }
}

extension TransactionResult {
    /// The time by the terminal's clock; nil unless the terminal told at least month, day, hour and minute.
    package var timestamp: TransactionTimestamp? {
        TransactionTimestamp(month: month, day: day, hour: hour, minute: minute, second: second)
    }

    /// `timestamp`, when the terminal told it to the second.
    package var exactTimestamp: TransactionTimestamp? { timestamp.flatMap { $0.second == nil ? nil : $0 } }
}

extension TerminalTotals {
    /// When the day was closed, by the terminal's clock; nil unless the terminal told at least month, day, hour and
    /// minute.
    package var timestamp: TransactionTimestamp? {
        TransactionTimestamp(month: month, day: day, hour: hour, minute: minute, second: second)
    }
}
