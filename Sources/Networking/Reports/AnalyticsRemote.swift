import Foundation

/// The reports of WooCommerce's analytics: `wc-analytics/reports`. Throws `.missingFeature(.analytics)` when they are
/// switched off.
package struct AnalyticsRemote: Remote {
    /// The most parts of a report in one answer.
    static let longestPage = 100

    package let network: any Network
    package var resource: ShopResource { .report }

    package init(network: any Network) { self.network = network }

    /// - Parameter fresh: whether the shop is to count anew instead of answering from its own cache.
    package func loadRevenue(_ span: StatsSpan, fresh: Bool = false) async throws(NetworkError) -> OrderStatsV4 {
        try await loadRevenue(span, fresh: fresh, page: 1)
    }

    /// The parts of a report that may have more of them than one answer holds.
    func loadParts(_ span: StatsSpan) async throws(NetworkError) -> [SalesPart] {
        try await Pages.all { page throws(NetworkError) in
            let found = try await loadRevenue(span, fresh: false, page: page).intervals
            return Page(
                items: try found.map { interval throws(NetworkError) in try SalesPart(interval) }, total: nil,
                pages: nil)
        }
    }

    private func loadRevenue(
        _ span: StatsSpan, fresh: Bool, page: Int
    ) async throws(NetworkError) -> OrderStatsV4 {
        var query = span.query
        query["interval"] = span.interval.rawValue
        query["page"] = String(page)
        query["per_page"] = String(Self.longestPage)
        if fresh { query["force_cache_refresh"] = "true" }
        return try await report("revenue/stats", query, ReportMapper<OrderStatsV4>(span: span, list: nil))
    }

    /// The products that sold best, by number.
    package func loadTopEarners(_ span: StatsSpan, limit: Int) async throws(NetworkError) -> TopEarnerStats {
        var query = span.query
        query["orderby"] = "items_sold"
        query["order"] = "desc"
        query["extended_info"] = "true"
        query["per_page"] = String(min(max(1, limit), Self.longestPage))
        return try await report("products", query, ReportMapper<TopEarnerStats>(span: span, list: "items"))
    }

    private func report<M: Mapper>(
        _ name: String, _ query: [String: String], _ mapper: M
    ) async throws(NetworkError) -> M.Output {
        do throws(NetworkError) {
            return try await enqueue(Request(.get, "wc-analytics/reports/\(name)", query: query), mapper: mapper)
        } catch {
            throw error.saysNoRoute ? .missingFeature(.analytics) : error
        }
    }
}
