import Foundation

/// The statistics as WooCommerce had them before its analytics, from the best source that the shop has: the analytics, else
/// the old reports under `wc/v3/reports`.
///
/// The old reports do not see orders that are kept in tables of their own (HPOS), and then say that nothing was sold. Throws
/// `.missingFeature(.countedOrders)` when they say so although there are orders.
package struct LegacyReportsRemote: Remote {
    /// The longest time for which the old report tells days and not months.
    private static let longestDaily = 60

    package let network: any Network
    package var resource: ShopResource { .report }
    private var analytics: AnalyticsRemote { AnalyticsRemote(network: network) }

    package init(network: any Network) { self.network = network }

    package func loadOrderStats(
        _ granularity: StatsGranularity, to latest: CalendarDay, quantity: Int
    ) async throws(NetworkError) -> OrderStats {
        let span = granularity.span(to: latest, quantity: quantity)
        return OrderStats(try await loadParts(span), span, by: granularity)
    }

    package func loadTopEarners(
        _ span: StatsSpan, limit: Int
    ) async throws(NetworkError) -> TopEarnerStats {
        do throws(NetworkError) { return try await analytics.loadTopEarners(span, limit: limit) } catch {
            guard case .missingFeature(.analytics) = error else { throw error }
        }
        let found = try await enqueue(
            report("top_sellers", span), mapper: TopEarnersMapper(key: TopEarnerStats.key(span, limit: limit)))
        if found.items.isEmpty { try await checkForOrders(span) }
        return found
    }

    package func loadStatusTotals() async throws(NetworkError) -> StatusTotals {
        try await enqueue(Request(.get, "wc/v3/reports/orders/totals"), mapper: StatusTotalsMapper())
    }

    private func loadParts(_ span: StatsSpan) async throws(NetworkError) -> [SalesPart] {
        do throws(NetworkError) {
            return try await analytics.loadRevenue(span).intervals.map { part throws(NetworkError) in
                try SalesPart(part)
            }
        } catch {
            guard case .missingFeature(.analytics) = error else { throw error }
        }
        var parts: [SalesPart] = []
        for piece in pieces(of: span) {
            parts += try await enqueue(report("sales", piece), mapper: SalesReportMapper())
        }
        if parts.allSatisfy({ $0.orders == 0 }) { try await checkForOrders(span) }
        return parts
    }

    /// The span in parts so short that the old report tells each day, where days are wanted.
    private func pieces(of span: StatsSpan) -> [StatsSpan] {
        guard span.interval == .day else { return [span] }
        return stride(from: 0, through: span.to - span.from, by: Self.longestDaily).map { days in
            StatsSpan(
                from: span.from + days, to: min(span.from + (days + Self.longestDaily - 1), span.to), by: .day)
        }
    }

    private func report(_ name: String, _ span: StatsSpan) -> Request {
        Request(.get, "wc/v3/reports/\(name)", query: ["date_min": span.from.text, "date_max": span.to.text])
    }

    private func checkForOrders(_ span: StatsSpan) async throws(NetworkError) {
        var query = span.query
        query["status"] = "processing,completed,on-hold"
        query["per_page"] = "1"
        query["_fields"] = "id"
        let found = try await enqueue(Request(.get, "wc/v3/orders", query: query), mapper: CountMapper())
        if found > 0 { throw .missingFeature(.countedOrders) }
    }
}

/// Maps any list to its length in the shop.
private struct CountMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> Int {
        let items = try response.objects
        return Page(items, response).total ?? items.count
    }
}
