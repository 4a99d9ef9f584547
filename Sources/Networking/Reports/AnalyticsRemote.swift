import Foundation
import Model

/// The reports of WooCommerce's analytics: `wc-analytics/reports`. Throws `.missingFeature(.analytics)` when they are
/// switched off.
package struct AnalyticsRemote: Remote {
    /// The most parts of a report in one answer.
    static let longestPage = 100

    package let network: any Network
    package var resource: ShopResource { .report }

    package init(network: any Network) { self.network = network }

    /// What was sold in these days, with all parts, however many pages the shop divides them into.
    ///
    /// - Parameter fresh: whether the shop is to count anew instead of answering from its own cache.
    /// - Throws: `.malformed` if the shop answers with the same page again.
    package func loadRevenue(_ span: StatsSpan, fresh: Bool = false) async throws(NetworkError) -> OrderStatsV4 {
        let first = try await loadPage(span, fresh: fresh, page: 1)
        guard first.parts.hasNext(after: 1, size: Self.longestPage) else { return try first.stats(span) }
        var (parts, last) = ([JSONValue](), [JSONValue]())
        try await Pages.each { number throws(NetworkError) in
            try await number == 1 ? first.parts : loadPage(span, fresh: fresh, page: number).parts
        } take: { found throws(NetworkError) in
            guard found.isEmpty || found != last else {
                throw .malformed(field: nil, reason: Sentence("detail.shop.samePage"))
            }
            parts += found
            last = found
            return false
        }
        return try first.stats(span, parts: parts)
    }

    private func loadPage(_ span: StatsSpan, fresh: Bool, page: Int) async throws(NetworkError) -> ReportPage {
        var query = span.query
        query["interval"] = span.interval.rawValue
        query["page"] = String(page)
        query["per_page"] = String(Self.longestPage)
        if fresh { query["force_cache_refresh"] = "true" }
        return try await report("revenue/stats", query, ReportPageMapper())
    }

    /// The products that sold best, by number.
    package func loadTopEarners(_ span: StatsSpan, limit: Int) async throws(NetworkError) -> TopEarnerStats {
        var query = span.query
        query["orderby"] = "items_sold"
        query["order"] = "desc"
        query["extended_info"] = "true"
        query["per_page"] = String(TopEarnerStats.count(limit))
        return try await report("products", query, TopEarnersMapper(key: TopEarnerStats.key(span, limit: limit)))
    }

    /// How often a coupon was used in these days.
    package func loadReport(ofCoupon coupon: Int64, _ span: StatsSpan) async throws(NetworkError) -> CouponReport {
        let query = span.query.merging(["coupons": String(coupon)]) { $1 }
        return try await report("coupons", query, CouponReportMapper(coupon: coupon))
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
