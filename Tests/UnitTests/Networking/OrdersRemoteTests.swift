import Flow
import Foundation
import Model
import Testing

@testable import Networking

@Suite struct OrdersRemoteTests {
    private let order = #"{"id": 1042, "status": "processing", "currency": "EUR", "total": "1.00"}"#

    @Test func anOrderIsAskedForByItsID() async throws {
        let shop = OneAnswer(order)
        let loaded = try await remote(shop).loadOrder(id: OrderID(rawValue: 1042))
        #expect(loaded.id == OrderID(rawValue: 1042))
        #expect(shop.requests.map(\.method) == [.get])
        #expect(shop.requests.map(\.path) == ["wc/v3/orders/1042"])
    }

    /// A proxy has sent the answer to another request: nothing is told to be paid, or not, by it.
    @Test func theStateOfAnotherOrderIsNotBelieved() async throws {
        let shop = OneAnswer(order)
        let asked = OrderID(rawValue: 1043)
        await #expect(throws: NetworkError.self) { try await remote(shop).loadPaymentState(of: asked) }
        await #expect(throws: NetworkError.self) {
            try await remote(shop).markPaid(asked, transactionID: "1", methodID: "till", methodTitle: "Card")
        }
        #expect(try await remote(shop).loadPaymentState(of: OrderID(rawValue: 1042)).status == .processing)
    }

    @Test func aListNamesItsStatusesSearchAndPage() async throws {
        let shop = OneAnswer("[]")
        _ = try await remote(shop).loadOrders(statuses: [.pending, .onHold], search: "groß", page: 3, size: 500)
        let query = try #require(shop.requests.first?.query)
        #expect(query["status"] == "pending,on-hold")
        #expect(query["search"] == "groß")
        #expect(query["page"] == "3")
        #expect(query["per_page"] == "100")
    }

    @Test func aListWithoutStatusesAsksForAny() async throws {
        let shop = OneAnswer("[]")
        _ = try await remote(shop).loadOrders()
        #expect(shop.requests.first?.query["status"] == "any")
        #expect(shop.requests.first?.query["search"] == nil)
    }

    @Test func theStatusesOfSeveralOrdersAreOneRequest() async throws {
        let shop = OneAnswer(#"[{"id": 7, "status": "processing"}, {"id": 3, "status": "my-own"}]"#)
        let ids = [3, 5, 7].map { OrderID(rawValue: $0) }
        let statuses = try await remote(shop).loadStatuses(of: ids)
        #expect(statuses == [ids[0]: OrderStatus(rawValue: "my-own"), ids[2]: .processing])
        let request = try #require(shop.requests.first)
        #expect(shop.requests.count == 1 && request.method == .get && request.path == "wc/v3/orders")
        #expect(request.query["include"] == "3,5,7" && request.query["status"] == "any")
        #expect(request.query["per_page"] == "100" && request.query["_fields"] == "id,status")
    }

    @Test func aStatusIsSetWithNothingElse() async throws {
        let shop = OneAnswer(order)
        _ = try await remote(shop).updateStatus(of: OrderID(rawValue: 7), to: .completed)
        let request = try #require(shop.requests.first)
        #expect(request.method == .put)
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == #"{"status":"completed"}"#)
    }

    @Test func aPaymentElsewhereIsToldWithItsTransaction() async throws {
        let shop = OneAnswer(order)
        _ = try await remote(shop).markPaid(
            OrderID(rawValue: 1042), transactionID: "52500038-000123", methodID: "card_terminal", methodTitle: "Karte")
        let body = try JSONValue(parsing: try #require(shop.requests.first?.body))
        #expect(
            body == [
                "set_paid": true, "transaction_id": "52500038-000123", "payment_method": "card_terminal",
                "payment_method_title": "Karte",
            ])
    }

    @Test(arguments: [
        (401, "woocommerce_rest_cannot_view", "shop.unauthorized", Failure.Recovery.askOperator),
        (403, "woocommerce_rest_cannot_view", "shop.forbidden", .askOperator),
        (404, "woocommerce_rest_shop_order_invalid_id", "order.notFound", .giveUp),
        (400, "woocommerce_rest_shop_order_invalid_id", "order.notFound", .giveUp),
        (400, "rest_invalid_param", "shop.refused", .giveUp),
        (410, "woocommerce_rest_already_trashed", "shop.refused", .giveUp),
        (408, "request_timeout", "shop.server", .retry), (409, "conflict", "shop.refused", .giveUp),
        (429, "too_many", "shop.server", .retry), (500, "internal_server_error", "shop.server", .retry),
        (502, "bad_gateway", "shop.server", .retry), (504, "gateway_timeout", "shop.server", .retry),
    ])
    func aRefusalIsTyped(status: Int, complaint: String, code: String, recovery: Failure.Recovery) async throws {
        let shop = OneAnswer(
            status: status, #"{"code": "\#(complaint)", "message": "<b>No</b> &amp; never", "data": 500}"#)
        let error = try await #require(throws: NetworkError.self) {
            try await remote(shop).loadOrder(id: OrderID(rawValue: 1))
        }
        #expect(error.failure.code == code)
        #expect(error.failure.recovery == recovery)
        #expect(error.failure.causes == ["No & never"])
    }

    @Test func aHostInMaintenanceIsNotTakenForAShop() async throws {
        let shop = OneAnswer(status: 503, "<!doctype html><title>503</title>")
        await #expect(throws: NetworkError.server(status: 503, nil)) {
            try await remote(shop).loadOrder(id: OrderID(rawValue: 1))
        }
    }

    /// What a web host or a proxy says with a page is not the shop's decision.
    @Test(arguments: [
        (408, NetworkError.server(status: 408, nil), "shop.server"),
        (409, .answer(.webPage(status: 409)), "shop.webPage"),
        (502, .server(status: 502, nil), "shop.server"),
        (504, .server(status: 504, nil), "shop.server"),
    ])
    func aPageOfAWebHostIsTyped(status: Int, error: NetworkError, code: String) async throws {
        let shop = OneAnswer(
            .success(
                Response(
                    status: status, headers: ["content-type": "text/html; charset=UTF-8"],
                    body: Data("<!doctype html><title>\(status)</title>".utf8))))
        let thrown = try await #require(throws: NetworkError.self) {
            try await remote(shop).loadOrder(id: OrderID(rawValue: 1))
        }
        #expect(thrown == error && !thrown.isAboutTheRequest)
        #expect(thrown.failure.code == code && thrown.failure.recovery == .retry)
        #expect(thrown.failure.causes.isEmpty)
    }

    @Test func aPageOfHTMLThatCallsItselfASuccessIsMalformed() async throws {
        let shop = OneAnswer("<html>login</html>")
        await #expect(throws: NetworkError.malformed(field: nil, reason: "it is not JSON")) {
            try await remote(shop).loadOrder(id: OrderID(rawValue: 1))
        }
    }

    @Test func aLineThatBreaksStaysUnreachable() async throws {
        let shop = OneAnswer(.failure(.unreachable(reason: "connection refused")))
        let error = try await #require(throws: NetworkError.self) { try await remote(shop).loadOrders() }
        #expect(error.failure.code == "shop.unreachable")
        #expect(error.failure.recovery == .retry)
    }

    private func remote(_ shop: OneAnswer) -> OrdersRemote { OrdersRemote(network: shop, site: .embedded) }
}
