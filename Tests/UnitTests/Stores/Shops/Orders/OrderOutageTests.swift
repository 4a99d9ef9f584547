import Failures
import Flow
import Foundation
import Model
import Networking
import Synchronization
import Testing

@testable import Stores

/// Looking orders up while the shop does not answer: nobody waits for it who can be shown what is kept.
@Suite struct OrderOutageTests {
    private let bench: StoreBench
    private let orders: ShopOrders
    private let store: OrderStore
    private var world: VirtualWorld { bench.world }
    private var shop: ScriptedShop { bench.shop }
    private static let order = OrderID(rawValue: 1042)
    private static let fiftyOfEach = [Int64](repeating: 1042, count: 50) + [Int64](repeating: 1043, count: 50)

    init() throws {
        bench = try StoreBench()
        orders = ShopOrders(shop: bench.session)
        store = OrderStore(orders: orders, root: StateStore.till(in: bench.world.environment))
        for id in [1042, 1043] { tell(id, "pending") }
        for id in [1042, 1043] { _ = try lookUp(OrderID(rawValue: Int64(id))) }
        world.advance(by: .seconds(60))
        shop.forgetRequests()
    }

    private func tell(_ id: Int, _ status: String) {
        shop.answer(
            "GET wc/v3/orders/\(id)",
            #"{"id": \#(id), "number": "\#(id)", "status": "\#(status)", "currency": "EUR", "total": "12.50"}"#)
    }

    private func lookUp(_ id: OrderID = Self.order) throws -> Cached<Order> { try timed(id).known }

    /// What a look-up answers, and how long it took.
    private func timed(_ id: OrderID = Self.order) throws -> (known: Cached<Order>, time: Duration) {
        try store.timed(in: world) { .retrieveOrder(id, $0) }
    }

    @Test func onlyTheFirstLookUpWaitsForAShopThatIsAway() throws {
        shop.isAway()
        let first = try timed()
        #expect(first.time > .zero && first.known.failure?.is(ShopFailure.unreachable) == true)
        for id in [1042, 1043] as [Int64] {
            let next = try timed(OrderID(rawValue: id))
            #expect(next.time == .zero && next.known.failure?.is(ShopFailure.unreachable) == true)
            #expect(next.known.value.id.rawValue == id)
        }
        #expect(shop.requests.count == 2, "it was asked twice by the first")
    }

    @Test func theShopsReturnIsNoticedBehindTheNextLookUp() throws {
        shop.isAway()
        _ = try lookUp()
        shop.isAway(false)
        tell(1042, "processing")
        world.advance(by: ShopOutage.pause)
        #expect(try lookUp().failure != nil)
        world.advance(by: .milliseconds(1))
        let known = try lookUp()
        #expect(known.failure == nil && known.value.status == .processing)
    }

    @Test func aShopThatIsAwayIsAskedOnceASecondAtMost() throws {
        shop.isAway()
        _ = try lookUp()
        shop.forgetRequests()
        for _ in 0..<100 {
            _ = try lookUp()
            world.advance(by: .milliseconds(100))
        }
        #expect((9...20).contains(shop.requests.count), "ten seconds, each time asked once more")
    }

    /// Nobody but the till knows such an order, so looking at it says nothing of the shop.
    @Test func anOrderThatOnlyTheTillHasIsFreshAndEndsNoOutage() throws {
        let request = "request-1"
        let id = try bench.session.caches.storage.writing { transaction in
            let id = try transaction.addLocalOrder(site: bench.session.site, request: request)
            let order = Order(
                site: bench.session.site, id: id, number: id.localNumber, status: .pending, currency: .eur, lines: [],
                taxes: [], total: Money(minorUnits: 100, currency: .eur), customer: nil)
            try transaction.save([order], fetchedAt: world.now)
            return id
        }
        world.advance(by: .seconds(60))
        shop.isAway()
        _ = try lookUp()
        #expect(try lookUp(id).failure == nil)
        #expect(try timed().time == .zero)
    }

    @Test func aFailureFromBeforeTheLastAnswerSaysNothing() throws {
        let outage = ShopOutage()
        let (first, second, third) = (world.uptime, world.uptime + .seconds(1), world.uptime + .seconds(2))
        outage.note(nil, since: second, at: second)
        outage.note(NetworkError.connection(.timedOut(after: .seconds(10))).failure, since: first, at: third)
        #expect(outage.failure(at: third) == nil)
    }

    @Test func ofAMillionLookUpsOneAsksAtATime() {
        let outage = ShopOutage()
        let start = world.uptime
        var asked = 0
        for round in 0..<1_000_000 {
            let now = start + .milliseconds(round)
            outage.note(NetworkError.unreachable(reason: "away").failure, since: now, at: now)
            if outage.asksAgain(at: now + ShopOutage.pause) { asked += 1 }
        }
        #expect(asked == 1)
        outage.haveAsked(at: start + .seconds(1_000))
        #expect(outage.asksAgain(at: start + .seconds(2_000)))
    }

    /// The shop hangs, and meanwhile this till is paid for the order.
    @Test func anOrderThatIsChargedWhileItIsLookedUpIsNotShownAsUnpaid() throws {
        shop.hold()
        let answers = LookedUp()
        store.onAction(.retrieveOrder(Self.order, answers.reply))
        world.run()
        try bench.session.caches.storage.writing { transaction in
            let kept = try #require(try transaction.order(id: Self.order, site: bench.session.site)).order
            try transaction.save([kept.with(status: .processing)], fetchedAt: world.now - 60)
        }
        world.advance(by: .seconds(30))
        shop.release()
        #expect(try answers.all.first?.get().value.status == .processing)
    }

    @Test func whoComesLaterWaitsForTheShopAgain() throws {
        shop.isAway()
        _ = try lookUp()
        world.advance(by: ShopOutage.memory + .seconds(1))
        shop.isAway(false)
        #expect(try lookUp().failure == nil)
    }

    @Test func whatIsNotKeptIsAskedForAllTheSame() throws {
        shop.isAway()
        _ = try lookUp()
        shop.forgetRequests()
        #expect(throws: Failure.self) { try lookUp(OrderID(rawValue: 7)) }
        #expect(!shop.requests.isEmpty)
    }

    @Test func noPaymentGoesByAnOutage() throws {
        shop.isAway()
        _ = try lookUp()
        shop.isAway(false)
        tell(1042, "cancelled")
        let orders = orders
        let paid = try world.finish { () async throws(Failure) in try await orders.load(Self.order) }
        #expect(paid.status == .cancelled)
    }

    @Test func aShopThatRefusesIsNotAway() throws {
        shop.refuse("GET wc/v3/orders/1042", 403, "woocommerce_rest_cannot_view")
        _ = try? lookUp()
        shop.forgetRequests()
        #expect(try lookUp(OrderID(rawValue: 1043)).failure == nil)
        #expect(shop.requests.count == 1)
    }

    @Test func equalLookUpsAtTheSameTimeAreOneRequest() throws {
        shop.hold()
        let answers = LookedUp()
        for _ in 0..<50 {
            store.onAction(.retrieveOrder(Self.order, answers.reply))
            store.onAction(.lookUpOrder("#1043", answers.reply))
        }
        world.run()
        shop.release()
        world.advance(by: .seconds(1))
        #expect(answers.all.compactMap { try? $0.get().value.id.rawValue }.sorted() == Self.fiftyOfEach)
        #expect(shop.asked.sorted() == ["GET wc/v3/orders/1042", "GET wc/v3/orders/1043"])
    }
}

/// The answers to requests for an order.
private final class LookedUp: Sendable {
    private let stored = Mutex<[Result<Cached<Order>, Failure>]>([])
    var all: [Result<Cached<Order>, Failure>] { stored.withLock { $0 } }
    var reply: Reply<Cached<Order>> { Reply { answer in self.stored.withLock { $0.append(answer) } } }
}
