import Foundation
import Model

/// What was sold on a day, or in the month that begins with it.
struct SalesPart: Hashable, Sendable {
    let day: CalendarDay
    let orders: Int
    let sales: Decimal
    let itemsSold: Decimal
}

extension SalesPart {
    init(_ interval: OrderStatsV4.Interval) throws(NetworkError) {
        guard let day = CalendarDay(interval.start) else {
            throw .malformed(field: "intervals.date_start", reason: Sentence("detail.json.noDay"))
        }
        self.init(
            day: day, orders: interval.totals.orders, sales: interval.totals.grossRevenue,
            itemsSold: interval.totals.itemsSold)
    }

    /// Reads one part of a report, whose day is `2026-11-25` or `2026-11`. Throws `.malformed` for any other day.
    init(_ day: String, _ object: ShopObject) throws(NetworkError) {
        guard let day = CalendarDay(day.utf8.count == 7 ? day + "-01" : day) else {
            throw .malformed(field: object.path("totals"), reason: Sentence("detail.json.noDay"))
        }
        self.init(
            day: day, orders: object.count("orders") ?? 0, sales: try object.decimal("sales"),
            itemsSold: object.optionalDecimal("items") ?? 0)
    }
}

/// Maps the old report of sales: a list with one object, whose totals are by day or by month.
struct SalesReportMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> [SalesPart] {
        guard let report = try response.objects.first else { return [] }
        var parts: [SalesPart] = []
        for (day, json) in report.object("totals")?.members ?? [:] {
            parts.append(try SalesPart(day, try ShopObject(json, at: "[0].totals.\(day)")))
        }
        return parts
    }
}
