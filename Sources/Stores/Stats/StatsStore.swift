import Flow
import Foundation
import Model
import Networking

/// What the shop sold, in the form of WooCommerce's old statistics.
package final class StatsStore: Store {
    package typealias Handled = StatsAction

    /// How many products are listed.
    private static let topEarnerCount = 3
    /// The most days, weeks, months or years of a request.
    private static let mostPeriods = 100

    private let remote: LegacyReportsRemote
    private let stats: ShopCache<OrderStats>
    private let topEarners: ShopCache<TopEarnerStats>
    private let totals: ShopCache<StatusTotals>
    private let environment: Environment

    init(shop: ShopSession) {
        remote = LegacyReportsRemote(network: shop.network)
        stats = shop.cache()
        topEarners = shop.cache()
        totals = shop.cache()
        environment = shop.environment
    }

    package func onAction(_ action: StatsAction) {
        let remote = remote
        switch action {
        case .resetStoredStats(let reply):
            clearOperatorData()
            reply()
        case .retrieveOrderStats(let granularity, let latest, let quantity, let reply):
            let quantity = min(max(1, quantity), Self.mostPeriods)
            let span = granularity.span(to: latest, quantity: quantity)
            stats.answer(reply, key: OrderStats.key(span, granularity)) { () throws(NetworkError) in
                try await remote.loadOrderStats(granularity, to: latest, quantity: quantity)
            }
        case .retrieveSiteVisitStats(_, _, _, let reply):
            reply(failing: .unsupported(because: Sentence("detail.unsupported.visitors")))
        case .retrieveTopEarnerStats(let granularity, let latest, let reply):
            let span = granularity.span(to: latest, quantity: 1)
            let key = TopEarnerStats.key(span, limit: Self.topEarnerCount)
            topEarners.answer(reply, key: key) { () throws(NetworkError) in
                try await remote.loadTopEarners(span, limit: Self.topEarnerCount)
            }
        case .retrieveOrderTotals(let status, let reply):
            environment.answer(reply, "count orders") { [totals] () throws(Failure) in
                try await totals.one(StatusTotals.onlyKey) { () throws(NetworkError) in
                    try await remote.loadStatusTotals()
                }.map { $0[status] ?? 0 }
            }
        }
    }

    package func clearOperatorData() {
        stats.clear()
        topEarners.clear()
        totals.clear()
    }
}
