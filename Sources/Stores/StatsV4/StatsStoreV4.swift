import Flow
import Foundation
import Model
import Networking
import Payments

/// What the shop sold, as WooCommerce's analytics count it.
package final class StatsStoreV4: Store {
    package typealias Handled = StatsActionV4

    private let remote: AnalyticsRemote
    private let stats: ShopCache<OrderStatsV4>
    private let topEarners: ShopCache<TopEarnerStats>
    private let environment: Environment
    /// How far the shop's clock is ahead of UTC at a time, in seconds.
    private let utcOffset: @Sendable (Date) -> Int

    init(shop: ShopSession, utcOffset: @escaping @Sendable (Date) -> Int) {
        remote = AnalyticsRemote(network: shop.network)
        stats = shop.cache()
        topEarners = shop.cache(keptAs: "topEarnerStatsV4")
        environment = shop.environment
        self.utcOffset = utcOffset
    }

    package func onAction(_ action: StatsActionV4) {
        let remote = remote
        switch action {
        case .resetStoredStats(let reply):
            clearOperatorData()
            reply()
        case .retrieveStats(let range, let isForced, let reply):
            let span = range.span(today: environment.today(utcOffset))
            stats.answer(reply, key: span.key, asked: isForced ? "anew" : "") { () throws(NetworkError) in
                try await remote.loadRevenue(span, fresh: isForced)
            }
        case .retrieveCustomStats(let span, let reply):
            environment.answer(reply, "load a report") { () throws(Failure) in
                try await asFailure { () async throws(NetworkError) in try await remote.loadRevenue(span) }
            }
        case .retrieveTopEarnerStats(let range, let limit, let reply):
            let span = range.span(today: environment.today(utcOffset))
            topEarners.answer(reply, key: TopEarnerStats.key(span, limit: limit)) { () throws(NetworkError) in
                try await remote.loadTopEarners(span, limit: limit)
            }
        case .retrieveSiteVisitStats(_, let reply), .retrieveSiteSummaryStats(_, let reply):
            reply(failing: .unsupported(because: Sentence("detail.unsupported.visitors")))
        case .retrieveProductBundleStats(_, let reply), .retrieveTopProductBundles(_, let reply):
            reply(failing: .unsupported(because: Sentence("detail.unsupported.bundles")))
        case .retrieveUsedGiftCardStats(_, let reply):
            reply(failing: .unsupported(because: Sentence("detail.unsupported.giftCards")))
        }
    }

    package func clearOperatorData() {
        stats.clear()
        topEarners.clear()
    }
}

extension Environment {
    /// The day that it is in the shop.
    func today(_ utcOffset: (Date) -> Int) -> CalendarDay {
        let now = now()
        return CalendarDay(
            secondsSince1970: Int64(now.timeIntervalSince1970.rounded(.down)), utcOffset: utcOffset(now))
    }
}
