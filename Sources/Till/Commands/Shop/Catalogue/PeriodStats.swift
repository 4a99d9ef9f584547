import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Stores

extension StatsGranularity: ExpressibleByArgument {}

/// Days, weeks, months or years, of which one is the last.
struct StatsPeriods: ParsableArguments {
    @Option(help: ArgumentHelp("day, week, month or year. Weeks are those of ISO 8601.", valueName: "period"))
    var by: StatsGranularity?
    @Option(help: ArgumentHelp("A day of the last one, as 2026-11-30. Default: today.", valueName: "day"))
    var last: CalendarDay?

    /// The day that is named, or today by the clock of the till's shop.
    func day(_ till: LiveTill) -> CalendarDay {
        let now = till.environment.now()
        let zone = till.clock.zone
        return last
            ?? CalendarDay(
                secondsSince1970: Int64(now.timeIntervalSince1970.rounded(.down)),
                utcOffset: zone.secondsFromGMT(for: now))
    }
}

struct PeriodStats: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "periods", abstract: "Shows the sales of several days, weeks, months or years side by side.",
        discussion: "Of a shop whose analytics are off, the numbers are those of its old reports.")

    @OptionGroup var periods: StatsPeriods
    @Option(help: ArgumentHelp("How many periods, 1 to 100.", valueName: "count"))
    var count = 7
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func validate() throws { try OptionChecks.check(count: count, upTo: 100) }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (unit, day, count) = (periods.by ?? .day, periods.day(till), count)
        let known = try await till.ask { StatsAction.retrieveOrderStats(unit, latest: day, quantity: count, $0) }
        let language = till.language
        try console.show(known, in: till, asJSON: output.json) { stats in
            let names = [language.text("stats.orders"), language.text("stats.items"), language.text("stats.gross")]
            let header = "".padded(16) + names[0].padded(8) + names[1].padded(8) + names[2]
            return [header]
                + stats.items.map { item in
                    let counts = String(item.orders).padded(8) + item.itemsSold.description.padded(8)
                    return item.period.padded(16) + counts + StatsTotals.amount(item.sales)
                }
        }
        return .done
    }
}

struct TopStats: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "top", abstract: "Lists the products that sold best.",
        discussion: """
            With --by, the three best of the day, week, month or year that holds --last; of a shop whose analytics are off, by its \
            old reports.
            """)

    @OptionGroup var days: StatsDays
    @OptionGroup var periods: StatsPeriods
    @Option(help: ArgumentHelp("The most products, 1 to 100; not with --by. Default: 10.", valueName: "count"))
    var limit: Int?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    private static let usualLimit = 10

    func validate() throws {
        try OptionChecks.check(count: limit ?? Self.usualLimit, upTo: 100, as: "--limit")
        if periods.by != nil, limit != nil { throw ValidationError("--by does without --limit.") }
        if periods.by != nil, days.isNamed { throw ValidationError("--by does without --range, --from and --to.") }
        if periods.by == nil, periods.last != nil { throw ValidationError("--last needs --by.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (wanted, most, day) = (days.wanted, limit ?? Self.usualLimit, periods.day(till))
        let known =
            if let unit = periods.by {
                try await till.ask { StatsAction.retrieveTopEarnerStats(unit, latest: day, $0) }
            } else {
                try await till.ask { StatsActionV4.retrieveTopEarnerStats(wanted, limit: most, $0) }
            }
        if known.value.items.isEmpty { console.say(till.language.text("stats.nothingSold")) }
        try console.show(known, in: till, asJSON: output.json) { stats in
            stats.items.map { item in
                let amount = item.netRevenue.map(StatsTotals.amount) ?? ""
                return "\(item.quantity.description.padded(8))\(amount.padded(14))\(item.name)"
            }
        }
        return .done
    }
}
