import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Orders that somebody has deleted in the shop, or put into its bin. While the shop is away, nobody pays for them.
@Suite struct GoneOrderTests {
    private let bench: OrdersTill
    private var counter: Counter { bench.counter }
    private var shop: OrdersShop { bench.shop }
    private static let order = OrderID(rawValue: 1042)
    private static let bin: [String: JSONValue] = ["status": "trash"]

    init() throws {
        bench = try OrdersTill()
        for id in [1041, 1042] as [Int64] { shop.place(id) }
    }

    private func ask<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) throws(Failure) -> Value { try bench.ask(make) }

    private func find(_ id: OrderID = Self.order) throws(Failure) -> Cached<Order> {
        bench.world.advance(by: .seconds(600))
        return try ask { OrderAction.retrieveOrder(id, $0) }
    }

    private func sync() throws -> OrderSync.Report { try ask { OrderAction.synchronizeModifiedOrders($0) } }

    /// What a payment gets that may be for any order that the till knows.
    private func payable(_ id: OrderID = Self.order) throws -> Order {
        let session = ShopSession(
            network: shop, site: OrdersTill.site, environment: bench.world.environment, caches: bench.till.caches)
        let orders = ShopOrders(shop: session, offline: .payKnown)
        return try bench.world.finish { () async throws(Failure) in try await orders.load(id) }
    }

    /// What the till does while the shop is away.
    private func withoutTheShop<Value>(_ work: () throws -> Value) rethrows -> Value {
        shop.goAway()
        defer { shop.goAway(false) }
        return try work()
    }

    private func expectUnknown(_ id: OrderID = Self.order) {
        withoutTheShop {
            #expect(throws: Failure.self) { try find(id) }
            #expect(throws: Failure.self) { try payable(id) }
        }
    }

    @Test func anOrderThatIsGoneIsNotPaidWhileTheShopIsAway() throws {
        _ = try find()
        #expect(try withoutTheShop { try payable() }.id == Self.order)
        shop.set { $0.orders[1042] = nil }
        let failure = #expect(throws: Failure.self) { try find() }
        #expect(failure?.is(OrderFailure.notFound) == true)
        expectUnknown()
    }

    @Test func anOrderWhoseRecordIsGoneIsForgottenToo() throws {
        _ = try find()
        shop.set { $0.orders[1042] = nil }
        #expect(throws: Failure.self) { try ask { OrderAction.retrieveOrderRecord(Self.order, $0) } }
        expectUnknown()
    }

    @Test func aShopThatIsAwayOrBusyIsNoReasonToForgetAnOrder() throws {
        _ = try find()
        for disturbance in [OrdersShop.Disturbance.lostBefore, .tooBusy, .maintenance] {
            shop.disturb { _ in disturbance }
            #expect(try find().failure != nil)
        }
        #expect(try withoutTheShop { try payable() }.id == Self.order)
    }

    @Test func anOrderForWhichMoneyWasTakenStaysKnown() throws {
        _ = try find()
        try counter.approve(1042, at: OrdersTill.site)
        shop.set { $0.orders[1042] = nil }
        #expect(throws: Failure.self) { try find() }
        let kept = try withoutTheShop { try find() }
        #expect(kept.value.status == .processing && kept.failure != nil)
    }

    @Test func anOrderThatWasMadeHereAndIsGoneIsForgotten() throws {
        let made = try ask { OrderAction.createOrder(OrdersTill.oneOf, $0) }.value
        #expect(try withoutTheShop { try payable(made.id) }.number == "2000")
        shop.set { $0.orders[2000] = nil }
        #expect(throws: Failure.self) { try find(made.id) }
        expectUnknown(made.id)
    }

    // MARK: The bin

    /// Lists of a shop leave out what is in its bin, so a sync would not hear of it.
    @Test func aSyncForgetsOrdersThatWerePutIntoTheBin() throws {
        #expect(try sync().forgotten.isEmpty)
        shop.change(1042, Self.bin)
        #expect(try sync().forgotten == [Self.order])
        expectUnknown()
        #expect(try withoutTheShop { try payable(OrderID(rawValue: 1041)) }.number == "1041", "the others stay")
        #expect(try sync().forgotten.isEmpty)
    }

    @Test func anOrderInTheBinForWhichMoneyWasTakenStaysKnown() throws {
        _ = try sync()
        try counter.approve(1042, at: OrdersTill.site)
        shop.change(1042, Self.bin)
        #expect(try sync().forgotten.isEmpty)
        #expect(try withoutTheShop { try find() }.value.status == .processing)
    }

    @Test func anOrderThatWasTakenOutOfTheBinIsKnownAgain() throws {
        _ = try sync()
        shop.change(1042, Self.bin)
        _ = try sync()
        shop.change(1042, ["status": "pending"])
        #expect(try sync().forgotten.isEmpty)
        #expect(try withoutTheShop { try payable() }.id == Self.order)
    }

    @Test func aLargeBinIsReadPageByPageAndOnce() throws {
        for id in 1...250 as ClosedRange<Int64> {
            shop.place(id)
            shop.change(id, Self.bin)
        }
        bench.world.now = shop.state.withLock { $0.now } + 3600
        _ = try sync()
        #expect(lists == 4, "one for the orders, three for the bin")
        _ = try sync()
        #expect(lists == 6, "one each: it goes on where it was")
    }

    private var lists: Int { shop.asked.count { $0 == "GET wc/v3/orders" } }

    /// An old shop cannot be asked for what is new in the bin.
    @Test(arguments: [false, true]) func ordersThatCameIntoTheBinInOneSecondAreAllForgotten(isOld: Bool) throws {
        shop.set { $0.isOld = isOld }
        let ids = (1...150 as ClosedRange<Int64>).map { $0 }
        for id in ids { shop.place(id) }
        _ = try sync()
        shop.change(1, Self.bin)
        let time = try #require(shop[1]?["date_modified_gmt"])
        let binned = Self.bin.merging(["date_modified_gmt": time]) { $1 }
        for id in ids { shop.change(id, binned, isInThatSecond: true) }
        #expect(try sync().forgotten.map(\.rawValue).sorted() == ids)
        shop.change(1042, binned, isInThatSecond: true)
        #expect(try sync().forgotten == [Self.order], "nor is one that comes in that second and is seen later")
    }

    /// The clock of the shop, or of a plugin, is ahead of the till's.
    @Test func anOrderWhoseDateIsAheadHidesNoLaterOne() throws {
        _ = try sync()
        let time = JSONValue.string(ShopDate.text(bench.world.now + 1800))
        shop.change(1041, Self.bin.merging(["date_modified_gmt": time]) { $1 }, isInThatSecond: true)
        #expect(try sync().forgotten.map(\.rawValue) == [1041])
        shop.change(1042, Self.bin)
        #expect(try sync().forgotten == [Self.order])
    }

    /// The till's clock was wrong for a while, and is set.
    @Test func aMarkFromTheFutureHidesNoOrder() throws {
        let now = bench.world.now
        bench.world.now = now + 86_400 * 9
        for id in [1040, 1041] as [Int64] {
            shop.place(id)
            let time = JSONValue.string(ShopDate.text(now + 86_400 * 8))
            shop.change(id, ["date_modified_gmt": time], isInThatSecond: true)
        }
        shop.change(1041, Self.bin, isInThatSecond: true)
        _ = try sync()
        bench.world.now = now
        shop.change(1042, Self.bin)
        #expect(try sync().forgotten == [Self.order])
        shop.change(1042, ["status": "completed"])
        #expect(try sync().orders == 2)
        #expect(try withoutTheShop { try find() }.value.status == .completed)
    }

    @Test(arguments: [400, 403, 404]) func aShopThatDoesNotShowItsBinIsSynchronisedAllTheSame(_ status: Int) throws {
        shop.set { $0.refusesBin = status }
        #expect(try sync().orders == 2)
        #expect(try withoutTheShop { try payable() }.id == Self.order)
    }

    /// A plugin or a proxy drops the status from the request: the orders that come are not in the bin.
    @Test func aShopThatIgnoresTheStatusLosesNoOrders() throws {
        shop.set { $0.ignoresStatus = true }
        #expect(try sync().forgotten.isEmpty)
        #expect(try withoutTheShop { try payable() }.id == Self.order)
    }

    /// WooCommerce before 5.8 cannot sort by the time of the change.
    @Test func theBinOfAnOldShopIsReadToo() throws {
        shop.set { $0.isOld = true }
        _ = try sync()
        shop.change(1042, Self.bin)
        #expect(try sync().forgotten == [Self.order])
        expectUnknown()
    }
}
