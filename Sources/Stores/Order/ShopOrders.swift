import Failures
import Flow
import LogEvents
import Foundation
import Model
import Networking
import Storage
import Payments

/// A query for a shop's orders.
enum OrderQuery: Hashable, Codable, Sendable {
    case one(OrderID)
    /// The newest orders, with one status if one is given.
    case newest(OrderStatus?, limit: Int)
    /// The orders whose number or customer contains the text.
    case matching(String, limit: Int)
}

/// The shop's orders as this till sees them. They are cached, and never shown as unpaid once this till has taken a
/// payment for them.
///
/// An order that was made at this till keeps its id in the till. At the border to the shop it is exchanged for the shop's.
struct ShopOrders: OrderLoading {
    let shop: ShopSession
    /// What is paid while the shop cannot be asked.
    let offline: OfflineOrderPolicy
    /// How long an order is waited for while somebody stands at the till. Then the shop counts as away.
    let patience: Duration
    let records: ShopCache<OrderRecord>

    static let usualPatience = Duration.seconds(10)

    init(
        shop: ShopSession, offline: OfflineOrderPolicy = .refuse, patience: Duration = Self.usualPatience
    ) {
        self.shop = shop
        self.offline = offline
        self.patience = patience
        records = shop.cache()
    }

    var network: any Network { shop.network }
    var storage: any StorageManagerType { shop.caches.storage }
    var site: SiteID { shop.site }
    var environment: Environment { shop.environment }

    func load(_ wanted: OrderID) async throws(Failure) -> Order {
        let end = environment.uptime() + patience
        let order: Order
        do throws(Failure) {
            order = try await inTime(patience) { () async throws(Failure) in
                try await environment.retrying(.onceMore) { () async throws(Failure) in
                    try await ask(.one(wanted), at: environment.now()).one
                }
            }
        } catch {
            guard error.recovery == .retry, offline == .payKnown, let known = try kept(.one(wanted))?.value.items.first
            else {
                throw error
            }
            environment.log(.orderPaidOffline, .order(known.number), .failure(error))
            return known
        }
        // How the shop writes amounts is no reason to wait longer.
        try? await inTime(max(.zero, end - environment.uptime())) {
            await ShopCurrencyMemory(network: network, storage: storage, site: site, environment: environment)
                .refresh()
        }
        return order
    }

    /// Does work that waits for the shop for so long at most, and throws `shop.timeout` then. The embedded shop is in this
    /// process and always answers.
    /// - Parameter left: what is left of the limit, if a part of it has passed.
    private func inTime<Value: Sendable>(
        _ limit: Duration, left: Duration? = nil, _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard site != .embedded else { return try await work() }
        let late = NetworkError.connection(.timedOut(after: limit)).failure
        return try await environment.within(left ?? limit, orThrow: late, "ask the shop", work)
    }

    /// How long a list is waited for if there is a kept one to show instead.
    static let longestWaitForList = Duration.seconds(5)

    /// Loads the orders from the shop and caches them with the time `now`. One order is waited for as long as `patience`
    /// allows, and no longer than until `end`. A list is waited for as long as the shop takes, or, if orders are kept that
    /// can be shown instead, for `longestWaitForList`.
    func fetch(
        _ query: OrderQuery, at now: Date, until end: Uptime? = nil
    ) async throws(Failure) -> Listing<Order> {
        let isShown = if case .one = query { true } else { try kept(query)?.value.items.isEmpty == false }
        guard isShown else { return try await ask(query, at: now) }
        let limit = patience(for: query)
        let left = end.map { max(.zero, $0 - environment.uptime()) } ?? limit
        return try await inTime(limit, left: min(left, limit)) { () async throws(Failure) in
            try await ask(query, at: now)
        }
    }

    /// How long the orders are waited for, all attempts together, by somebody who can be shown others.
    func patience(for query: OrderQuery) -> Duration {
        if case .one = query { patience } else { min(Self.longestWaitForList, patience) }
    }

    private func ask(_ query: OrderQuery, at now: Date) async throws(Failure) -> Listing<Order> {
        let remote = OrdersRemote(network: network, site: site)
        switch query {
        case .one(let id): return Listing(try await fetch(id, at: now, from: remote), total: 1, isWhole: true)
        case .newest(let status, let limit):
            return try await fetchList(limit, at: now) { () async throws(NetworkError) in
                try await remote.loadListedOrders(statuses: status.map { [$0] } ?? [], size: limit)
            } embedded: { () async throws(NetworkError) in
                try await remote.loadOrders(statuses: status.map { [$0] } ?? [], size: limit).items
            }
        case .matching(let text, let limit):
            return try await fetchList(limit, at: now) { () async throws(NetworkError) in
                try await remote.loadListedOrders(search: text, size: limit)
            } embedded: { () async throws(NetworkError) in
                try await remote.loadOrders(search: text, size: limit).items
            }
        }
    }

    /// A page of the shop's own search for a text, waited for as long as one order.
    ///
    /// - Returns: The orders that can be read, the ids in the shop of all that are on the page, and how many are on it.
    func search(
        _ text: String, page: Int, size: Int
    ) async throws(Failure) -> (orders: [Order], ids: [OrderID], count: Int) {
        let now = environment.now()
        return try await inTime(patience) { () async throws(Failure) in
            let remote = OrdersRemote(network: network, site: site)
            guard site != .embedded else {
                let found = try await asFailure { () async throws(NetworkError) in
                    try await remote.loadOrders(search: text, page: page, size: size).items
                }
                return (try keep(found, at: now), found.map(\.id), found.count)
            }
            let listed = try await asFailure { () async throws(NetworkError) in
                try await remote.loadListedOrders(search: text, page: page, size: size)
            }
            return (try keep(listed, at: now), listed.ids, listed.count)
        }
    }

    private func fetch(_ id: OrderID, at now: Date, from remote: OrdersRemote) async throws(Failure) -> [Order] {
        guard let shopID = try storage.reading({ try $0.shopID(of: id, site: site) }) else {
            // The till is the only one that knows this order.
            guard let known = try storage.reading({ try $0.order(id: id, site: site) }) else {
                throw NetworkError.notFound(nil, of: .order).failure
            }
            return [known.order]
        }
        guard site != .embedded else {
            let order = try await asFailure { () async throws(NetworkError) in
                try await remote.loadOrder(id: shopID)
            }
            return try keep([order], at: now)
        }
        let known = try await loadRecord(shopID)
        // What was kept from before is no answer of the shop.
        if let failure = known.failure { throw failure }
        guard known.value.id == shopID else {
            throw NetworkError.malformed(field: "id", reason: Sentence("detail.json.noID")).failure
        }
        try recognise(known.value.id, known.value.requests, refusing: true)
        let order = try asFailure { () throws(NetworkError) in try known.value.order(site: site) }
        return try keep([order], at: now, paid: known.value.paymentState.map { [order.id: $0] } ?? [:])
    }

    /// A list is whole if there was room for more.
    private func fetchList(
        _ limit: Int, at now: Date, _ load: () async throws(NetworkError) -> ListedOrders,
        embedded: () async throws(NetworkError) -> [Order]
    ) async throws(Failure) -> Listing<Order> {
        let most = min(max(1, limit), OrdersRemote.longestPage)
        guard site != .embedded else {
            let found = try await asFailure(embedded)
            return Listing(try keep(found, at: now), total: nil, isWhole: found.count < most)
        }
        let listed = try await asFailure(load)
        return Listing(
            try keep(listed, at: now), total: nil, isWhole: listed.count < most && listed.unreadable.isEmpty,
            unreadable: listed.unreadable.count
        )
    }

    private func keep(_ listed: ListedOrders, at now: Date) throws(Failure) -> [Order] {
        for found in listed.orders { try recognise(found.order.id, found.requests) }
        log(listed.unreadable)
        let states = listed.orders.compactMap { found in found.paymentState.map { (found.order.id, $0) } }
        return try keep(listed.orders.map(\.order), at: now, paid: Dictionary(states) { $1 })
    }

    /// One order that cannot be read must not hide the others.
    func log(_ unreadable: [UnreadableOrder]) {
        for order in unreadable {
            let place = order.id.map { LogField.order($0.written) } ?? .words("without an id")
            environment.log(.orderUnreadable, place, .failure(order.error.failure))
        }
    }

    /// Recognises an order that was made at this till and of which the shop's answer was lost, so that it is not paid under
    /// both of its ids.
    ///
    /// - Parameter refusing: whether to throw if the shop has made two orders of one request.
    func recognise(_ id: OrderID, _ requests: [String], refusing: Bool = false) throws(Failure) {
        for request in requests {
            guard let local = try storage.reading({ try $0.localOrder(request: request) }), local.site == site else {
                continue
            }
            if local.shopID == nil {
                let note = { (transaction: any StorageTransaction) in
                    try transaction.setShopID(id, ofLocal: local.id)
                }
                // Nothing is paid under an id that is not known to be the same order's.
                if refusing { try storage.writing(.now, note) } else { try storage.caching(note) }
            }
            if refusing, let other = local.shopID, other != id { throw .orderIsTwice(id, other) }
        }
    }

    /// Everything that was kept about an order.
    func kept(record id: OrderID) throws(Failure) -> Cached<OrderRecord>? {
        guard let shopID = try storage.reading({ try $0.shopID(of: id, site: site) }) else { return nil }
        return try records.kept(shopID.description)
    }

    /// Keeps orders that came with everything that the shop has about them. Returns those that cannot be read, which are
    /// left out.
    func keep(_ records: [OrderRecord], at now: Date) throws(Failure) -> [OrderID] {
        for record in records { try recognise(record.id, record.requests) }
        let (orders, unreadable) = records.orders(site: site)
        log(unreadable)
        let own = try withOwnIDs(orders)
        let ids = unreadable.compactMap(\.id)
        if site == .embedded, try storage.reading({ try $0.uncached(own) }).isEmpty { return ids }
        // What is lost in a power cut is loaded again.
        try storage.caching { try $0.save(own, fetchedAt: now) }
        return ids
    }

    private func withOwnIDs(_ orders: [Order]) throws(Failure) -> [Order] {
        try storage.reading { reader in
            try orders.map { $0.with(id: try reader.ownID(of: $0.id, site: site)) }
        }
    }

    /// The cached orders; nil if the shop was never asked. Of several orders the oldest time counts. Whether a list lacks what
    /// the till has never seen is not known.
    func kept(_ query: OrderQuery) throws(Failure) -> LoadingState<Listing<Order>>.Loaded? {
        let (cached, isWhole) = try storage.reading { reader in
            switch query {
            case .one(let id):
                (try reader.order(id: try reader.ownID(of: id, site: site), site: site).map { [$0] } ?? [], true)
            case .newest(let status, let limit): (try reader.orders(site: site, status: status, limit: limit), false)
            case .matching(let text, let limit): (try reader.searchOrders(text, site: site, limit: limit), false)
            }
        }
        return cached.map(\.fetchedAt).min().map {
            .init(Listing(cached.map(\.order), total: nil, isWhole: isWhole), at: $0)
        }
    }

    /// The orders that were made at this till and that the shop does not have yet, the newest first.
    func local(_ status: OrderStatus?, containing text: String?, limit: Int) throws(Failure) -> [Order] {
        let wanted = text.map(SearchText.folded)
        return try storage.reading { reader in
            // They come before all others.
            let known = try reader.orders(site: site, status: status, limit: Self.mostLocal).map(\.order)
            let local = try known.filter { order in
                try order.id.isLocal && reader.shopID(of: order.id, site: site) == nil
            }
            let found = local.filter { order in
                wanted.map(SearchText.folded("\(order.number) \(order.customer ?? "")").contains) ?? true
            }
            return Array(found.prefix(limit))
        }
    }

    /// The most orders of which the shop has not been told that are looked through.
    private static let mostLocal = 200

    /// Stores the orders and returns them as cached, in the same order.
    /// - Parameter states: what the shop tells of their payments, by their ids in the shop, where it tells that.
    private func keep(
        _ fetched: [Order], at now: Date, paid states: [OrderID: OrderPaymentState] = [:]
    ) throws(Failure) -> [Order] {
        let orders = try withOwnIDs(fetched)
        let told = zip(orders, fetched).compactMap { own, order in states[order.id].map { (own.id, $0) } }
        let states = Dictionary(told) { $1 }
        // The embedded shop always answers, so the age of its orders does not matter: if nothing is new, nothing is
        // written.
        if site == .embedded, try storage.reading({ try $0.uncached(orders) }).isEmpty {
            return try storage.reading { try self.told(orders, states, in: $0) }
        }
        do throws(StorageError) {
            return try storage.write { transaction in
                try transaction.save(orders, fetchedAt: now)
                return try self.told(orders, states, in: transaction)
            }
        } catch {
            guard error.leavesReading else { throw error.failure }
            return try storage.reading { try unkept(orders, in: $0) }
        }
    }

    /// The orders as the shop tells them, where they cannot be kept. One that this till has charged is shown as it is kept.
    private func unkept(_ orders: [Order], in reader: any StorageReader) throws -> [Order] {
        try orders.map { order in
            guard let cached = try reader.order(id: order.id, site: site), cached.paidBy != nil else { return order }
            return cached.order
        }
    }

    /// Deletes an order in the shop, unless this till takes or has taken money for it.
    func delete(_ id: OrderID, permanently: Bool) async throws(Failure) {
        let (own, number, isHeld) = try storage.reading { reader in
            let own = try reader.ownID(of: id, site: site)
            return (own, try reader.number(of: own, at: site), try holdsMoney(own, in: reader))
        }
        guard !isHeld else { throw .orderHoldsMoney(number) }
        let shopID = try shop.shopID(of: own)
        let remote = OrdersRemote(network: network, site: site)
        _ = try await asFailure { () async throws(NetworkError) in
            try await remote.delete(shopID, force: permanently)
        }
        try forget([shopID])
    }

    func dropCache() {
        try? storage.write { transaction in
            try transaction.dropOrders(site: site)
            try ShopCurrencyMemory.forget(site, in: transaction)
        }
        records.clear()
    }

    private func told(
        _ orders: [Order], _ states: [OrderID: OrderPaymentState], in reader: any StorageReader
    ) throws -> [Order] {
        let reopened = try OrderReopened.untold(at: site, in: reader)
        return try orders.map { order in
            guard let cached = try reader.order(id: order.id, site: site) else { return order }
            let isReopened =
                cached.paidBy == nil && [.processing, .completed].contains(order.status)
                && reopened.contains { $0.order == order.id && $0.opens(states[order.id]) }
            return isReopened ? cached.order.with(status: .pending) : cached.order
        }
    }
}

extension Failure {
    fileprivate static func orderIsTwice(_ one: OrderID, _ other: OrderID) -> Failure {
        Failure(
            OrderFailure.isTwice, Sentence("failure.order.isTwice", ["number": one, "other": other]),
            remedy: Sentence("remedy.order.isTwice", ["number": one, "other": other]), recovery: .giveUp)
    }

    static func orderHoldsMoney(_ number: String) -> Failure {
        Failure(
            OrderFailure.holdsMoney, Sentence("failure.order.holdsMoney", ["number": number]),
            remedy: Sentence("remedy.order.holdsMoney"), recovery: .giveUp)
    }
}

extension Listing<Order> {
    /// The order that was requested by its number.
    var one: Order {
        get throws(Failure) {
            guard let first = items.first else { throw NetworkError.notFound(nil, of: .order).failure }
            return first
        }
    }
}
