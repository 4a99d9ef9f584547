import Crypto
import Flow
import Foundation
import Model
import Networking
import Payments
import Simulator
import Stores
import Testing

@testable import Service

/// What the shop delivers to the service, and how the service asks it.
@Suite struct NotificationRouteTests {
    private let till: VirtualServedTill
    private let folder: String
    private let secret: WebhookSecret

    init() throws {
        var template = Array((NSTemporaryDirectory() + "till-hooks-XXXXXX").utf8CString)
        folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        till = try VirtualServedTill(directory: folder)
        secret = try till.shopWebhooks.secretToRegister(at: .embedded)
    }

    private func end() { try? FileManager.default.removeItem(atPath: folder) }

    private static func order(_ id: Int, _ second: Int) -> String {
        #"{"id":\#(id),"number":"A\#(id)","date_modified_gmt":"2026-11-25T10:00:\#(second + 10)","status":"processing","#
            + #""total":"9.90","currency":"EUR"}"#
    }

    private func ask(_ method: String, _ request: ServiceRequest) throws(Failure) -> ServiceResponse {
        let routes = NotificationRoutes(till: till).routes
        return try till.kiosk.world.finish { () async throws(Failure) in
            guard let route = routes.first(where: { $0.method == method }) else { throw .unauthorized }
            return try await route.work(request)
        }
    }

    /// Delivers a notification to the service as the shop does.
    ///
    /// - Parameter secret: nil for no signature.
    private func deliver(
        _ body: String, topic: String? = "order.updated", secret: WebhookSecret?, id: String? = nil
    ) throws(Failure) -> ServiceResponse {
        var fields: [String: String] = [:]
        fields["x-wc-webhook-topic"] = topic
        fields["x-wc-webhook-delivery-id"] = id
        fields["x-wc-webhook-signature"] = secret.map { secret in
            let key = SymmetricKey(data: Data(secret.text.utf8))
            return Data(HMAC<SHA256>.authenticationCode(for: Data(body.utf8), using: key)).base64EncodedString()
        }
        return try ask("POST", VirtualServedTill.request(nil, body, fields: fields))
    }

    private func listed(_ query: [String: String] = [:]) throws -> [JSONValue] {
        var request = VirtualServedTill.request(.readOnly)
        request.query = query
        guard case .bytes(let bytes, _) = try ask("GET", request).body else { return [] }
        return try JSONValue(parsing: Data(bytes))["items"]?.list ?? []
    }

    @Test func aSignedDeliveryIsTakenInAndListed() throws {
        defer { end() }
        #expect(try deliver(Self.order(7, 1), secret: secret, id: "d-1").status == 204)
        let items = try listed()
        #expect(items.map { $0["notification"] } == ["storeOrder-7"] && items.first?["order"] == "A7")
        #expect(items.first?["is_read"] == false && items.first?["total"] == "9.90")
        try till.kiosk.world.finish { () async throws(Failure) in
            try await till.ask { NotificationAction.updateReadStatus("storeOrder-7", isRead: true, $0) }
        }
        #expect(try listed(["unread": "true"]).isEmpty)
    }

    @Test func aDeliveryWithoutTheRightSignatureIsRefusedAndChangesNothing() throws {
        defer { end() }
        let stranger = try #require(WebhookSecret("whsec_other"))
        for (body, signing) in [(Self.order(7, 1), stranger), (Self.order(7, 1), nil), ("no JSON", nil)] {
            let failure = #expect(throws: Failure.self) { try deliver(body, secret: signing) }
            #expect(failure?.code == "request.badSignature")
        }
        let noTopic = #expect(throws: Failure.self) { try deliver("{}", topic: nil, secret: nil) }
        #expect(noTopic?.code == "request.badSignature")
        #expect(try listed().isEmpty)
        #expect(Problem(try #require(noTopic), request: "r", in: .en).status == 401)
    }

    @Test func nothingIsTakenInOnceTheSecretIsForgotten() throws {
        defer { end() }
        try till.shopWebhooks.forget(.embedded)
        let failure = #expect(throws: Failure.self) { try deliver(Self.order(7, 1), secret: secret) }
        #expect(failure?.code == "request.badSignature")
    }

    /// WooCommerce ends a webhook after five refusals in a row.
    @Test func thePingAndWhatIsSignedButUnreadableAreAnsweredAllTheSame() throws {
        defer { end() }
        #expect(try deliver("webhook_id=3", topic: nil, secret: nil).status == 204)
        #expect(try deliver(#"{"id":"none"}"#, secret: secret).status == 204)
        #expect(try deliver(#"{"id":3}"#, topic: "product.updated", secret: secret).status == 204)
        #expect(try listed().isEmpty)
    }

    @Test func aListenerIsToldWhatHappensAfterItCame() throws {
        defer { end() }
        _ = try deliver(Self.order(1, 1), secret: secret)
        let world = till.kiosk.world
        let live = try world.finish { () async throws(Failure) in
            try await till.ask { NotificationAction.observeNotifications($0) }
        }
        let watch = NotificationWatch(live) {}
        world.run()
        #expect(watch.take().isEmpty)
        for (id, second) in [(2, 2), (1, 3), (2, 2)] { _ = try deliver(Self.order(id, second), secret: secret) }
        world.run()
        #expect(watch.take().map(\.key) == ["storeOrder-2", "storeOrder-1"])
        try world.finish { () async throws(Failure) in
            try await till.ask { NotificationAction.updateReadStatus("storeOrder-2", isRead: true, $0) }
        }
        world.run()
        #expect(watch.take().isEmpty, "that it was read is nothing that happened in the shop")
    }

    @Test func theShopIsAskedInPausesWhereItDoesNotTellByItself() throws {
        defer { end() }
        let rounds = NotificationPolling(till: till, gate: ShutdownGate()).begin()
        defer { rounds.cancel() }
        let world = till.kiosk.world
        world.run()
        world.advance(by: .seconds(29))
        #expect(try listed().isEmpty)
        world.advance(by: .seconds(2))
        #expect(try listed().isEmpty == false, "the orders that were there")
    }

    private func ask<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) throws -> Value {
        let till = till
        return try till.kiosk.world.finish { () async throws(Failure) in try await till.ask(make) }
    }

    /// What the list says of an order five minutes after it was changed in the shop, which nothing delivers.
    private func status(of order: Int, changedTo status: OrderStatus) throws -> JSONValue? {
        _ = try ask { OrderAction.updateOrderStatus(OrderID(rawValue: Int64(order)), status, $0) }
        till.kiosk.world.advance(by: .seconds(301))
        return try listed().first { $0["subject"] == .integer(Int64(order)) }?["status"]
    }

    /// WooCommerce disables a webhook after five deliveries that failed.
    @Test func aShopThatDoesNotTellAnyMoreIsAskedAsOneThatNeverDid() throws {
        defer { end() }
        let signing = secret
        let made = try ask {
            NotificationAction.registerDevice(url: "https://till.example/hook", name: "Till", signing, $0)
        }
        let ids = made.map(\.id)
        try till.shopWebhooks.keep(
            .init(url: "https://till.example/hook", ids: ids, since: .distantPast), at: .embedded)
        let rounds = NotificationPolling(till: till, gate: ShutdownGate()).begin()
        defer { rounds.cancel() }
        till.kiosk.world.run()
        till.kiosk.world.advance(by: .seconds(31))
        #expect(try status(of: 1043, changedTo: .onHold) == "pending", "the shop tells, so it is left alone")
        try ask { NotificationAction.unregisterDevice([ids[0]], $0) }
        till.kiosk.world.advance(by: .seconds(3_600))
        #expect(try status(of: 1043, changedTo: .processing) == "processing")
        #expect(try status(of: 1043, changedTo: .completed) == "completed", "and so on")
    }

    /// A shop that nobody is signed in at now would end its webhooks if they were refused.
    @Test func aDeliveryOfAnotherShopIsAnsweredAndNotListed() throws {
        defer { end() }
        let shop = try till.storage.writing {
            try RememberedShop.remember(
                address: "https://other.example", home: "https://other.example", name: "Other", user: "anna", in: $0)
        }
        let other = try till.shopWebhooks.secretToRegister(at: shop.site)
        #expect(try deliver(Self.order(7, 1), secret: other).status == 204)
        #expect(try deliver(#"{"id":"none"}"#, secret: other).status == 204)
        #expect(try listed().isEmpty)
        try till.shopWebhooks.forget(shop.site)
        let failure = #expect(throws: Failure.self) { try deliver(Self.order(7, 1), secret: other) }
        #expect(failure?.code == "request.badSignature")
    }

    @Test func aShopIsNotAskedWhereTheConfigurationSaysSo() throws {
        defer { end() }
        till.pause.withLock { $0 = nil }
        let rounds = NotificationPolling(till: till, gate: ShutdownGate()).begin()
        defer { rounds.cancel() }
        till.kiosk.world.run()
        till.kiosk.world.advance(by: .seconds(600))
        #expect(try listed().isEmpty)
        till.pause.withLock { $0 = .seconds(300) }
        till.kiosk.world.advance(by: .seconds(61))
        #expect(try listed().isEmpty == false)
    }
}
