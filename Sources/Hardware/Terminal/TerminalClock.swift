/// A terminal's date and time: local, without a zone, from 2000 to 2099.
package struct TerminalClock: Hashable, Sendable {
    package let year, month, day, hour, minute, second: Int

    /// Nil for values that no calendar or clock shows; the length of a month is not checked.
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard 2000...2099 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
        guard 0..<24 ~= hour, 0..<60 ~= minute, 0...60 ~= second else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }
}
