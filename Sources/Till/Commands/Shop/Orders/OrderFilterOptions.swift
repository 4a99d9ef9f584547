import ArgumentParser
import Foundation
import Model
import Networking
import Stores

/// Which orders are listed, besides their status.
struct OrderFilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only orders of the customer with this id.", valueName: "customer"))
    var customer: Int64?
    @Option(help: ArgumentHelp("Only orders with the product of this id.", valueName: "product"))
    var product: Int64?
    @Option(help: ArgumentHelp("Only orders that were made on this day or later, as 2026-11-01.", valueName: "day"))
    var since: CalendarDay?
    @Option(help: ArgumentHelp("Only orders that were made on this day or before, as 2026-11-30.", valueName: "day"))
    var until: CalendarDay?
    @Option(
        help: ArgumentHelp(
            "A page of the shop's own list, from 1, with --limit orders each. Without it, and without another choice than --status, the newest orders; while the shop is away, those that the till knows.",
            valueName: "page"))
    var page: Int?

    func validate() throws {
        guard page.map({ $0 >= 1 }) ?? true else { throw ValidationError("--page counts from 1.") }
    }

    var isNamed: Bool { customer != nil || product != nil || since != nil || until != nil || page != nil }

    func filter(_ status: OrderStatus?, in zone: TimeZone) -> OrderFilter {
        // The shop leaves out what was made at these moments themselves.
        OrderFilter(
            statuses: status.map { [$0] } ?? [], createdAfter: since.map { Self.start(of: $0, in: zone) - 1 },
            createdBefore: until.map { Self.start(of: $0 + 1, in: zone) }, customerID: customer, productID: product)
    }

    private static func start(of day: CalendarDay, in zone: TimeZone) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = DateComponents(year: day.year, month: day.month, day: day.day)
        return calendar.date(from: parts) ?? .distantPast
    }
}
