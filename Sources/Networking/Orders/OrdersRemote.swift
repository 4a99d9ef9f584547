import Foundation
import Model

/// The orders of one shop (WooCommerce REST API version 3, `wc/v3/orders`).
package struct OrdersRemote: Remote {
    /// The largest page that WooCommerce allows.
    package static let longestPage = 100

    package let network: any Network
    package var resource: ShopResource { .order }
    let site: SiteID

    package init(network: any Network, site: SiteID) {
        self.network = network
        self.site = site
    }

    /// Everything that the shop has about an order.
    package func loadRecord(id: OrderID) async throws(NetworkError) -> OrderRecord {
        try await records.load(id.description)
    }

    /// One page of orders with everything that the shop has about them. `page` counts from 1.
    package func loadRecords(
        query: [String: String], page: Int, size: Int
    ) async throws(NetworkError) -> Page<OrderRecord> {
        try await records.loadPage(page, size: size, query: query)
    }

    /// One page of the orders in the shop's bin, which no other list has.
    ///
    /// - Parameters:
    ///   - time: since when they were put there; nil if all are wanted.
    ///   - order: `modified`, or `id` for a shop that cannot sort by the time of the change.
    package func loadBin(
        since time: Date?, sortedBy order: String, page: Int
    ) async throws(NetworkError) -> Page<BinnedOrder> {
        var query = [
            "_fields": "id,status,date_modified,date_modified_gmt", "status": ShopStatus.bin, "orderby": order,
            "order": "asc", "page": String(page), "per_page": String(Self.longestPage),
        ]
        query["modified_after"] = time.map(ShopDate.text)
        if time != nil { query["dates_are_gmt"] = "true" }
        return try await enqueue(Request(.get, Self.collection, query: query), mapper: BinnedOrdersMapper())
    }

    /// Makes an order. Must not be repeated before `find(request:since:)`.
    package func create(_ changes: OrderChanges) async throws(NetworkError) -> OrderRecord {
        try await records.create(changes.json)
    }

    /// Changes an order. May be repeated unless it adds lines.
    package func update(_ id: OrderID, _ changes: OrderChanges) async throws(NetworkError) -> OrderRecord {
        try await records.update(id.description, changes.json)
    }

    package func delete(_ id: OrderID, force: Bool) async throws(NetworkError) -> OrderRecord {
        try await records.delete(id.description, force: force)
    }

    /// The metadata in which a till keeps which of its requests made or changed an order.
    package static let requestKey = "_till_request"
    /// The metadata in which a till keeps which of its requests changed an order last.
    package static let changeKey = "_till_change"

    /// The order that a request has made, among those that are dated later than a day before this time. Throws
    /// `.conflict(.isTwice)` if the shop has made two, unless all but one were cancelled.
    ///
    /// Throws `.conflict(.clockBehind)` if there is none and the shop's own clock shows an earlier time: the shop would date an
    /// order that is made now before those that a later call looks at. If the order is made only after this has returned nil,
    /// every later call with the same time finds it, whatever the clock of the till shows.
    package func find(request: String, since time: Date) async throws(NetworkError) -> OrderID? {
        let start = time.addingTimeInterval(-Self.clockDifference)
        let found = try await find(request: request, after: start)
        if let made = found.made { return made }
        if let clock = found.clock, clock < start.addingTimeInterval(Self.datingDifference) {
            throw .conflict(.clockBehind(.seconds(time.timeIntervalSince(clock).rounded())))
        }
        return nil
    }

    /// Throws `.conflict(.isTwice)` if something on the way has repeated the request that made this order.
    package func checkMadeOnce(_ made: OrderRecord, request: String) async throws(NetworkError) {
        guard let time = made.dates.created else { return }
        try await SecondLook.after { () throws(NetworkError) in
            _ = try await find(request: request, after: time.addingTimeInterval(-Self.repetition))
        }
    }

    /// The order that a request has made, and what the shop's clock showed; nil if its answers do not tell the time.
    private func find(
        request: String, after time: Date
    ) async throws(NetworkError) -> (made: OrderID?, clock: Date?) {
        let query = [
            "_fields": "id,status,meta_data", "status": "any", "dates_are_gmt": "true", "orderby": "date",
            "order": "asc", "after": ShopDate.text(time),
        ]
        var made: [RequestedOrder] = []
        var clock: Date?
        try await Pages.each { page throws(NetworkError) in
            let answer = try await enqueue(
                Request(
                    .get, Self.collection,
                    query: query.merging(["page": String(page), "per_page": String(Self.longestPage)]) { $1 }),
                mapper: RequestedOrdersMapper())
            clock = answer.clock
            return answer.page
        } take: { found in
            made += found.filter { $0.request == request }
            return false
        }
        let standing = made.filter { !$0.isCancelled }
        if standing.count > 1 { throw .conflict(.isTwice(standing[1].id, standing[0].id)) }
        return ((standing.first ?? made.first)?.id, clock)
    }

    /// How long before the time at which an order was made at the till the shop may date it, in seconds.
    private static let clockDifference: TimeInterval = 86_400
    /// How far the clock that dates a shop's answers and the one that dates its orders may differ, in seconds: they may be
    /// those of two machines.
    private static let datingDifference: TimeInterval = 3_600
    /// How long before an order another one of the same request may have been made, in seconds by the shop's clock.
    private static let repetition: TimeInterval = 600

    private var records: ResourceRemote<OrderRecord> { ResourceRemote(Self.collection, network: network) }

    package func loadOrder(id: OrderID) async throws(NetworkError) -> Order {
        let request = Request(.get, path(id), query: ["_fields": Self.fields])
        return try await enqueue(request, mapper: OrderMapper(site: site))
    }

    /// A page of orders, newest first, of any status when none is given. `search` looks in numbers, names and addresses. `page`
    /// counts from 1; `size` is at most `longestPage`.
    package func loadOrders(
        statuses: [OrderStatus] = [], search: String? = nil, page: Int = 1, size: Int = 25
    ) async throws(NetworkError) -> Page<Order> {
        let request = Self.list(statuses, search, page: page, size, fields: Self.fields)
        return try await enqueue(request, mapper: OrderListMapper(site: site))
    }

    /// A page of orders as `loadOrders` takes it, each with the request of the till that made it, and what it tells of its
    /// payment. An order that cannot be read is told apart.
    package func loadListedOrders(
        statuses: [OrderStatus] = [], search: String? = nil, page: Int = 1, size: Int = 25
    ) async throws(NetworkError) -> ListedOrders {
        let request = Self.list(statuses, search, page: page, size, fields: "\(Self.fields),transaction_id,meta_data")
        return try await enqueue(request, mapper: ListedOrdersMapper(site: site))
    }

    private static func list(
        _ statuses: [OrderStatus], _ search: String?, page: Int, _ size: Int, fields: String
    ) -> Request {
        var query = [
            "_fields": fields, "page": String(page), "per_page": String(min(max(1, size), longestPage)),
            "status": statuses.isEmpty ? "any" : statuses.map(\.rawValue).joined(separator: ","),
        ]
        query["search"] = search
        return Request(.get, collection, query: query)
    }

    /// The statuses of at most `longestPage` orders in one request. Orders that the shop does not list are missing: they do
    /// not exist or are in the bin.
    package func loadStatuses(of ids: [OrderID]) async throws(NetworkError) -> [OrderID: OrderStatus] {
        let query = [
            "_fields": "id,status", "include": ids.map(\.description).joined(separator: ","), "page": "1",
            "per_page": String(Self.longestPage), "status": "any",
        ]
        return try await enqueue(Request(.get, Self.collection, query: query), mapper: OrderStatusMapper())
    }

    /// Sets the status and returns the changed order. May be repeated.
    package func updateStatus(of id: OrderID, to status: OrderStatus) async throws(NetworkError) -> Order {
        try await update(id, ["status": .string(status.rawValue)])
    }

    /// What is looked at before `markPaid`.
    package func loadPaymentState(of id: OrderID) async throws(NetworkError) -> OrderPaymentState {
        let fields = "id,status,total,currency,date_paid,date_paid_gmt,transaction_id,meta_data"
        return try await enqueue(
            Request(.get, path(id), query: ["_fields": fields]), mapper: OrderPaymentStateMapper(order: id))
    }

    /// Tells the shop that the order was paid elsewhere, and returns the order's state after that. May be repeated: a paid order
    /// stays as it is.
    ///
    /// - Parameters:
    ///   - meta: what is kept with the order.
    ///   - removed: the keys of what is not kept with it any more.
    ///   - status: the status that the order is to have. WooCommerce ignores `set_paid` for an order that is not pending or
    ///     failed, such as one on hold.
    package func markPaid(
        _ id: OrderID, transactionID: String, methodID: String, methodTitle: String, meta: [String: String] = [:],
        removing removed: [String] = [], status: OrderStatus? = nil
    ) async throws(NetworkError) -> OrderPaymentState {
        var members: [String: JSONValue] = [
            "set_paid": true, "transaction_id": .string(transactionID), "payment_method": .string(methodID),
            "payment_method_title": .string(methodTitle),
        ]
        members["status"] = status.map { .string($0.rawValue) }
        let kept: [JSONValue] = meta.sorted { $0.key < $1.key }
            .map { ["key": .string($0.key), "value": .string($0.value)] }
        // An entry without a value is deleted.
        let changes = kept + removed.map { ["key": .string($0), "value": .null] }
        if !changes.isEmpty { members["meta_data"] = .array(changes) }
        let request = Request(.put, path(id), body: JSONValue.object(members).data)
        return try await enqueue(request, mapper: OrderPaymentStateMapper(order: id))
    }

    /// Opens an order again that a till has told is paid, and takes back what the till wrote of its payment there. May be
    /// repeated.
    ///
    /// - Parameter payment: the payment of the till, which does not pay the order any more.
    package func reopen(_ id: OrderID, takingBack payment: String) async throws(NetworkError) {
        let removed = [OrderPaymentState.key] + OrderPaymentState.details
        // An entry without a value is deleted.
        var meta: [JSONValue] = removed.map { ["key": .string($0), "value": .null] }
        meta.append(["key": .string(OrderPaymentState.reopenedKey), "value": .string(payment)])
        let members: [String: JSONValue] = [
            "status": .string(OrderStatus.pending.rawValue), "transaction_id": "", "meta_data": .array(meta),
        ]
        _ = try await enqueue(
            Request(.put, path(id), body: JSONValue.object(members).data), mapper: OrderPaymentStateMapper(order: id))
    }

    private func update(_ id: OrderID, _ changes: JSONValue) async throws(NetworkError) -> Order {
        try await enqueue(Request(.put, path(id), body: changes.data), mapper: OrderMapper(site: site))
    }

    private static let collection = "wc/v3/orders"
    private func path(_ id: OrderID) -> String { "\(Self.collection)/\(id)" }

    /// The fields that the mapper reads; a whole order is ten times as long.
    private static let fields =
        "id,number,status,currency,total,billing,line_items,shipping_lines,fee_lines,tax_lines,coupon_lines"
}
