/// A time of the terminal's own clock, to the second as in real terminals.
package struct TerminalTime: Hashable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    var text: String {
        let date = [year, month, day].map(Self.padded).joined(separator: "-")
        return date + "T" + [hour, minute, second].map(Self.padded).joined(separator: ":")
    }

    init?(_ text: String) {
        let parts = text.split { "-T:".contains($0) }.compactMap { Int($0) }
        guard parts.count == 6 else { return nil }
        self.init(year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
    }

    /// Seconds of this clock since 1 January 1970 in the Gregorian calendar.
    var seconds: Int {
        let months = (month + 9) % 12
        let years = year - (month <= 2 ? 1 : 0)
        let days = years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 + day - 1
        return (days - Self.daysBefore1970) * 86_400 + (hour * 60 + minute) * 60 + second
    }

    /// Creates a time from the seconds since 1 January 1970; works from the year 0 on.
    init(seconds: Int) {
        let (days, rest) = (seconds / 86_400 + Self.daysBefore1970, seconds % 86_400)
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100)
        let months = (dayOfYear * 5 + 2) / 153
        let month = months < 10 ? months + 3 : months - 9
        self.init(
            year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (months * 153 + 2) / 5 + 1, hour: rest / 3_600, minute: rest / 60 % 60, second: rest % 60)
    }

    /// The number of days from 1 March of the year 0 to 1 January 1970. The calculation begins with a March, so that a
    /// leap day is the last day of its year.
    private static let daysBefore1970 = 719_468

    static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
