import Foundation

/// Shows times in the shop's time zone, for people. Documents for programs have them in UTC.
struct ShopClock: Sendable {
    let zone: TimeZone

    /// `2026-11-23 08:59:20`.
    func text(_ moment: Date) -> String {
        moment.formatted(
            Date.ISO8601FormatStyle(timeZone: zone).year().month().day().dateTimeSeparator(.space)
                .time(includingFractionalSeconds: false))
    }
}
