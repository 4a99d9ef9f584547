import Foundation
import Model
import Payments

/// What a day's charts show. Pure values: how they look is decided elsewhere.
package struct DayCharts: Hashable, Sendable {
    /// What was taken in one hour after the beginning of the day.
    package struct Hour: Hashable, Sendable {
        /// 0 for the first hour of the day.
        package let hour: Int
        package let payments: Int
        /// What was taken less what was given back, in each currency, by its code.
        package let net: [Money]
    }

    /// How many payments took so long.
    package struct Span: Hashable, Sendable {
        /// In seconds; nil for the last one, which has no end.
        package let below: Int?
        package let count: Int
    }

    /// How a device did in one hour.
    package enum Condition: String, Hashable, Sendable {
        /// The device did all that it was asked.
        case working
        /// Something went wrong once at least.
        case trouble
        /// The device was not used.
        case unused
    }

    package struct Device: Hashable, Sendable {
        package let address: String
        package let isPrinter: Bool
        /// One for each hour of the day.
        package let hours: [Condition]
    }

    /// The hours from the beginning of the day to now.
    package let hours: [Hour]
    /// How payments, and the bookings of reservations, ended, the most frequent first.
    package let outcomes: [TillStatus.OutcomeCount]
    /// How long undisturbed and approved payments took, from the request until they were settled.
    package let spans: [Span]
    package let devices: [Device]

    /// The ends of the spans in seconds.
    static let bounds = [5, 10, 20, 30, 60]

    static func spans(_ milliseconds: [Int64]) -> [Span] {
        var rest = milliseconds
        var spans: [Span] = []
        for bound in bounds {
            let isBelow = { (span: Int64) in span < Int64(bound) * 1_000 }
            spans.append(Span(below: bound, count: rest.count(where: isBelow)))
            rest.removeAll(where: isBelow)
        }
        return spans + [Span(below: nil, count: rest.count)]
    }
}

extension DayFigures {
    /// The longest day that a clock change makes, in hours.
    private static let longestDay = 25

    /// What the charts of the day show up to now.
    func charts(until now: Date) -> DayCharts {
        let hours = min(Self.longestDay, max(1, hour(of: now) + 1))
        return DayCharts(
            hours: (0..<hours).map(hourOfTakings), outcomes: outcomes, spans: DayCharts.spans(wholeSpans),
            devices: conditions(hours))
    }

    /// The hour of the day, from 0. A time before the day counts as its beginning: the clock may have been set back.
    private func hour(of time: Date) -> Int { max(0, Int(time.timeIntervalSince(since) / 3_600)) }

    private func hourOfTakings(_ number: Int) -> DayCharts.Hour {
        var net: [Currency: Int64] = [:]
        var payments = 0
        for end in settled where end.timeline.settled.map(hour) == number {
            guard case .approved = end.outcome else { continue }
            let amount = end.history.amount
            switch end.history.intent.purpose.kind {
            case .payment, .booking:
                (payments, net[amount.currency]) = (
                    payments + 1, (net[amount.currency] ?? 0) &+ amount.minorUnits
                )
            case .refund, .reversal: net[amount.currency] = (net[amount.currency] ?? 0) &- amount.minorUnits
            case .reservation, .release: break
            }
        }
        let sums = net.sorted { $0.key.code < $1.key.code }.map { Money(minorUnits: $0.value, currency: $0.key) }
        return DayCharts.Hour(hour: number, payments: payments, net: sums)
    }

    private func conditions(_ hours: Int) -> [DayCharts.Device] {
        Dictionary(grouping: uses, by: \.address).sorted { $0.key < $1.key }.map { address, uses in
            var conditions = [DayCharts.Condition](repeating: .unused, count: hours)
            for use in uses where use.at >= since {
                let hour = min(hours - 1, hour(of: use.at))
                if use.wentWrong {
                    conditions[hour] = .trouble
                } else if conditions[hour] == .unused {
                    conditions[hour] = .working
                }
            }
            return DayCharts.Device(address: address, isPrinter: !terminalPlaces.contains(address), hours: conditions)
        }
    }
}
