import Flow
import Foundation
import Model
import Networking
import Testing

@testable import Stores

/// What the shop sold, as its analytics count it.
@Suite struct StatsStoreV4Tests {
    private let till: ShopTill
    private var shop: ScriptedShop { till.shop }
    private static let revenue = "GET wc-analytics/reports/revenue/stats"
    private static let totals =
        #"{"orders_count":34,"num_items_sold":191,"total_sales":1640.4199999999998,"net_revenue":1456.22,"avg_order_value":45.15}"#
    private static let report =
        #"{"totals":\#(totals),"intervals":[{"interval":"2026-11-20","date_start":"2026-11-20 00:00:00","subtotals":\#(totals)},"#
        + #"{"interval":"2026-11-19","date_start":"2026-11-19 00:00:00","subtotals":\#(totals)}]}"#

    init() throws { till = try ShopTill() }

    private func stats(_ range: StatsTimeRange, fresh: Bool = false) throws(Failure) -> Cached<OrderStatsV4> {
        try till.ask { StatsActionV4.retrieveStats(range, forceRefresh: fresh, $0) }
    }

    private static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    @Test func amountsOfAReportAreExactlyWhatTheShopWrote() throws {
        shop.answer(Self.revenue, Self.report)
        let known = try stats(.today).value
        #expect(known.totals.grossRevenue == Decimal(string: "1640.4199999999998"))
        #expect(known.totals.orders == 34 && known.intervals.map(\.name) == ["2026-11-19", "2026-11-20"])
    }

    @Test func aReportIsToldAgainForTheSameDaysOnlyWhenTheShopIsAway() throws {
        shop.answer(Self.revenue, Self.report)
        let before = try stats(.thisYear)
        shop.cutOff()
        let known = try stats(.thisYear)
        #expect(known.value == before.value && known.failure?.code == "shop.unreachable")
        #expect(throws: Failure.self) { try stats(.today) }
    }

    @Test func aReportIsCountedAnewOnlyIfThatIsWanted() throws {
        shop.answer(Self.revenue, Self.report)
        _ = try stats(.today)
        #expect(till.lastQuery["force_cache_refresh"] == nil)
        _ = try stats(.today, fresh: true)
        #expect(till.lastQuery["force_cache_refresh"] == "true")
    }

    @Test func aCustomReportIsNotKept() throws {
        shop.answer(Self.revenue, Self.report)
        let span = StatsSpan(from: try Self.day("2026-11-01"), to: try Self.day("2026-11-20"), by: .week)
        _ = try till.ask { StatsActionV4.retrieveCustomStats(span, $0) }
        #expect(till.lastQuery["interval"] == "week" && till.lastQuery["after"] == "2026-11-01T00:00:00")
        #expect(till.lastQuery["before"] == "2026-11-20T23:59:59")
        #expect(try till.cached("orderStatsV4", span.key) == nil)
    }

    @Test(arguments: [
        (StatsTimeRange.today, "2026-11-25_2026-11-25_hour"), (.thisWeek, "2026-11-23_2026-11-29_day"),
        (.thisMonth, "2026-11-01_2026-11-30_day"), (.thisYear, "2026-01-01_2026-12-31_month"),
    ])
    func aRangeHasItsDaysAndParts(_ range: StatsTimeRange, _ key: String) throws {
        #expect(range.span(today: try Self.day("2026-11-25")).key == key)
    }

    @Test(arguments: [
        ("2026-11-25", "hour"), ("2026-12-23", "day"), ("2026-12-24", "week"), ("2027-02-23", "week"),
        ("2027-02-24", "month"), ("2029-11-20", "month"), ("2030-11-25", "year"),
    ])
    func theLongerTheDaysTheLongerTheParts(_ to: String, _ interval: String) throws {
        let range = StatsTimeRange.custom(from: try Self.day(to), to: try Self.day("2026-11-25"))
        let span = range.span(today: try Self.day("2026-01-01"))
        #expect(span.interval.rawValue == interval && span.from < span.to || interval == "hour")
    }

    @Test func theBestSellersAreNamedWithTheirNumbers() throws {
        shop.answer(
            "GET wc-analytics/reports/products",
            #"[{"product_id":44,"items_sold":34,"net_revenue":598.84,"extended_info":{"name":"T-Shirt"}}]"#)
        let known = try till.ask { StatsActionV4.retrieveTopEarnerStats(.thisMonth, limit: 5, $0) }
        #expect(known.value.items.map(\.name) == ["T-Shirt"] && known.value.items.map(\.quantity) == [34])
        #expect(till.lastQuery["per_page"] == "5" && till.lastQuery["orderby"] == "items_sold")
    }

    private static let products = "GET wc-analytics/reports/products"

    /// A shop that tells as many best sellers as it is asked for.
    private func tellAsManyAsAsked() {
        shop.answer(
            Self.products,
            by: { request in
                let count = request.query["per_page"].flatMap { Int($0) } ?? 0
                let items = (0..<count).map { #"{"product_id":\#($0 + 1),"items_sold":\#(count - $0)}"# }
                return Response(status: 200, body: Data("[\(items.joined(separator: ","))]".utf8))
            })
    }

    private func sellers(_ limit: Int) throws -> Cached<TopEarnerStats> {
        try till.ask { StatsActionV4.retrieveTopEarnerStats(.thisMonth, limit: limit, $0) }
    }

    @Test func aShortListAndALongOneOfBestSellersAreTwoReports() throws {
        tellAsManyAsAsked()
        for limit in [3, 10] { #expect(try sellers(limit).value.items.count == limit) }
        shop.cutOff()
        for limit in [3, 10] {
            let known = try sellers(limit)
            #expect(known.value.items.count == limit && known.failure?.code == "shop.unreachable")
        }
    }

    @Test func listsOfTwoLengthsThatAreWantedAtOnceAreTwoRequests() throws {
        tellAsManyAsAsked()
        let told: [Int64] = try atOnce([3, 10, 3]) {
            .retrieveTopEarnerStats(.thisMonth, limit: $0, $1)
        } count: {
            Int64($0.items.count)
        }
        #expect(told == [3, 3, 10] && shop.asked.count == 2)
    }

    /// Who wants the numbers counted anew is not told those that the shop has kept.
    @Test func aReportThatIsCountedAnewDoesNotJoinOneThatIsNot() throws {
        shop.answer(
            Self.revenue,
            by: { request in
                let orders = request.query["force_cache_refresh"] == "true" ? 35 : 34
                let totals = Self.totals.replacing(":34", with: ":\(orders)")
                return Response(status: 200, body: Data(#"{"totals":\#(totals),"intervals":[]}"#.utf8))
            })
        let told: [Int64] = try atOnce([0, 1, 0]) {
            .retrieveStats(.today, forceRefresh: $0 == 1, $1)
        } count: {
            Int64($0.totals.orders)
        }
        #expect(told == [34, 34, 35] && shop.asked.count == 2)
    }

    /// What requests at the same time are told, sorted.
    private func atOnce<Entity: ShopEntity>(
        _ numbers: [Int], _ make: @escaping @Sendable (Int, Reply<Cached<Entity>>) -> StatsActionV4,
        count: @escaping @Sendable (Entity) -> Int64
    ) throws -> [Int64] {
        let (manager, answers) = (till.stores.manager, Answers())
        shop.hold()
        for number in numbers {
            _ = till.world.environment.spawn("ask") {
                if let known = try? await manager.ask({ make(number, $0) }) { answers.add(count(known.value)) }
            }
        }
        till.world.run()
        shop.release()
        till.world.run()
        return answers.all.sorted()
    }

    @Test func theOldStatisticsForgetOnlyTheirOwnBestSellers() throws {
        tellAsManyAsAsked()
        _ = try sellers(3)
        try till.ask { StatsAction.resetStoredStats($0) }
        shop.cutOff()
        #expect(try sellers(3).value.items.count == 3)
        try till.ask { StatsActionV4.resetStoredStats($0) }
        #expect(throws: Failure.self) { try sellers(3) }
    }

    /// Ten days by hour have 240 parts, of which a shop tells at most 100 at once.
    @Test(arguments: [true, false]) func aReportOfManyPartsIsReadWhole(_ tellsPages: Bool) throws {
        let parts = (1...10).flatMap { day in (0..<24).map { hour in (day, hour) } }.map { day, hour in
            let time = "2026-11-\(day < 10 ? "0" : "")\(day) \(hour < 10 ? "0" : "")\(hour)"
            return #"{"interval":"\#(time)","date_start":"\#(time):00:00","subtotals":\#(Self.totals)}"#
        }
        shop.answer(
            Self.revenue,
            by: { request in
                let number = request.query["page"].flatMap { Int($0) } ?? 1
                let page = parts.reversed().dropFirst((number - 1) * 100).prefix(100).joined(separator: ",")
                return Response(
                    status: 200, headers: tellsPages ? ["x-wp-total": "240", "x-wp-totalpages": "3"] : [:],
                    body: Data(#"{"totals":\#(Self.totals),"intervals":[\#(page)]}"#.utf8))
            })
        let span = StatsSpan(from: try Self.day("2026-11-01"), to: try Self.day("2026-11-10"), by: .hour)
        let report = try till.ask { StatsActionV4.retrieveCustomStats(span, $0) }
        #expect(report.intervals.count == 240 && Set(report.intervals.map(\.name)).count == 240)
        #expect(report.intervals.first?.name == "2026-11-01 00" && report.intervals.last?.name == "2026-11-10 23")
        #expect(report.totals.orders == 34 && shop.asked.count == 3)
    }

    /// WooCommerce answers a page after the last one with empty objects.
    @Test func aReportOfExactlyOneFullPageEndsThere() throws {
        let part = #"{"interval":"2026-11-20","date_start":"2026-11-20 00:00:00","subtotals":\#(Self.totals)}"#
        let full = Array(repeating: part, count: 100).joined(separator: ",")
        shop.answer(
            Self.revenue, #"{"totals":\#(Self.totals),"intervals":[\#(full)]}"#, #"{"totals":{},"intervals":{}}"#)
        #expect(try stats(.thisYear).value.intervals.count == 100)
    }

    @Test func aShopThatRepeatsAPageOfAReportIsNotBelieved() throws {
        let part = #"{"interval":"2026-11-20","date_start":"2026-11-20 00:00:00","subtotals":\#(Self.totals)}"#
        let full = Array(repeating: part, count: 100).joined(separator: ",")
        shop.answer(Self.revenue, #"{"totals":\#(Self.totals),"intervals":[\#(full)]}"#)
        let failure = #expect(throws: Failure.self) { try stats(.thisYear) }
        #expect(failure?.code == "shop.malformed" && shop.asked.count == 2)
    }

    @Test func switchedOffAnalyticsAreSaid() throws {
        let failure = #expect(throws: Failure.self) { try stats(.today) }
        #expect(failure?.code == "report.switchedOff")
    }

    @Test func aDamagedReportLeavesWhatIsKeptUntouched() throws {
        shop.answer(Self.revenue, Self.report, #"{"totals":[],"intervals":[]}"#)
        let before = try stats(.thisYear)
        #expect(throws: Failure.self) { try stats(.thisYear) }
        shop.cutOff()
        #expect(try stats(.thisYear).value == before.value)
    }

    @Test func resettingAndSigningOutForgetTheReports() throws {
        shop.answer(Self.revenue, Self.report)
        let key = try stats(.thisYear).value.key
        try till.ask { StatsActionV4.resetStoredStats($0) }
        #expect(try till.cached("orderStatsV4", key) == nil)
        _ = try stats(.thisYear)
        try till.signOut()
        #expect(try till.cached("orderStatsV4", key) == nil)
    }

    private static let unsupported: [@Sendable (Reply<Void>) -> StatsActionV4] = [
        { .retrieveSiteVisitStats(.today, $0) }, { .retrieveSiteSummaryStats(.today, $0) },
        { .retrieveProductBundleStats(.today, $0) }, { .retrieveTopProductBundles(.today, $0) },
        { .retrieveUsedGiftCardStats(.today, $0) },
    ]

    @Test(arguments: unsupported.indices) func whatTheShopDoesNotCountIsUnsupported(_ index: Int) {
        let action = Self.unsupported[index]
        #expect(till.failure(Void.self) { action($0) } == "shop.unsupported")
        #expect(shop.requests.isEmpty)
    }
}
