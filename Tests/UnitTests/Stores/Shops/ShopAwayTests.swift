import Failures
import Flow
import Foundation
import Model
import Networking
import Synchronization
import Testing

@testable import Stores

/// What the stores of a shop show while it does not answer, or is slow: nobody waits for it who can be shown what is kept.
@Suite struct ShopAwayTests {
    private let bench: StoreBench
    private let store: CustomerStore
    private let products: ProductStore
    private var world: VirtualWorld { bench.world }
    private var shop: ScriptedShop { bench.shop }

    private static let longestWait = Duration.seconds(10)

    init() throws {
        bench = try StoreBench()
        var session = bench.session
        session.longestWait = Self.longestWait
        store = CustomerStore(shop: session)
        products = ProductStore(shop: session)
        tell("Anna")
        shop.answer("GET wc/v3/products", #"[{"id":12,"name":"Tea","price":"3.90","status":"publish"}]"#, total: 1)
        _ = try list()
        _ = try one()
        _ = try goods()
        world.advance(by: .seconds(60))
        shop.forgetRequests()
    }

    private func tell(_ name: String) {
        let anna = #"{"id":3,"email":"a@example.test","first_name":"\#(name)","last_name":"Müller"}"#
        shop.answer("GET wc/v3/customers", "[\(anna)]", total: 1)
        shop.answer("GET wc/v3/customers/3", anna)
    }

    private func list(page: Int = 1) throws -> (known: Cached<Listing<Customer>>, time: Duration) {
        try store.timed(in: world) { .synchronizeAllCustomers(page: page, size: 25, $0) }
    }

    private func one() throws -> (known: Cached<Customer>, time: Duration) {
        try store.timed(in: world) { .retrieveCustomer(3, $0) }
    }

    private func goods() throws -> (known: Cached<Listing<Product>>, time: Duration) {
        try products.timed(in: world) { .synchronizeProducts(page: 1, size: 25, $0) }
    }

    @Test func whatOneStoreFindsOutTheOthersNeedNotWaitFor() throws {
        shop.isAway()
        #expect(try list().known.failure?.is(ShopFailure.unreachable) == true)
        shop.forgetRequests()
        for _ in 0..<3 {
            let (list, one, goods) = (try list(), try one(), try goods())
            #expect([list.time, one.time, goods.time] == [.zero, .zero, .zero])
            #expect(list.known.value.items.map(\.firstName) == ["Anna"] && one.known.value.id == 3)
            #expect(goods.known.failure?.is(ShopFailure.unreachable) == true)
        }
        #expect(shop.requests.isEmpty, "it was asked a moment ago")
    }

    @Test func theShopsReturnIsNoticedBehindTheNextLook() throws {
        shop.isAway()
        _ = try list()
        shop.isAway(false)
        tell("Anne")
        world.advance(by: ShopOutage.pause)
        #expect(try list().known.failure != nil)
        world.advance(by: .milliseconds(1))
        let (known, _) = try list()
        #expect(known.failure == nil && known.value.items.map(\.firstName) == ["Anne"])
        #expect(try goods().known.failure == nil, "the other stores know it too")
    }

    @Test func aListOfAHangingShopIsWaitedForTenSecondsAndTheNextTimeNotAtAll() throws {
        shop.hold()
        let first = try list()
        #expect(first.time == Self.longestWait)
        #expect(first.known.failure?.is(ShopFailure.timeout) == true)
        #expect(first.known.value.items.map(\.firstName) == ["Anna"])
        #expect(try list().time == .zero, "the shop is being asked")
        #expect(try goods().time == .zero, "it has answered nothing else meanwhile")
        shop.release()
        world.run()
        #expect(shop.requests.count == 1)
    }

    /// It takes longer than anybody waits, each time. What comes is kept.
    @Test func aListThatComesTooLateIsKeptAllTheSame() throws {
        shop.hold()
        tell("Anne")
        #expect(try list().known.value.items.map(\.firstName) == ["Anna"])
        world.advance(by: .seconds(2))
        shop.release()
        world.run()
        shop.hold()
        let (known, time) = try list()
        #expect(known.value.items.map(\.firstName) == ["Anne"] && time == Self.longestWait)
        shop.release()
    }

    /// What was kept when it was asked for may be gone, or another, when it is shown.
    @Test func whatIsShownIsWhatIsKeptThen() throws {
        shop.hold()
        let answers = Mutex<[Result<Cached<Listing<Customer>>, Failure>]>([])
        store.onAction(
            .synchronizeAllCustomers(page: 1, size: 25, Reply { answer in answers.withLock { $0.append(answer) } }))
        world.advance(by: .seconds(5))
        store.clearOperatorData()
        world.advance(by: .seconds(6))
        #expect(answers.withLock { $0.isEmpty }, "there is nothing to show")
        shop.release()
        world.run()
        #expect(try answers.withLock { $0.first }?.get().failure == nil)
    }

    @Test func whatIsNotKeptIsWaitedFor() throws {
        shop.isAway()
        _ = try list()
        #expect(throws: Failure.self) { try list(page: 2) }
        shop.isAway(false)
        shop.answer("GET wc/v3/customers", "[]", total: 1)
        #expect(try list(page: 2).known.failure == nil)
    }

    /// Another text was asked for before; the customer that has both is known.
    @Test func aSearchWithoutTheShopShowsWhatIsKnown() throws {
        shop.hold()
        let found = try store.timed(in: world) { .searchCustomers("mull", size: 10, $0) }
        #expect(found.time == Self.longestWait && found.known.value.items.map(\.id) == [3])
        #expect(!found.known.value.isWhole)
        shop.release()
    }

    /// One plugin that breaks what is told of customers says nothing of products.
    @Test func anErrorOfTheShopIsOneOfWhatWasAskedFor() throws {
        shop.answer("GET wc/v3/customers", status: 500, "{}")
        #expect(try list().known.failure?.is(ShopFailure.server) == true)
        shop.forgetRequests()
        #expect(try goods().known.failure == nil)
        #expect(shop.asked == ["GET wc/v3/products"])
    }

    /// The shop answers everything but one list.
    @Test func aSlowListSaysNothingOfTheRest() throws {
        shop.hold()
        let answers = Mutex(0)
        store.onAction(.synchronizeAllCustomers(page: 1, size: 25, Reply { _ in answers.withLock { $0 += 1 } }))
        world.advance(by: .seconds(1))
        shop.letThrough()
        #expect(try goods().known.failure == nil)
        world.advance(by: .seconds(20))
        #expect(answers.withLock { $0 } == 1)
        #expect(try one().known.failure == nil)
        shop.release()
    }

    @Test func aShopThatIsAwayIsAskedOnceASecondAtMost() throws {
        shop.isAway()
        _ = try list()
        shop.forgetRequests()
        for _ in 0..<100 {
            _ = (try list(), try goods(), try one())
            world.advance(by: .milliseconds(100))
        }
        // A request is repeated once before it has failed.
        #expect((5...20).contains(shop.requests.count), "ten seconds: \(shop.requests.count)")
    }

    /// The connection is there again, and the shop answers with errors.
    @Test func aShopThatComesBackBrokenIsAskedOnceASecondAtMost() throws {
        shop.isAway()
        _ = try list()
        shop.isAway(false)
        shop.answer("GET wc/v3/customers", status: 500, "{}")
        shop.forgetRequests()
        for _ in 0..<100 {
            _ = try list()
            world.advance(by: .milliseconds(100))
        }
        #expect((5...25).contains(shop.requests.count), "ten seconds: \(shop.requests.count)")
    }

    /// A process that ends with its answer waits as long as the shop takes: it would never see what comes later.
    @Test func aCommandWaitsForASlowShop() throws {
        let command = CustomerStore(shop: bench.session)
        tell("Anne")
        shop.hold()
        let answers = Mutex<[Result<Cached<Listing<Customer>>, Failure>]>([])
        command.onAction(
            .synchronizeAllCustomers(page: 1, size: 25, Reply { answer in answers.withLock { $0.append(answer) } }))
        world.advance(by: .seconds(15))
        #expect(answers.withLock { $0.isEmpty })
        shop.release()
        world.run()
        #expect(try answers.withLock { $0.first }?.get().value.items.map(\.firstName) == ["Anne"])
    }
}
