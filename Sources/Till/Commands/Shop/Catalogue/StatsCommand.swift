import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Stores

struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Shows what the shop sold.",
        discussion: """
            The numbers are those of WooCommerce's analytics, which may miss the sales of the last minutes. They hold all sales \
            of the shop, not only those of this till. Without a subcommand, it is `till stats sales`.
            """,
        subcommands: [SalesStats.self, PeriodStats.self, TopStats.self], defaultSubcommand: SalesStats.self)
}

/// The days that a report is about.
struct StatsDays: ParsableArguments {
    enum Range: String, ExpressibleByArgument, CaseIterable { case today, week, month, year }

    @Option(help: ArgumentHelp("today, week, month or year.", valueName: "range"))
    var range: Range?
    @Option(help: ArgumentHelp("The first day, as 2026-11-01.", valueName: "day"))
    var from: CalendarDay?
    @Option(help: ArgumentHelp("The last day, as 2026-11-30.", valueName: "day"))
    var to: CalendarDay?

    func validate() throws {
        guard (from == nil) == (to == nil) else { throw ValidationError("--from and --to belong together.") }
        guard range == nil || from == nil else { throw ValidationError("--range does without --from and --to.") }
    }

    var isNamed: Bool { range != nil || from != nil }

    var wanted: StatsTimeRange {
        if let from, let to { return .custom(from: from, to: to) }
        return switch range {
        case .today, nil: .today
        case .week: .thisWeek
        case .month: .thisMonth
        case .year: .thisYear
        }
    }
}

struct SalesStats: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "sales", abstract: "Shows the sales of some days, in parts and as a whole.")

    @OptionGroup var days: StatsDays
    @Flag(help: "Have the shop count anew.")
    var fresh = false
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (wanted, isForced) = (days.wanted, fresh)
        let known = try await till.ask { StatsActionV4.retrieveStats(wanted, forceRefresh: isForced, $0) }
        let language = till.language
        let currency = await till.shopCurrency?.code
        try console.show(known, in: till, asJSON: output.json) { stats in
            [Self.header(in: language, currency)]
                + stats.intervals.filter { $0.totals.orders > 0 }.map { $0.totals.row($0.name) }
                + [stats.totals.row(language.text("stats.total"))]
        }
        return .done
    }

    private static func header(in language: OperatorLanguage, _ currency: String?) -> String {
        let amounts = [language.text("stats.gross"), language.text("stats.net")].map { name in
            currency.map { "\(name) \($0)" } ?? name
        }
        return "".padded(16) + language.text("stats.orders").padded(8) + language.text("stats.items").padded(8)
            + amounts[0].padded(14) + amounts[1]
    }
}

extension LiveTill {
    /// The shop's currency; nil if the shop does not tell it, or in a currency that ISO 4217 does not have.
    var shopCurrency: Currency? {
        get async {
            let setting = try? await ask {
                SettingAction.retrieveSetting(group: "general", id: "woocommerce_currency", $0)
            }
            return setting.flatMap { Currency(code: $0.value.valueText) }
        }
    }
}

extension StatsTotals {
    /// The shop adds in floating point, so more decimals than any currency has say nothing.
    static func amount(_ amount: Decimal) -> String {
        var (amount, rounded) = (amount, Decimal())
        NSDecimalRound(&rounded, &amount, CurrencyFormat.mostDecimals, .plain)
        return rounded.description
    }

    fileprivate func row(_ name: String) -> String {
        let amounts = Self.amount(grossRevenue).padded(14) + Self.amount(netRevenue)
        return "\(name.padded(16))\(String(orders).padded(8))\(itemsSold.description.padded(8))\(amounts)"
    }
}
