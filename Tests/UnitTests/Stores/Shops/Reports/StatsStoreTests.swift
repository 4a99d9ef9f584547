import Flow
import Foundation
import Model
import Networking
import Testing

@testable import Stores

/// The old statistics, from the best source that the shop has.
@Suite struct StatsStoreTests {
    private let till: ShopTill
    private var shop: ScriptedShop { till.shop }
    private static let revenue = "GET wc-analytics/reports/revenue/stats"
    private static let sales = "GET wc/v3/reports/sales"

    init() throws { till = try ShopTill() }

    private static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    private func stats(
        _ granularity: StatsGranularity, _ latest: String, _ quantity: Int
    ) throws -> Cached<OrderStats> {
        let day = try Self.day(latest)
        return try till.ask {
            StatsAction.retrieveOrderStats(granularity, latest: day, quantity: quantity, $0)
        }
    }

    private static func interval(_ day: String, _ orders: Int, _ sales: String) -> String {
        #"{"interval":"\#(day)","date_start":"\#(day) 00:00:00","subtotals":{"orders_count":\#(orders),"num_items_sold":1,"#
            + #""total_sales":\#(sales),"net_revenue":0}}"#
    }

    private static func report(_ intervals: String...) -> String {
        #"{"totals":{"orders_count":0,"total_sales":0,"net_revenue":0},"intervals":[\#(intervals.joined(separator: ","))]}"#
    }

    @Test func daysAroundNewYearBelongToTheWeekInWhichMostOfItIs() throws {
        shop.answer(
            Self.revenue,
            Self.report(
                Self.interval("2027-01-03", 1, "1.10"), Self.interval("2027-01-01", 2, "2.20"),
                Self.interval("2026-12-31", 3, "3.30"), Self.interval("2027-01-04", 4, "4.40")))
        let items = try stats(.week, "2027-01-04", 2).value.items
        #expect(items.map(\.period) == ["2026-W53", "2027-W01"])
        #expect(items.map(\.orders) == [6, 4])
        #expect(items.map(\.sales) == [Decimal(string: "6.6"), Decimal(string: "4.4")])
        #expect(till.lastQuery["after"] == "2026-12-28T00:00:00" && till.lastQuery["before"] == "2027-01-10T23:59:59")
        #expect(till.lastQuery["interval"] == "day")
    }

    @Test(arguments: [
        (StatsGranularity.day, "2026-11-23_2026-11-25_day"), (.week, "2026-11-09_2026-11-29_day"),
        (.month, "2026-09-01_2026-11-30_month"), (.year, "2024-01-01_2026-12-31_month"),
    ])
    func thePartsBeforeADayAreWhole(_ granularity: StatsGranularity, _ key: String) throws {
        #expect(granularity.span(to: try Self.day("2026-11-25"), quantity: 3).key == key)
    }

    @Test func whereAnalyticsAreSwitchedOffTheOldReportIsRead() throws {
        shop.answer(
            Self.sales,
            #"[{"totals":{"2026-11-24":{"sales":"10.50","orders":1,"items":2},"2026-11-25":{"sales":"0.00","orders":0,"items":0}}}]"#
        )
        let items = try stats(.day, "2026-11-25", 2).value.items
        #expect(items.map(\.period) == ["2026-11-24", "2026-11-25"])
        #expect(items.map(\.sales) == [Decimal(string: "10.5"), 0])
        #expect(till.lastQuery == ["date_min": "2026-11-24", "date_max": "2026-11-25"])
    }

    @Test func aLongTimeIsAskedForInPiecesForWhichTheOldReportTellsDays() throws {
        shop.answer(Self.sales, #"[{"totals":{"2026-11-24":{"sales":"10.50","orders":1,"items":2}}}]"#)
        _ = try stats(.day, "2026-11-25", 100)
        let queries = shop.requests.filter { $0.path == "wc/v3/reports/sales" }.map(\.query)
        #expect(queries.map { $0["date_min"] } == ["2026-08-18", "2026-10-17"])
        #expect(queries.map { $0["date_max"] } == ["2026-10-16", "2026-11-25"])
    }

    /// WooCommerce's old reports do not see orders in tables of their own, and say that nothing was sold.
    @Test func anOldReportThatSaysZeroThoughThereAreOrdersIsNotBelieved() throws {
        shop.answer(Self.sales, #"[{"totals":{"2026-11-25":{"sales":"0.00","orders":0,"items":0}}}]"#)
        shop.answer("GET wc/v3/orders", #"[{"id":1}]"#, total: 95)
        let failure = #expect(throws: Failure.self) { try stats(.day, "2026-11-25", 1) }
        #expect(failure?.code == "report.legacyEmpty")
        shop.answer("GET wc/v3/orders", "[]", total: 0)
        #expect(try stats(.day, "2026-11-25", 1).value.items.map(\.orders) == [0])
    }

    @Test func theBestSellersComeFromTheOldReportWhereAnalyticsAreSwitchedOff() throws {
        shop.answer("GET wc/v3/reports/top_sellers", #"[{"name":"Cup","product_id":17,"quantity":3}]"#)
        let day = try Self.day("2026-11-25")
        let known = try till.ask { StatsAction.retrieveTopEarnerStats(.month, latest: day, $0) }
        #expect(known.value.items.map(\.name) == ["Cup"] && known.value.items.map(\.quantity) == [3])
        shop.answer("GET wc-analytics/reports/products", #"[{"product_id":1,"items_sold":2,"extended_info":[]}]"#)
        #expect(
            try till.ask { StatsAction.retrieveTopEarnerStats(.month, latest: day, $0) }.value.items.first?.productID
                == 1)
        #expect(till.lastQuery["per_page"] == "3")
    }

    @Test func ordersAreCountedByStatusAlsoOffline() throws {
        shop.answer("GET wc/v3/reports/orders/totals", #"[{"slug":"pending","total":21},{"slug":"odd","total":"3"}]"#)
        let count = { (status: OrderStatus) throws(Failure) in
            try till.ask { StatsAction.retrieveOrderTotals(status, $0) }
        }
        #expect(try count(.pending).value == 21)
        #expect(try count(OrderStatus(rawValue: "odd")).value == 3)
        shop.cutOff()
        let known = try count(.pending)
        #expect(known.value == 21 && known.failure?.code == "shop.unreachable")
        #expect(try count(.completed).value == 0)
    }

    @Test func statisticsAreToldAgainWhenTheShopIsAwayAndForgottenWhenReset() throws {
        shop.answer(Self.revenue, Self.report(Self.interval("2026-11-25", 2, "5.00")))
        let before = try stats(.month, "2026-11-25", 1)
        shop.cutOff()
        let known = try stats(.month, "2026-11-25", 1)
        #expect(known.value == before.value && known.failure != nil)
        try till.ask { StatsAction.resetStoredStats($0) }
        #expect(throws: Failure.self) { try stats(.month, "2026-11-25", 1) }
    }

    @Test func aDamagedReportLeavesWhatIsKeptUntouchedAndSigningOutForgetsIt() throws {
        shop.answer(Self.revenue, Self.report(Self.interval("2026-11-25", 2, "5.00")), #"{"totals":{}}"#)
        let key = try stats(.month, "2026-11-25", 1).value.key
        #expect(throws: Failure.self) { try stats(.month, "2026-11-25", 1) }
        #expect(try till.cached("orderStats", key) != nil)
        try till.signOut()
        #expect(try till.cached("orderStats", key) == nil)
    }

    @Test func visitorsAreUnsupported() throws {
        let day = try Self.day("2026-11-25")
        let code = till.failure(Void.self) {
            StatsAction.retrieveSiteVisitStats(.day, latest: day, quantity: 1, $0)
        }
        #expect(code == "shop.unsupported")
    }
}
