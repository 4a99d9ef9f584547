import Flow
import Model
import Networking
import Storage
import Synchronization
import Testing

@testable import Stores
@testable import Payments

/// Lookups: what is asked, what is cached, and what is returned when the shop does not answer.
@Suite struct LookupTests {
    private let counter: Counter
    private var world: VirtualWorld { counter.world }

    init() throws { counter = try Counter() }

    private func order(_ id: Int64, _ till: TillStores) throws(Failure) -> Cached<Order> {
        try counter.ask(till) { OrderAction.retrieveOrder(OrderID(rawValue: id), $0) }
    }

    private func list(_ till: TillStores) throws(Failure) -> Cached<Listing<Order>> {
        try counter.ask(till) { OrderAction.synchronizeOrders(status: nil, limit: 10, $0) }
    }

    @Test(arguments: [("pending", 9, 11), ("processing", 59, 61), ("completed", 3599, 3601), ("refunded", 3599, 3601)])
    func anOrderIsAskedForAgainAsSoonAsItsStatusMayHaveChanged(_ status: String, fresh: Int, old: Int) throws {
        counter.shop.set(1042, to: status)
        let till = try counter.start()
        _ = try order(1042, till)
        world.advance(by: .seconds(fresh))
        _ = try order(1042, till)
        #expect(counter.shop.requests.count == 1)
        world.advance(by: .seconds(old - fresh))
        _ = try order(1042, till)
        #expect(counter.shop.requests.count == 2)
    }

    @Test func aListIsAskedForEachTime() throws {
        let till = try counter.start()
        for _ in 1...3 { _ = try list(till) }
        #expect(counter.shop.requests.count == 3)
    }

    @Test func whatTheShopToldBeforeIsToldAgainWithItsAgeWhenItIsCutOff() throws {
        let till = try counter.start()
        let (before, all) = (try order(1042, till), try list(till))
        counter.shop.cutOff()
        world.advance(by: .seconds(60))
        let known = try order(1042, till)
        #expect(known.value == before.value && known.failure?.code == "shop.unreachable")
        #expect(world.now.timeIntervalSince(known.asOf).rounded() == 60)
        #expect(all.value.isWhole)
        let kept = try list(till).value
        #expect(kept.items == all.value.items && !kept.isWhole, "the shop may have more by now")
    }

    @Test func theNextTillKnowsWhatTheLastOneWasTold() throws {
        _ = try list(try counter.start())
        counter.shop.cutOff()
        world.advance(by: .seconds(3600))
        let next = try counter.start()
        #expect(try list(next).value.items.map(\.number) == ["1043", "1042"])
        #expect(try order(1043, next).failure?.code == "shop.unreachable")
    }

    @Test func whatWasNeverToldIsNotKnown() throws {
        counter.shop.cutOff()
        let till = try counter.start()
        #expect { try order(1042, till) } throws: { ($0 as? Failure)?.code == "shop.unreachable" }
    }

    @Test func aShopThatSaysNoIsBelieved() throws {
        let till = try counter.start()
        #expect { try order(9001, till) } throws: { ($0 as? Failure)?.code == "order.notFound" }
    }

    @Test func anOrderThatWasCollectedHereIsNeverToldAsUnpaid() throws {
        let till = try counter.start()
        #expect(try order(1042, till).value.status == .pending)
        try counter.approve(1042)
        #expect(try order(1042, till).value.status == .processing)
        counter.shop.cutOff()
        world.advance(by: .seconds(60))
        #expect(try order(1042, till).value.status == .processing)
    }

    @Test func onceMoreIsTriedWhileSomebodyWaits() throws {
        let till = try counter.start()
        counter.shop.cutOff()
        let shop = counter.shop
        _ = world.environment.lane("cable", 1).schedule(at: world.uptime + .milliseconds(100)) { shop.cutOff(false) }
        #expect(try order(1042, till).failure == nil)
    }

    /// The answer may lack anything that happens between the question and the answer, so it counts from the question.
    @Test func whatIsToldCountsAsKnownSinceItWasAsked() throws {
        let lookUp = Lookup<SingleKey, Int>(environment: world.environment, root: .till(in: world.environment))
        let (environment, asked) = (world.environment, world.environment.now())
        let known = try world.finish { () async throws(Failure) in
            try await lookUp(SingleKey()) { now throws(Failure) in
                await withCheckedContinuation { continuation in
                    _ = environment.lane("shop", 1).schedule(at: environment.uptime() + .seconds(3)) {
                        continuation.resume()
                    }
                }
                return now == asked ? 1 : 0
            }
        }
        #expect(known.value == 1)
        #expect(known.asOf == asked)
    }

    @Test func whatIsLoadedStaysVisibleWhileItIsLoadedAgain() throws {
        let root = StateStore.till(in: world.environment)
        let lookUp = Lookup<SingleKey, Int>(environment: world.environment, root: root)
        let ask = { (answer: @escaping @Sendable () async throws(Failure) -> Int) throws(Failure) in
            try world.finish { () async throws(Failure) in
                try await lookUp(SingleKey()) { _ throws(Failure) in try await answer() }.value
            }
        }
        _ = try ask { 1 }
        let seen = Mutex<[LoadingState<Int>]>([])
        let subscription = lookUp.branch.reading { $0[SingleKey()] }.subscribe { state in
            seen.withLock { $0.append(state) }
        }
        defer { subscription.cancel() }
        world.run()
        #expect(try ask { () async throws(Failure) in throw .laneFull("test") } == 1)
        world.run()
        #expect(seen.withLock { $0.map(\.value) } == [1, 1, 1])
        #expect(seen.withLock { $0.map(\.isLoading) } == [false, true, false])
        #expect(seen.withLock { $0.last?.failure?.code } == "lane.full")
    }

    /// A search through cached orders takes time, and usually the shop's answer is used.
    @Test func whatTakesTimeToBeFoundIsLookedForOnlyWhereTheShopDoesNotAnswer() throws {
        let lookUp = Lookup<SingleKey, Int>(environment: world.environment, root: .till(in: world.environment))
        let looked = Mutex(0)
        let before = world.now
        let ask = { (answers: Bool) throws(Failure) in
            try world.finish { () async throws(Failure) in
                try await lookUp(
                    SingleKey(),
                    kept: { () throws(Failure) in
                        looked.withLock { $0 += 1 }
                        return .init(7, at: before)
                    }, looksLate: true
                ) { _ throws(Failure) in
                    if !answers { throw NetworkError.unreachable(reason: Sentence(stored: "test")).failure }
                    return 8
                }
            }
        }
        #expect(try ask(true).value == 8 && looked.withLock { $0 } == 0)
        let known = try ask(false)
        #expect(known.value == 7 && known.asOf == before && looked.withLock { $0 } == 1)
        #expect(lookUp.branch.state[SingleKey()].value == 7)
    }

    @Test func aSearchIsToldFromWhatIsKeptWhenTheShopIsCutOff() throws {
        let till = try counter.start()
        _ = try list(till)
        counter.shop.cutOff()
        let found = try counter.ask(till) { OrderAction.searchOrders("1042", limit: 10, $0) }
        #expect(found.value.items.map(\.number) == ["1042"] && !found.value.isWhole)
        #expect(found.failure?.code == "shop.unreachable")
    }

    @Test func onlySoManyQuestionsAreRemembered() {
        var lookups = CachedQueries<Int, Int>()
        for key in 0...CachedQueries<Int, Int>.most { lookups.reduce(.loaded(key, key, at: world.now)) }
        #expect(lookups[0].value == nil)
        #expect(lookups[1].value == 1)
    }

    @Test(arguments: [0, 1])
    func whoIsSignedInIsStillKnownWhileTheDiskIsBusy(_ busy: Int) throws {
        let storage = BusyStorage(storage: counter.storage)
        let till = try counter.start(over: storage)
        storage.isBusy.withLock { $0 = busy == 1 }
        #expect(try counter.ask(till) { AccountAction.loadAccount($0) } == Account.embedded)
    }
}
