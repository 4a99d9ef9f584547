import Failures
import Flow
import Networking
import Testing

@testable import Stores

/// The statuses that orders of a shop can have.
@Suite struct OrderStatusStoreTests {
    private let bench: StoreBench
    private let store: OrderStatusStore
    private static let route = "GET wc/v3/reports/orders/totals"

    init() throws {
        bench = try StoreBench()
        store = OrderStatusStore(shop: bench.session)
        bench.shop.answer(
            Self.route,
            """
            [{"slug": "pending", "name": "Zahlung ausstehend", "total": 21}, {"slug": "completed", "name": "Fertig", "total": "95"},
             {"slug": "in-der-kueche", "name": "In der K&#252;che"}]
            """)
    }

    private func statuses() throws -> Cached<Listing<OrderStatusTotal>> {
        try store.ask(in: bench.world) { .retrieveOrderStatuses($0) }
    }

    private func keptStatuses() throws -> Cached<Listing<OrderStatusTotal>> {
        try bench.askOffline(store) { .retrieveOrderStatuses($0) }
    }

    @Test func statusesOfPluginsAreKeptAndTotalsMayBeTextOrMissing() throws {
        let statuses = try statuses().value
        #expect(statuses.items.map(\.slug) == ["pending", "completed", "in-der-kueche"])
        #expect(statuses.items.map(\.total) == [21, 95, nil] && statuses.isWhole)
        #expect(statuses.items.last?.name == "In der Küche")
    }

    @Test func theKeptStatusesAreToldWithTheirTimeWhenTheShopIsAway() throws {
        let told = try statuses()
        let kept = try keptStatuses()
        #expect(kept.value == told.value && kept.asOf == told.asOf && kept.failure?.is(ShopFailure.unreachable) == true)
    }

    @Test func aStatusThatIsGoneIsNotKept() throws {
        _ = try statuses()
        bench.shop.answer(Self.route, #"[{"slug": "pending", "name": "Pending", "total": 1}]"#)
        _ = try statuses()
        #expect(try bench.session.cache(of: OrderStatusTotal.self).kept("in-der-kueche") == nil)
        #expect(try keptStatuses().value.items.count == 1)
    }

    @Test func anAnswerThatCannotBeReadLeavesTheKeptStatusesAlone() throws {
        _ = try statuses()
        bench.shop.answer(Self.route, #"[{"name": "no slug"}]"#)
        let failure = #expect(throws: Failure.self) { try statuses() }
        #expect(failure?.is(ShopFailure.malformed) == true)
        #expect(try keptStatuses().value.items.count == 3)
    }

    @Test func resettingAndSigningOutForgetTheStatusesOfThisShopOnly() throws {
        let other = ShopSession(
            network: bench.shop, site: .embedded, environment: bench.world.environment, caches: bench.session.caches)
        let others = OrderStatusStore(shop: other)
        _ = try statuses()
        _ = try others.ask(in: bench.world) { .retrieveOrderStatuses($0) }
        try store.ask(in: bench.world) { .resetStoredOrderStatuses($0) }
        #expect(throws: Failure.self) { try keptStatuses() }
        #expect(try bench.askOffline(others) { .retrieveOrderStatuses($0) }.value.items.count == 3)
        others.clearOperatorData()
        #expect(throws: Failure.self) {
            try bench.askOffline(others) { .retrieveOrderStatuses($0) } as Cached<Listing<OrderStatusTotal>>
        }
    }

    @Test func aShopWithoutThisReportIsNotAShopWithoutOrders() {
        bench.shop.refuse(Self.route, code: "rest_no_route")
        let failure = #expect(throws: Failure.self) { try statuses() }
        #expect(failure?.is(ShopFailure.notFound) == true)
        #expect(failure?.sentence == "The shop does not know this request.")
    }
}
