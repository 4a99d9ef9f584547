import Flow
import Networking

/// Requests for what the shop sold, as WooCommerce's analytics count it. They fail with `report.switchedOff` where the
/// analytics are switched off.
package enum StatsActionV4: Action {
    /// Forgets all kept reports.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: StatsStoreV4Tests
    case resetStoredStats(Reply<Void>)
    /// What was sold in these days.
    /// - Endpoint: GET wc-analytics/reports/revenue/stats
    /// - Offline: the kept report of the same days, with its time
    /// - Test: StatsStoreV4Tests
    case retrieveStats(StatsTimeRange, forceRefresh: Bool, Reply<Cached<OrderStatsV4>>)
    /// What was sold in any days, in parts of any length. It is not kept.
    /// - Endpoint: GET wc-analytics/reports/revenue/stats
    /// - Offline: fails
    /// - Test: StatsStoreV4Tests
    case retrieveCustomStats(StatsSpan, Reply<OrderStatsV4>)
    /// The products that sold best in these days.
    /// - Endpoint: GET wc-analytics/reports/products
    /// - Offline: the kept report of the same days, with its time
    /// - Test: StatsStoreV4Tests
    case retrieveTopEarnerStats(StatsTimeRange, limit: Int, Reply<Cached<TopEarnerStats>>)
    /// Unsupported: only WordPress.com's Jetpack counts visitors.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: StatsStoreV4Tests
    case retrieveSiteVisitStats(StatsTimeRange, Reply<Void>)
    /// Unsupported: only WordPress.com's Jetpack counts visitors.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: StatsStoreV4Tests
    case retrieveSiteSummaryStats(StatsTimeRange, Reply<Void>)
    /// Unsupported: bundles are of a plugin that Till does not know.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: StatsStoreV4Tests
    case retrieveProductBundleStats(StatsTimeRange, Reply<Void>)
    /// Unsupported: bundles are of a plugin that Till does not know.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: StatsStoreV4Tests
    case retrieveTopProductBundles(StatsTimeRange, Reply<Void>)
    /// Unsupported: gift cards are of a plugin that Till does not know.
    /// - Endpoint: none
    /// - Offline: fails
    /// - Test: StatsStoreV4Tests
    case retrieveUsedGiftCardStats(StatsTimeRange, Reply<Void>)
}
