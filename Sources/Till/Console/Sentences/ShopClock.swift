import Foundation
import Model

/// Shows times in the shop's time zone, for people. Documents for programs have them in UTC.
struct ShopClock: Sendable {
    let zone: TimeZone

    /// The moment within a sentence, as the language writes it.
    func moment(_ moment: Date) -> WrittenMoment { WrittenMoment(moment, in: zone) }

    /// The beginning of the day in which the moment is.
    func day(_ moment: Date) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.startOfDay(for: moment)
    }

    /// `2026-11-23 08:59:20`.
    func text(_ moment: Date) -> String {
        moment.formatted(
            Date.ISO8601FormatStyle(timeZone: zone).year().month().day().dateTimeSeparator(.space)
                .time(includingFractionalSeconds: false))
    }
}
