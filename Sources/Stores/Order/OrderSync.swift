import Flow
import Foundation
import Model
import Networking
import Payments
import Storage

/// Loads what has changed of a shop's orders, page by page, so that no more than one page is in memory whatever the shop's
/// size. A sync that is interrupted begins again where it was.
package struct OrderSync: Sendable {
    /// What a sync has loaded.
    package struct Report: Hashable, Sendable {
        package let orders: Int
        /// Changes up to this time are known.
        package let until: Date
    }

    let orders: ShopOrders
    let records: ShopCache<OrderRecord>

    /// Up to when changes are known, by WooCommerce's clock.
    private struct Cursor: Codable {
        var modified: Date
    }

    /// A shop with more orders is synchronised in several runs.
    private static let mostPages = 100_000

    private var key: String { "orders.modified.\(orders.site)" }

    /// A list sorted by the time of the change grows at its end while it is read. Each page therefore begins at the time of
    /// the last change that was seen, and not at a page number; orders of that very second are loaded twice.
    func run() async throws(Failure) -> Report {
        let storage = orders.storage
        var cursor = try storage.reading { try $0.setting(key, as: Cursor.self) }
        var (count, page) = (0, 1)
        // Orders of the second at which a page ends are on the next one too.
        var seen: Set<OrderID> = []
        await ShopCurrencyMemory(
            network: orders.network, storage: storage, site: orders.site, environment: orders.environment
        ).refresh()
        for _ in 0..<Self.mostPages {
            var filter = OrderFilter()
            filter.modifiedAfter = cursor.map { $0.modified.addingTimeInterval(-1) }
            let query = filter.query.merging(["orderby": "modified", "order": "asc"]) { $1 }
            let remote = OrdersRemote(network: orders.network, site: orders.site)
            let (wanted, now) = (page, orders.environment.now())
            let found = try await asFailure { () async throws(NetworkError) in
                try await remote.loadRecords(query: query, page: wanted, size: OrdersRemote.longestPage)
            }
            // A shop or a proxy that ignores the page would be asked for ever.
            if wanted > 1, !found.items.isEmpty, Set(found.items.map(\.id)) == seen {
                throw NetworkError.malformed(field: nil, reason: Sentence("detail.shop.samePage")).failure
            }
            try keep(found.items, at: now)
            count += found.items.filter { !seen.contains($0.id) }.count
            seen = Set(found.items.map(\.id))
            let newest = found.items.compactMap(\.dates.modified).max()
            if let newest, newest > (cursor?.modified ?? .distantPast) {
                cursor = Cursor(modified: newest)
                page = 1
                let reached = cursor
                try storage.writing(.withNext) { try $0.setSetting(key, to: reached) }
            } else {
                // A whole page of orders that were changed in the same second.
                page += 1
            }
            if found.items.count < OrdersRemote.longestPage { break }
        }
        return Report(orders: count, until: cursor?.modified ?? orders.environment.now())
    }

    private func keep(_ found: [OrderRecord], at now: Date) throws(Failure) {
        try records.keep(found, at: now)
        try orders.keep(found, at: now)
    }
}
