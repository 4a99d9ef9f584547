import Flow
import Foundation
import Model
import Networking
import Payments
import Storage

/// Loads what has changed of a shop's orders, page by page, so that no more than two pages are in memory whatever the
/// shop's size. A sync that is interrupted begins again where it was.
package struct OrderSync: Sendable {
    /// What a sync has loaded.
    package struct Report: Hashable, Sendable {
        package let orders: Int
        /// Orders that cannot be read and are left out, such as one in a currency that ISO 4217 does not have.
        package let unreadable: [OrderID]
        /// How many rows of the shop's list are left out because they have no id of an order, or are none. One at the end of a page
        /// may be counted on the next page too.
        package let unnamed: Int
        /// Changes up to this time are known.
        package let until: Date
        /// The orders that were known and are in the shop's bin now. The till does not know them any more.
        package private(set) var forgotten: [OrderID] = []

        fileprivate init(_ pages: PageWalk, _ left: LeftOut, until time: Date) {
            unreadable = left.orders.sorted { $0.rawValue < $1.rawValue }
            unnamed = left.unnamed
            (orders, until) = (pages.count - unreadable.count, time)
        }

        fileprivate func forgetting(_ orders: [OrderID]) -> Report {
            var report = self
            report.forgotten = orders
            return report
        }
    }

    /// What cannot be read of the pages so far.
    fileprivate struct LeftOut {
        var orders: Set<OrderID> = []
        var unnamed = 0

        mutating func add(_ orders: [OrderID], of page: LoadedPage) {
            self.orders.formUnion(orders)
            unnamed += page.unnamed.count
        }
    }

    let orders: ShopOrders
    let records: ShopCache<OrderRecord>

    /// Up to when changes are known, by WooCommerce's clock.
    private struct Cursor: Codable {
        var modified: Date
    }

    /// How far ahead of the till's clock a mark of an earlier sync may be. One beyond that is not believed: the till's clock may
    /// have been set, but an order that is dated in the year 9999 must not hide the changes until then.
    static let farthestMark: TimeInterval = 86_400

    /// A shop with more orders is synchronised in several runs.
    private static let mostPages = 100_000

    private var bin: OrderBin { OrderBin(orders: orders) }
    private var key: String { "orders.modified.\(orders.site)" }

    /// Loads the changed orders first, and then looks which are in the bin.
    ///
    /// - Throws: `shop.malformed` if the shop answers with the same page again and again.
    func run() async throws(Failure) -> Report {
        let storage = orders.storage
        await ShopCurrencyMemory(
            network: orders.network, storage: storage, site: orders.site, environment: orders.environment
        ).refresh()
        let farthest = orders.environment.now() + Self.farthestMark
        let known = try storage.reading { try $0.setting(key, as: Cursor.self) }
            .flatMap { $0.modified <= farthest ? $0 : nil }
        let first: Page<OrderRecord>
        do throws(NetworkError) { first = try await changes(since: known, page: 1) } catch {
            // WooCommerce cannot sort by the time of the change before version 5.8.
            guard error.refuses(parameter: "orderby") else { throw error.failure }
            return try await loadAll().forgetting(bin.forgetBinned(sortsByChange: false))
        }
        return try await loadChanges(since: known, first: first).forgetting(bin.forgetBinned(sortsByChange: true))
    }

    /// A list sorted by the time of the change grows at its end while it is read. Each page therefore begins at the time of
    /// the last change that was seen, and not at a page number; orders of that very second are loaded twice. A change that lies
    /// ahead of the till's clock is no such time: those until then are still to come.
    private func loadChanges(since known: Cursor?, first: Page<OrderRecord>) async throws(Failure) -> Report {
        var (cursor, found, page) = (known, LoadedPage(first, at: orders.environment.now()), 1)
        var (pages, left) = (PageWalk(), LeftOut())
        for _ in 0..<Self.mostPages {
            let newest = found.records.compactMap(\.dates.modified).filter { $0 <= found.loadedAt }.max()
            let further = newest.flatMap { $0 > (cursor?.modified ?? .distantPast) ? Cursor(modified: $0) : nil }
            let goesOn = try pages.goesOn(
                after: found.records.map(\.id), of: found.rows, page: page, size: OrdersRemote.longestPage)
            cursor = further ?? cursor
            guard goesOn else {
                left.add(try await keep(found, reaching: further), of: found)
                break
            }
            // If the time did not move on, all orders of the page were changed in the same second: more may be on the next page.
            page = further == nil ? page + 1 : 1
            // The next page is made by the shop and read while this one is stored.
            async let next = answer(since: cursor, page: page)
            left.add(try await keep(found, reaching: further), of: found)
            let answered = await next
            found = try asFailure { () throws(NetworkError) in try answered.get() }
        }
        return Report(pages, left, until: cursor?.modified ?? orders.environment.now())
    }

    /// All orders of a shop that cannot sort them by the time of the change. Nothing is remembered for the next time: a change
    /// of an old order is nowhere to be seen in such a shop.
    private func loadAll() async throws(Failure) -> Report {
        let start = orders.environment.now()
        var (pages, left) = (PageWalk(), LeftOut())
        for page in 1...Self.mostPages {
            let loaded = try await asFailure { () async throws(NetworkError) in
                try await load(OrderFilter(), sortedBy: "id", page: page)
            }
            let found = LoadedPage(loaded, at: orders.environment.now())
            left.add(try await keep(found), of: found)
            let ids = found.records.map(\.id)
            guard try pages.goesOn(after: ids, of: found.rows, page: page, size: OrdersRemote.longestPage) else {
                break
            }
        }
        return Report(pages, left, until: start)
    }

    private func answer(since cursor: Cursor?, page: Int) async -> Result<LoadedPage, NetworkError> {
        do throws(NetworkError) {
            let found = try await changes(since: cursor, page: page)
            return .success(LoadedPage(found, at: orders.environment.now()))
        } catch { return .failure(error) }
    }

    /// The orders of a page, and when it came.
    fileprivate struct LoadedPage: Sendable {
        let records: [OrderRecord]
        /// Why other rows are no orders.
        let unnamed: [NetworkError]
        let loadedAt: Date

        var rows: Int { records.count + unnamed.count }

        init(_ page: Page<OrderRecord>, at time: Date) {
            (records, unnamed) = (page.items, page.unreadable)
            loadedAt = time
        }
    }

    private func changes(since cursor: Cursor?, page: Int) async throws(NetworkError) -> Page<OrderRecord> {
        var filter = OrderFilter()
        filter.modifiedAfter = cursor.map { $0.modified.addingTimeInterval(-1) }
        return try await load(filter, sortedBy: "modified", page: page)
    }

    private func load(
        _ filter: OrderFilter, sortedBy order: String, page: Int
    ) async throws(NetworkError) -> Page<OrderRecord> {
        try await OrdersRemote(network: orders.network, site: orders.site).loadRecords(
            query: filter.query.merging(["orderby": order, "order": "asc"]) { $1 }, page: page,
            size: OrdersRemote.longestPage)
    }

    /// Stores the orders of a page and then remembers how far the sync has come. Returns the orders that cannot be
    /// read.
    ///
    /// - Parameter cursor: what is known then; nil if that is no more than before.
    private func keep(_ found: LoadedPage, reaching cursor: Cursor?) async throws(Failure) -> [OrderID] {
        let unreadable = try await keep(found)
        guard let cursor else { return unreadable }
        try orders.storage.writing(.withNext) { try $0.setSetting(key, to: cursor) }
        return unreadable
    }

    /// Returns the orders that cannot be read. What the shop said of them is kept all the same.
    private func keep(_ found: LoadedPage) async throws(Failure) -> [OrderID] {
        // Made beside the orders, because each of the two takes milliseconds.
        async let documents = records.documents(found.records, at: found.loadedAt)
        let unreadable = try orders.keep(found.records, at: found.loadedAt)
        orders.log(found.unnamed.map { UnreadableOrder(id: nil, error: $0) })
        try records.keep(await documents)
        return unreadable
    }
}
