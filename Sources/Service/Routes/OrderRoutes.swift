import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Stores

/// The shop's orders.
struct OrderRoutes: Sendable {
    let till: any ServedTill

    var routes: [Route] {
        [
            Route("GET", "/v1/orders", .look) { request throws(Failure) in try await list(request) },
            Route("GET", "/v1/orders/{number}", .look) { request throws(Failure) in
                let number = request.parameter("number")
                let found = try await till.ask { OrderAction.lookUpOrder(number, $0) }
                return try .json(Output.Order(found.value, in: found, at: try await atShop([found.value])))
            },
            Route("POST", "/v1/orders", .collect) { request throws(Failure) in try await create(request) },
        ]
    }

    /// What their shop knows of these orders.
    private func atShop(_ orders: [Order]) async throws(Failure) -> OrdersAtShop {
        guard let site = orders.first?.site else { return OrdersAtShop() }
        return try await till.ask { OutboxAction.findOrders(orders.map(\.id), site, $0) }
    }

    /// How many lines a new order may have.
    private static let mostLines = 100

    /// Makes an order of products. What it costs is the shop's to say.
    private func create(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let key = try IdempotencyKey.of(request)
        var body = try BodyReader(request)
        var changes = OrderChanges()
        changes.status = .pending
        guard var lines = try body.objects("lines", most: Self.mostLines), !lines.isEmpty else {
            throw .missing("lines")
        }
        for place in lines.indices { changes.items.append(try Self.item(&lines[place])) }
        for var line in try body.objects("shipping", most: Self.mostLines) ?? [] {
            changes.shippingLines.append(try Self.shipping(&line))
        }
        changes.meta = try body.textsByName("meta") ?? [:]
        changes.coupons = try body.texts("coupons")
        changes.customerID = try body.number("customer", 1...Int64.max)
        changes.customerNote = try body.text("note", most: 1_000)
        try body.end()
        try await checkProducts(of: changes)
        let made = try await till.ask { [changes] in OrderAction.createOrder(changes, key: key, $0) }
        return try .json(
            Output.Order(made.value, in: made, at: try await atShop([made.value])), status: 201,
            fields: ["location": "/v1/orders/\(made.value.number)"])
    }

    /// Throws `product.notFound` if the shop says that it does not have one of them, or that a product does not have the variation: it would
    /// make an order of nothing, or of something else. If it cannot be asked, only what the till has prices of makes an order.
    private func checkProducts(of changes: OrderChanges) async throws(Failure) {
        let ids = Set(changes.items.compactMap(\.productID)).sorted()
        let found: Cached<Listing<Product>>
        do throws(Failure) { found = try await till.ask { ProductAction.retrieveProducts(ids, $0) } } catch { return }
        guard found.failure == nil else { return }
        guard Set(ids).isSubset(of: found.value.items.map(\.id)) else {
            throw NetworkError.notFound(nil, of: .product).failure
        }
        for case (let product?, let variation?) in changes.items.map({ ($0.productID, $0.variationID) }) {
            guard found.value.items.contains(where: { $0.id == product && $0.variationIDs.contains(variation) }) else {
                throw .noVariation(variation, of: product)
            }
        }
    }

    private static func item(_ line: inout BodyReader) throws(Failure) -> OrderChanges.Item {
        guard let product = try line.number("product", 1...Int64.max) else { throw .missing("product") }
        let item = OrderChanges.Item(
            productID: product, variationID: try line.number("variation", 1...Int64.max),
            quantity: String(try line.number("quantity", 1...9_999) ?? 1), taxClass: try line.text("tax_class"),
            meta: try line.textsByName("meta"))
        try line.end()
        return item
    }

    /// A way of delivery. The shop computes its tax.
    private static func shipping(_ line: inout BodyReader) throws(Failure) -> OrderChanges.Shipping {
        guard let method = try line.text("method") else { throw .missing("method") }
        guard let total = try line.text("total") else { throw .missing("total") }
        guard total.wholeMatch(of: /[0-9]{1,12}(\.[0-9]{1,8})?/) != nil else {
            throw .invalid("total", Sentence("detail.request.amount"))
        }
        let shipping = OrderChanges.Shipping(methodID: method, title: try line.text("title"), total: total)
        try line.end()
        return shipping
    }

    /// A cursor is the number of a page: the shop counts in pages. Before the first one are the orders that only this till has.
    private func list(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var query = QueryReader(request)
        let limit = try query.limit()
        let status = try query.text("status")
        let search = try query.text("search")
        let page = try query.number("cursor", 1...100_000) ?? 1
        try query.end()
        let filter = OrderFilter(statuses: status.map { [OrderStatus(rawValue: $0)] } ?? [], search: search)
        let site = try await till.ask { AccountAction.loadAccount($0) }.site
        let now = till.environment.now()
        var own = page > 1 ? [] : try await local(status, search, limit)
        var found = try await orders(filter, page, limit, besides: own, at: now)
        if !own.isEmpty {
            // The shop may have been told of one after it made the page.
            let left = try await local(status, search, limit)
            if !own.allSatisfy({ order in left.contains { $0.id == order.id } }) {
                found = try await orders(filter, page, limit, besides: left, at: now)
                own = left
            }
        }
        // An order that cannot be read must not hide the others.
        let orders = found.value.items.orders(site: site).orders
        let next = found.value.items.count == limit ? String(page + 1) : nil
        let shop = try await atShop(own + orders)
        let here = Cached(value: own, asOf: now, failure: nil)
        return try .json(
            Output.Page(
                items: own.map { Output.Order($0, in: here, at: shop) }
                    + orders.map { Output.Order($0, in: found, at: shop) },
                next: next, stale: found.failure != nil,
                whole: found.failure == nil && found.value.isWhole && orders.count == found.value.items.count))
    }

    /// A page of the shop's list. While the shop is away and the page was never loaded, it is empty if there are others to show.
    private func orders(
        _ filter: OrderFilter, _ page: Int, _ limit: Int, besides own: [Order], at now: Date
    ) async throws(Failure) -> Cached<Listing<OrderRecord>> {
        do throws(Failure) {
            return try await till.ask { OrderAction.fetchFilteredOrders(filter, page: page, size: limit, $0) }
        } catch {
            guard error.recovery == .retry, !own.isEmpty else { throw error }
            return Cached(value: Listing([], total: nil, isWhole: false), asOf: now, failure: error)
        }
    }

    /// The orders that only this till has.
    private func local(_ status: String?, _ search: String?, _ limit: Int) async throws(Failure) -> [Order] {
        let wanted = status.map { OrderStatus(rawValue: $0) }
        return try await till.ask {
            OrderAction.loadLocalOrders(status: wanted, containing: search, limit: limit, $0)
        }
    }
}

extension Failure {
    fileprivate static func noVariation(_ variation: Int64, of product: Int64) -> Failure {
        Failure(
            ProductFailure.notFound,
            Sentence("failure.product.noVariation", ["product": product, "variation": variation]), recovery: .giveUp)
    }
}
