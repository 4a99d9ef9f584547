import Flow
import Model
import Networking

/// Requests for what the shop sold, in the form of WooCommerce's old statistics. They come from the analytics, or where these
/// are switched off from the old reports; fail with `report.legacyEmpty` where those do not count the shop's orders.
package enum StatsAction: Action {
    /// Forgets all kept statistics.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: StatsStoreTests
    case resetStoredStats(Reply<Void>)
    /// What was sold in so many days, weeks, months or years, of which the last holds that day. Weeks are those of ISO 8601.
    /// - Endpoint: GET wc-analytics/reports/revenue/stats, GET wc/v3/reports/sales
    /// - Offline: the kept statistics of the same time, with their time
    /// - Test: StatsStoreTests
    case retrieveOrderStats(StatsGranularity, latest: CalendarDay, quantity: Int, Reply<Cached<OrderStats>>)
    /// Unsupported: only WordPress.com's Jetpack counts visitors.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: StatsStoreTests
    case retrieveSiteVisitStats(StatsGranularity, latest: CalendarDay, quantity: Int, Reply<Void>)
    /// The three products that sold best in the day, week, month or year that holds that day.
    /// - Endpoint: GET wc-analytics/reports/products, GET wc/v3/reports/top_sellers
    /// - Offline: the kept statistics of the same time, with their time
    /// - Test: StatsStoreTests
    case retrieveTopEarnerStats(StatsGranularity, latest: CalendarDay, Reply<Cached<TopEarnerStats>>)
    /// How many orders have this status; zero for a status that the shop does not have.
    /// - Endpoint: GET wc/v3/reports/orders/totals
    /// - Offline: the kept number, with its time
    /// - Test: StatsStoreTests
    case retrieveOrderTotals(OrderStatus, Reply<Cached<Int>>)
}
