import Failures
import Flow
import Foundation
import Model

/// A shop inside the process, for a till without one. It answers as WooCommerce's REST API version 3 does, errors included:
/// `wc/v3/orders` with their refunds, `wc/v3/products`, `wc/v3/settings/general` and `wc/v3/system_status`. Other requests
/// are refused by name.
package struct EmbeddedShop: Network {
    private let database: any EmbeddedShopDatabase
    private let catalogue: [DemoProduct]
    private let currency: ShopCurrency?
    private let now: @Sendable () -> Date

    /// - Parameter currency: the currency in the shop's settings; nil for none.
    package init(
        database: any EmbeddedShopDatabase, catalogue: [DemoProduct], currency: ShopCurrency? = nil,
        environment: Environment
    ) {
        self.database = database
        self.catalogue = catalogue
        self.currency = currency
        self.now = environment.now
    }

    package func response(for request: Request) async throws(NetworkError) -> Response {
        do {
            return try await answer(request).response
        } catch {
            return ShopAnswer(error).response
        }
    }

    private func answer(_ request: Request) async throws(ShopRefusal) -> ShopAnswer {
        let parts = request.path.split(separator: "/").map(String.init)
        guard parts.count >= 3, parts[0] == "wc", parts[1] == "v3" else { throw .noRoute }
        switch (request.method, parts[2], parts.dropFirst(3).first, parts.count) {
        case (.get, "orders", nil, 3): return try await list(request)
        case (.get, "orders", let id?, 4): return try await show(try orderID(id), request)
        case (.put, "orders", let id?, 4), (.post, "orders", let id?, 4):
            return try await update(try orderID(id), request)
        case (.get, "orders", let id?, 5) where parts[4] == "refunds":
            return try await refunds(of: try orderID(id), request)
        case (.post, "orders", let id?, 5) where parts[4] == "refunds":
            return try await refund(try orderID(id), request)
        case (.get, "products", nil, 3):
            return try ShopPage(request).answer(partOf: catalogue.map(\.json))
        case (.get, "settings", "general"?, 4):
            guard let currency else { throw .noRoute }
            return ShopAnswer(.array(currency.settings.map(ShopFields(request).apply)))
        case (.get, "system_status", nil, 3):
            return ShopAnswer(["environment": ["version": .string(Self.version), "home_url": "embedded:"]])
        default: throw .noRoute
        }
    }

    /// The version of WooCommerce whose answers these imitate.
    static let version = "11.0.1"

    private func orderID(_ text: String) throws(ShopRefusal) -> OrderID {
        guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int64(text) else { throw .noRoute }
        return OrderID(rawValue: number)
    }

    private func show(_ id: OrderID, _ request: Request) async throws(ShopRefusal) -> ShopAnswer {
        ShopAnswer(ShopFields(request).apply(to: try await order(id)))
    }

    private func order(_ id: OrderID) async throws(ShopRefusal) -> JSONValue {
        guard let order = try await stored({ () async throws(Failure) in try await database.order(id: id) }) else {
            throw .noSuchOrder(status: 404)
        }
        return try order.json
    }

    /// An order's refunds, newest first.
    private func refunds(of id: OrderID, _ request: Request) async throws(ShopRefusal) -> ShopAnswer {
        let refunds = OrderRefund.refunds(of: try await order(id))
        return try ShopPage(request).answer(partOf: refunds.reversed().map(OrderRefund.shown))
    }

    private func refund(_ id: OrderID, _ request: Request) async throws(ShopRefusal) -> ShopAnswer {
        let refund = try OrderRefund(request.body ?? Data("{}".utf8))
        let time = now()
        let changed = try await stored { () async throws(Failure) in
            try await database.change(id) { order throws(Failure) in try refund.applied(to: order, at: time) }
        }
        guard let changed, let made = try OrderRefund.refunds(of: changed.json).last else {
            throw .noSuchOrder(status: 404)
        }
        return ShopAnswer(OrderRefund.shown(made), status: 201)
    }

    private func list(_ request: Request) async throws(ShopRefusal) -> ShopAnswer {
        let page = try ShopPage(request)
        let query = try EmbeddedOrderQuery(request, page)
        guard query.ids == nil || query.search == nil else {
            throw .invalidParameter("include", reason: "cannot be combined with search in this shop.")
        }
        let found = try await stored { () async throws(Failure) in try await database.orders(query) }
        var bodies: [JSONValue] = []
        for order in found.orders { bodies.append(try order.json) }
        return page.answer(bodies, of: found.total)
    }

    private func update(_ id: OrderID, _ request: Request) async throws(ShopRefusal) -> ShopAnswer {
        let change = try OrderChange(request.body ?? Data("{}".utf8))
        let time = now()
        let changed = try await stored { () async throws(Failure) in
            try await database.change(id) { order throws(Failure) in try change.applied(to: order, at: time) }
        }
        // Here WooCommerce answers 400, elsewhere 404.
        guard let changed else { throw .noSuchOrder(status: 400) }
        return try ShopAnswer(ShopFields(request).apply(to: changed.json))
    }

    private func stored<T>(_ work: () async throws(Failure) -> T) async throws(ShopRefusal) -> T {
        do { return try await work() } catch { throw error == .invalidRefund ? .invalidRefund : .storage(error) }
    }
}

extension ShopOrder {
    var json: JSONValue {
        get throws(ShopRefusal) {
            do { return try JSONValue(parsing: body) } catch {
                throw .storage(
                    Failure(ShopFailure.damaged, Sentence("failure.shop.damaged", ["id": id]), recovery: .askOperator))
            }
        }
    }
}
