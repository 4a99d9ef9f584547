import Failures
import Flow
import Foundation
import Model
import Networking
import Testing

@testable import Stores

/// A shop that takes a request and never answers: an order is waited for as long as the till's patience lasts.
@Suite struct OrderPatienceTests {
    private let bench: StoreBench
    private static let order = OrderID(rawValue: 1042)

    init() throws {
        bench = try StoreBench()
        bench.shop.answer(
            "GET wc/v3/orders/1042",
            #"{"id": 1042, "number": "1042", "status": "pending", "currency": "EUR", "total": "12.50", "line_items": []}"#
        )
    }

    private func orders(_ offline: OfflineOrderPolicy) -> ShopOrders {
        ShopOrders(shop: bench.session, offline: offline, patience: .seconds(4))
    }

    private func load(_ offline: OfflineOrderPolicy = .refuse) throws -> Order {
        let orders = orders(offline)
        return try bench.world.finish { () async throws(Failure) in try await orders.load(Self.order) }
    }

    /// What the work throws, and how long it took.
    private func whileHanging(_ work: () throws -> Void) -> (failure: Failure?, time: Duration) {
        let start = bench.world.uptime
        bench.shop.hold()
        defer { bench.shop.release() }
        do {
            try work()
            return (nil, bench.world.uptime - start)
        } catch { return (error as? Failure, bench.world.uptime - start) }
    }

    @Test func aPaymentIsRefusedAfterThePatience() throws {
        let (failure, time) = whileHanging { _ = try load() }
        #expect(failure?.is(ShopFailure.timeout) == true && time == .seconds(4))
    }

    @Test func byPolicyAKnownOrderIsPaidAfterThePatience() throws {
        let known = try load()
        let (failure, time) = whileHanging {
            let paid = try load(.payKnown)
            #expect(paid == known)
        }
        #expect(failure == nil && time == .seconds(4))
    }

    @Test func aShopThatAnswersIsNotWaitedFor() throws {
        let start = bench.world.uptime
        #expect(try load().number == "1042")
        #expect(bench.world.uptime == start)
    }

    /// The order was told in time, and how amounts are written was not.
    @Test func theFormatOfAmountsIsNotWaitedForAnyLonger() throws {
        let shop = bench.shop
        shop.answer(
            "GET wc/v3/orders/1042",
            by: { _ in
                shop.hold()
                return Response(
                    status: 200,
                    body: Data(
                        #"{"id": 1042, "number": "1042", "status": "pending", "currency": "EUR", "total": "12.50"}"#
                            .utf8))
            })
        let start = bench.world.uptime
        #expect(try load().number == "1042")
        #expect(bench.world.uptime - start == .seconds(4))
        shop.release()
    }

    @Test func aLookUpAnswersWhatIsKeptAfterThePatience() throws {
        let orders = ShopOrders(shop: bench.session, patience: .milliseconds(500))
        let store = OrderStore(orders: orders, root: StateStore.till(in: bench.world.environment))
        let known = try load()
        bench.world.advance(by: .seconds(60))
        bench.shop.hold()
        defer { bench.shop.release() }
        let told: Cached<Order> = try store.ask(in: bench.world) { .retrieveOrder(Self.order, $0) }
        #expect(told.value == known && told.failure?.is(ShopFailure.timeout) == true)
    }

    /// The attempts together are one wait, and the sentence says how long it was.
    @Test func aLookUpWaitsOnceForAHangingShopAndSaysHowLong() throws {
        let store = OrderStore(
            orders: ShopOrders(shop: bench.session), root: StateStore.till(in: bench.world.environment))
        bench.shop.answer(
            "GET wc/v3/orders",
            #"[{"id": 1042, "number": "1042", "status": "pending", "currency": "EUR", "total": "12.50"}]"#)
        func list() throws -> (known: Cached<Listing<Order>>, time: Duration) {
            try store.timed(in: bench.world) { .synchronizeOrders(status: nil, limit: 25, $0) }
        }
        _ = try list()
        bench.world.advance(by: .seconds(60))
        bench.shop.hold()
        defer { bench.shop.release() }
        let (known, time) = try list()
        #expect(known.failure?.is(ShopFailure.timeout) == true && known.failure?.sentence.contains("5 s") == true)
        #expect(time < ShopOrders.longestWaitForList + .seconds(1))
    }

    /// A list takes pages and repetitions, so its shop may take long; but nobody waits for that who can see the kept orders.
    @Test func aListThatIsKeptIsWaitedForShortly() throws {
        let listed = #"[{"id": 1042, "number": "1042", "status": "pending", "currency": "EUR", "total": "12.50"}]"#
        bench.shop.answer("GET wc/v3/orders", listed)
        let orders = ShopOrders(shop: bench.session)
        func fetch() throws -> [Order] {
            try bench.world.finish { () async throws(Failure) in
                try await orders.fetch(.newest(nil, limit: 25), at: orders.environment.now()).items
            }
        }
        let known = try fetch()
        #expect(known.map(\.number) == ["1042"])
        let (failure, time) = whileHanging { _ = try fetch() }
        #expect(failure?.is(ShopFailure.timeout) == true && time == ShopOrders.longestWaitForList)
        #expect(try orders.kept(.newest(nil, limit: 25))?.value.items == known)
    }
}
