import Flow
import Foundation
import Model
import Networking
import Payments
import Storage

/// The orders that somebody has put into the shop's bin. Lists of changed orders leave them out, so that a till which did not
/// look there would go on to take them for open, and let somebody pay for them while the shop is away.
struct OrderBin: Sendable {
    let orders: ShopOrders

    /// Up to when the bin is known, by WooCommerce's clock.
    private struct Cursor: Codable {
        var modified: Date
    }

    /// A larger bin is read in several runs.
    private static let mostPages = 10_000

    private var key: String { "orders.binned.\(orders.site)" }

    /// Forgets the orders that came into the bin since the last time, but none for which this till holds money.
    ///
    /// - Parameter sortsByChange: whether the shop can sort orders by the time of the change. The whole bin is read if not.
    /// - Returns: The ids in the shop of those that were forgotten; none if the shop does not show its bin.
    func forgetBinned(sortsByChange: Bool) async throws(Failure) -> [OrderID] {
        let storage = orders.storage
        let farthest = orders.environment.now() + OrderSync.farthestMark
        var cursor = try sortsByChange ? storage.reading { try $0.setting(key, as: Cursor.self) } : nil
        if let known = cursor, known.modified > farthest { cursor = nil }
        var (page, pages, forgotten) = (1, PageWalk(), [OrderID]())
        for _ in 0..<Self.mostPages {
            let since = cursor.map { $0.modified.addingTimeInterval(-1) }
            guard let found = try await load(since: since, sortsByChange, page: page) else { break }
            // Orders that are not in the bin were not asked for: something on the way to the shop drops the status.
            guard found.items.allSatisfy(\.isBinned) else { break }
            let ids = found.items.map(\.id)
            let goesOn = try pages.goesOn(after: ids, of: found.rows, page: page, size: OrdersRemote.longestPage)
            forgotten += try orders.forget(ids)
            let now = orders.environment.now()
            // What is dated ahead of the till's clock would hide what comes into the bin until then.
            let newest = found.items.compactMap(\.modified).filter { $0 <= now }.max()
            if sortsByChange, let newest, newest > (cursor?.modified ?? .distantPast) {
                let known = Cursor(modified: newest)
                try storage.writing(.withNext) { try $0.setSetting(key, to: known) }
                (cursor, page) = (known, 1)
            } else {
                page += 1
            }
            guard goesOn else { break }
        }
        return forgotten
    }

    /// A page of the bin; nil if the shop refuses to show it, which is no reason to end a sync.
    private func load(since time: Date?, _ sortsByChange: Bool, page: Int) async throws(Failure) -> Page<BinnedOrder>? {
        do throws(NetworkError) {
            return try await OrdersRemote(network: orders.network, site: orders.site).loadBin(
                since: time, sortedBy: sortsByChange ? "modified" : "id", page: page)
        } catch {
            switch error {
            case .refused, .forbidden, .notFound: return nil
            default: throw error.failure
            }
        }
    }
}
