import Failures
import Flow
import Foundation
import LogEvents
import Model
import Networking
import Synchronization
import Testing

@testable import Stores

/// What happens in a shop, by asking for it and by its webhooks; what was read is known here only.
@Suite struct NotificationStoreTests {
    private let till: ShopTill
    private var shop: ScriptedShop { till.shop }

    init() throws {
        till = try ShopTill()
        // Shortly after what happens in the shop.
        till.world.now = Date(timeIntervalSince1970: 1_795_687_200)
        shop.answer("GET wc/v3/products/reviews", "[]")
    }

    private static func order(_ id: Int, _ second: Int, _ status: String = "processing") -> String {
        #"{"id":\#(id),"number":"\#(id)","date_modified_gmt":"2026-11-25T10:00:\#(second + 10)","status":"\#(status)","#
            + #""total":"9.90","currency":"EUR"}"#
    }

    private static func review(_ id: Int, _ status: String = "approved") -> String {
        #"{"id":\#(id),"date_created_gmt":"2026-11-24T10:00:\#(id)","status":"\#(status)","rating":5,"review":"Good"}"#
    }

    @discardableResult private func sync() throws(Failure) -> Cached<[ShopNotification]> {
        try till.ask { NotificationAction.synchronizeNotifications($0) }
    }

    private func read(_ key: String) throws {
        try till.ask { NotificationAction.updateReadStatus(key, isRead: true, $0) }
    }

    /// The queries for orders, without those for reviews.
    private var queries: [[String: String]] { shop.requests.filter { $0.path == "wc/v3/orders" }.map(\.query) }

    @Test func theFirstTimeTheOrdersThatChangedLastAreAskedFor() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(2, 2)),\(Self.order(1, 1))]")
        #expect(try sync().value.map(\.key) == ["storeOrder-2", "storeOrder-1"])
        #expect(queries.first?["order"] == "desc" && queries.first?["modified_after"] == nil)
        #expect(queries.last?["include"] == "2,1")
    }

    @Test func laterOnlyWhatHasChangedSinceIsAskedForAndOnlyChangedOrdersAreLoaded() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(2, 2)),\(Self.order(1, 1))]")
        try sync()
        shop.forgetRequests()
        shop.answer(
            "GET wc/v3/orders", "[\(Self.order(2, 2)),\(Self.order(1, 5, "completed"))]",
            "[\(Self.order(1, 5, "completed"))]")
        #expect(try sync().value.map(\.key) == ["storeOrder-1", "storeOrder-2"])
        #expect(queries.first?["modified_after"] == "2026-11-25T09:59:12" && queries.first?["dates_are_gmt"] == "true")
        #expect(queries.last?["include"] == "1")
    }

    /// WooCommerce before 5.8 refuses `orderby=modified`.
    @Test func anOldShopIsAskedForItsNewestOrders() throws {
        shop.answer("GET wc/v3/orders") { request in
            let refusal = #"{"code":"rest_invalid_param","message":"Invalid parameter(s): orderby"}"#
            return request.query["orderby"] == "modified"
                ? Response(status: 400, body: Data(refusal.utf8))
                : Response(status: 200, body: Data("[\(Self.order(2, 2)),\(Self.order(1, 1))]".utf8))
        }
        for _ in 1...2 { #expect(try sync().value.map(\.key) == ["storeOrder-2", "storeOrder-1"]) }
        #expect(queries.last?["orderby"] == "date" && queries.last?["order"] == "desc")
    }

    /// A shop may say that there is always another page.
    @Test func aListOfChangesWithoutEndIsGivenUp() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(1, 1))]", pages: .max)
        try sync()
        shop.forgetRequests()
        let failure = #expect(throws: Failure.self) { try sync() }
        #expect(failure?.is(ShopFailure.malformed) == true)
        #expect(queries.count <= 1_000)
    }

    @Test func whereNothingHasChangedNothingIsLoaded() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(1, 1))]")
        try sync()
        shop.forgetRequests()
        try sync()
        #expect(queries.count == 1)
    }

    @Test func manyChangesAreReadPageByPage() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(1, 1))]")
        try sync()
        shop.forgetRequests()
        shop.answer(
            "GET wc/v3/orders", "[\(Self.order(1, 2))]", "[\(Self.order(2, 3))]",
            "[\(Self.order(1, 2)),\(Self.order(2, 3))]", pages: 2)
        #expect(try sync().value.count == 2)
        #expect(queries.map { $0["page"] } == ["1", "2", nil])
    }

    @Test func whatWasReadStaysReadUntilItChanges() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(1, 1))]")
        try sync()
        try read("storeOrder-1")
        #expect(try sync().value.map(\.isRead) == [true])
        shop.answer("GET wc/v3/orders", "[\(Self.order(1, 1, "refunded"))]")
        #expect(try sync().value.map(\.isRead) == [false])
    }

    @Test func severalAreReadAtOnceAndUnreadAgain() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(2, 2)),\(Self.order(1, 1))]")
        try sync()
        let keys = ["storeOrder-1", "storeOrder-2", "storeOrder-9"]
        try till.ask { NotificationAction.updateMultipleReadStatus(keys, isRead: true, $0) }
        #expect(try sync().value.map(\.isRead) == [true, true])
        try till.ask { NotificationAction.updateMultipleReadStatus(["storeOrder-2"], isRead: false, $0) }
        #expect(try sync().value.map(\.isRead) == [false, true])
    }

    @Test func whatIsBeingDeletedIsNotListed() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(1, 1))]")
        try sync()
        try till.ask { NotificationAction.updateLocalDeletedStatus("storeOrder-1", isDeleted: true, $0) }
        #expect(try sync().value.isEmpty)
        try till.ask { NotificationAction.updateLocalDeletedStatus("storeOrder-1", isDeleted: false, $0) }
        #expect(try sync().value.count == 1)
    }

    @Test func reviewsOfEachStateAreListedAndDeletedOnesGo() throws {
        shop.answer("GET wc/v3/orders", "[]")
        shop.answer(
            "GET wc/v3/products/reviews", "[\(Self.review(12, "hold")),\(Self.review(11))]", "[\(Self.review(12))]")
        #expect(try sync().value.map(\.key) == ["review-12", "review-11"])
        #expect(shop.requests.last?.query["status"] == "all")
        try read("review-12")
        let later = try sync().value
        #expect(later.map(\.key) == ["review-12"] && later.map(\.isRead) == [false], "it was approved since")
    }

    @Test func ordersAreToldAlsoWhenReviewsCannotBe() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(1, 1))]")
        shop.refuse("GET wc/v3/products/reviews", 403, "woocommerce_rest_cannot_view")
        let known = try sync()
        #expect(known.value.count == 1 && known.failure?.code == "shop.forbidden")
    }

    @Test func whatIsKeptIsToldWithItsTimeWhenTheShopIsAway() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(1, 1))]")
        try sync()
        shop.cutOff()
        till.world.advance(by: .seconds(60))
        let known = try sync()
        #expect(known.value.count == 1 && known.failure?.code == "shop.unreachable")
        #expect(till.world.now.timeIntervalSince(known.asOf).rounded() == 60)
    }

    @Test func anErrorLeavesEverythingAsItWas() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(1, 1))]")
        try sync()
        shop.answer("GET wc/v3/orders", #"[{"id":2}]"#)
        #expect(throws: Failure.self) { try sync() }
        shop.answer("GET wc/v3/orders", "[]")
        #expect(try sync().value.map(\.key) == ["storeOrder-1"])
        #expect(queries.last?["modified_after"] == "2026-11-25T09:59:11")
    }

    @Test func aNotificationWhoseOrderIsGoneIsRemoved() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(1, 1))]")
        try sync()
        shop.answer("GET wc/v3/orders/1", Self.order(1, 2))
        let known = try till.ask { NotificationAction.synchronizeNotification(.storeOrder, 1, $0) }
        #expect(known.value.time == ShopDate.date("2026-11-25T10:00:12"))
        shop.refuse("GET wc/v3/orders/1", 404, "woocommerce_rest_shop_order_invalid_id")
        let code = till.failure(Cached<ShopNotification>.self) {
            NotificationAction.synchronizeNotification(.storeOrder, 1, $0)
        }
        #expect(code == "order.notFound")
        shop.answer("GET wc/v3/orders", "[]")
        #expect(try sync().value.isEmpty)
    }

    @Test func whatWasSeenNeverGoesBack() throws {
        let (early, late) = (Date(timeIntervalSince1970: 100), Date(timeIntervalSince1970: 200))
        #expect(try till.ask { NotificationAction.loadLastSeen($0) } == nil)
        try till.ask { NotificationAction.updateLastSeen(late, $0) }
        try till.ask { NotificationAction.updateLastSeen(early, $0) }
        #expect(try till.ask { NotificationAction.loadLastSeen($0) } == late)
    }

    @Test func aDeliveryIsTakenInAndAnEarlierOneThatComesLateIsNot() throws {
        shop.answer("GET wc/v3/orders", "[]")
        try deliver(Self.order(1, 5, "completed"), "order.updated")
        try deliver(Self.order(1, 1), "order.created")
        let notes = try sync().value
        #expect(notes.map { $0.subject["status"] } == ["completed"])
        try deliver(#"{"id":1}"#, "order.deleted")
        #expect(try sync().value.isEmpty)
    }

    private func deliver(_ body: String, _ topic: String, id: String? = nil) throws {
        let delivery = WebhookDelivery(headers: ["x-wc-webhook-topic": topic], body: Data(body.utf8))
        let event = try WebhookEvent(delivery)
        try till.ask { NotificationAction.receive(event, delivery: id, $0) }
    }

    /// A shop, a proxy or a plugin may deliver again what it has delivered, also after the order is gone.
    @Test func aDeliveryIsTakenInOnce() throws {
        try deliver(Self.order(1, 1), "order.created", id: "d-1")
        try deliver(#"{"id":1}"#, "order.deleted", id: "d-2")
        try deliver(Self.order(1, 1), "order.created", id: "d-1")
        #expect(try live().listing()?.items.isEmpty == true)
        try deliver(Self.order(1, 2), "order.created", id: "d-3")
        #expect(try live().listing()?.items.map(\.key) == ["storeOrder-1"])
    }

    private func live() throws(Failure) -> ResultsController<ShopNotification> {
        try till.ask { NotificationAction.observeNotifications($0) }
    }

    @Test func anObserverHearsOfEachChangeOfTheList() throws {
        let heard = Mutex<[[String]]>([])
        let subscription = try live().observe { listing in
            heard.withLock { $0.append(listing?.items.map(\.key) ?? ["nothing"]) }
        }
        till.world.run()
        for second in [1, 1, 2] {
            try deliver(Self.order(second, second), "order.created")
            till.world.run()
        }
        subscription.cancel()
        try deliver(Self.order(3, 3), "order.created")
        till.world.run()
        #expect(heard.withLock { $0 } == [["nothing"], ["storeOrder-1"], ["storeOrder-2", "storeOrder-1"]])
    }

    @Test func whatWasDeliveredIsListedThoughTheShopWasNeverAskedAndIsAway() throws {
        try deliver(Self.order(1, 1), "order.created")
        shop.isAway()
        let known = try sync()
        #expect(known.value.map(\.key) == ["storeOrder-1"] && known.failure != nil)
        #expect(known.asOf == known.value.first?.time)
    }

    /// A plugin has broken one row.
    @Test func anOrderThatCannotBeReadHidesNoOther() throws {
        shop.answer("GET wc/v3/orders", "[false,\(Self.order(2, 2)),{\"id\":7}]", "[\(Self.order(2, 2)),null]")
        #expect(try sync().value.map(\.key) == ["storeOrder-2"])
    }

    @Test func whatCannotBeReadIsLoggedOnceWithItsID() throws {
        let list = "[\(Self.order(2, 2)),{\"id\":7},false]"
        shop.answer("GET wc/v3/orders", list, "[\(Self.order(2, 2))]", list)
        shop.answer("GET wc/v3/products/reviews", "[\(Self.review(11)),{\"id\":\"8\"}]")
        for _ in 1...2 { try sync() }
        shop.answer("GET wc/v3/orders", "[{\"id\":7}]")
        #expect(throws: Failure.self) { try sync() }
        let logged = till.counter.log.entries.filter { $0.event == .rowUnreadable }
        #expect(logged.map { $0.metadata["WORDS"] } == ["storeOrder-7", "storeOrder", "review-8"])
        #expect(logged.allSatisfy { $0.metadata["CODE"] == "shop.malformed" })
    }

    /// Somebody has mistyped a year.
    @Test func anOrderOfTheYear9999HidesNoLaterChange() throws {
        let far = #"{"id":9,"date_modified_gmt":"9999-12-31T23:59:59","status":"processing","total":"9.90"}"#
        shop.answer("GET wc/v3/orders", "[\(far),\(Self.order(1, 1))]")
        #expect(try sync().value.count == 2)
        shop.forgetRequests()
        try sync()
        #expect(queries.first?["modified_after"] == "2026-11-25T09:59:11")
    }

    /// A mark that an earlier release has kept.
    @Test func aMarkThatCannotBeIsNotBelieved() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(1, 1))]")
        try sync()
        till.world.now -= 10 * 86_400
        shop.forgetRequests()
        try sync()
        #expect(queries.first?["modified_after"] == nil && queries.first?["order"] == "desc")
        till.world.now += 10 * 86_400
        try sync()
        #expect(queries.last?["modified_after"] == "2026-11-25T09:59:11")
    }

    @Test func webhooksAreLoadedAndOneThatIsGoneIsMissing() throws {
        shop.refuse("GET wc/v3/webhooks/1", 404, "woocommerce_rest_shop_webhook_invalid_id")
        shop.answer("GET wc/v3/webhooks/2", Self.webhook(2, "order.updated"))
        let there = try till.ask { NotificationAction.loadDevice([1, 2], $0) }
        #expect(there.map(\.id) == [2] && there.allSatisfy(\.isActive))
    }

    private func register() throws -> [Webhook] {
        let secret = try #require(WebhookSecret("s3cret"))
        return try till.ask {
            NotificationAction.registerDevice(url: "https://till.example/hook", name: "Till", secret, $0)
        }
    }

    private static func webhook(_ id: Int, _ topic: String) -> String {
        #"{"id":\#(id),"status":"active","topic":"\#(topic)","delivery_url":"https://till.example/hook"}"#
    }

    @Test func aTillIsRegisteredForNewAndChangedOrders() throws {
        shop.answer("GET wc/v3/webhooks", "[]")
        shop.answer(
            "POST wc/v3/webhooks", Self.webhook(1, "order.created"), Self.webhook(2, "order.updated"), status: 201)
        #expect(try register().map(\.id) == [1, 2])
        let bodies = try shop.requests.filter { $0.method == .post }.map { try till.body(of: $0) }
        #expect(bodies.map { $0["topic"] } == ["order.created", "order.updated"])
        #expect(bodies.allSatisfy { $0["secret"] == "s3cret" && $0["delivery_url"] == "https://till.example/hook" })
    }

    @Test func aTillThatIsRegisteredAlreadyIsNotRegisteredTwice() throws {
        shop.answer(
            "GET wc/v3/webhooks", "[\(Self.webhook(1, "order.created")),\(Self.webhook(2, "order.updated"))]")
        shop.answer("PUT wc/v3/webhooks/1", Self.webhook(1, "order.created"))
        shop.answer("PUT wc/v3/webhooks/2", Self.webhook(2, "order.updated"))
        #expect(try register().map(\.id) == [1, 2])
        #expect(!shop.paths.contains("POST wc/v3/webhooks"))
        #expect(try till.body(of: try #require(shop.requests.last))["secret"] == "s3cret", "it may be another secret")
    }

    @Test func webhooksAreRemovedForGoodAndOneThatIsGoneCountsAsRemoved() throws {
        shop.refuse("DELETE wc/v3/webhooks/1", 404, "woocommerce_rest_shop_webhook_invalid_id")
        shop.answer("DELETE wc/v3/webhooks/2", Self.webhook(2, "order.updated"))
        try till.ask { NotificationAction.unregisterDevice([1, 2], $0) }
        #expect(shop.requests.map(\.query) == [["force": "true"], ["force": "true"]])
    }

    @Test func theSecretOfAWebhookIsNeverShown() throws {
        let secret = try #require(WebhookSecret("s3cret"))
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(![dumped, "\(secret)", String(reflecting: secret)].contains { $0.contains("s3cret") })
        #expect(WebhookSecret("") == nil)
    }

    @Test func signingOutForgetsTheNotifications() throws {
        shop.answer("GET wc/v3/orders", "[\(Self.order(1, 1))]")
        try sync()
        try till.signOut()
        #expect(try till.cached("notification", "storeOrder-1") == nil)
        #expect(try till.counter.storage.read { try $0.settingKeys() }.allSatisfy { !$0.contains("notifications") })
    }
}
