import Failures
import Flow
import Model
import Networking
import Storage
import Testing

@testable import Payments
@testable import Stores

/// A request for an order that is repeated with its key, because its answer was lost or its sender began again.
@Suite struct OrderKeyTests {
    private let bench: OrdersTill
    private var shop: OrdersShop { bench.shop }

    init() throws { bench = try OrdersTill() }

    private func make(_ key: String?, _ changes: OrderChanges = OrdersTill.oneOf) throws(Failure) -> Order {
        try bench.ask { OrderAction.createOrder(changes, key: key, $0) }.value
    }

    private var made: Int { shop.state.withLock { $0.orders.count } }

    @Test func aRepeatedRequestMakesNoSecondOrder() throws {
        let first = try make("a")
        #expect(try make("a") == first && made == 1)
        #expect(try make("b").id != first.id && made == 2)
        #expect(try make(nil).id != first.id && make(nil).id != first.id && made == 4, "without a key each is new")
    }

    @Test func aKeyIsNotTakenForOtherGoods() throws {
        let first = try make("a")
        var other = OrdersTill.oneOf
        other.customerNote = "for Anna"
        let failure = #expect(throws: Failure.self) { try make("a", other) }
        #expect(failure?.code == "order.keyConflict")
        #expect(try make("a") == first && made == 1)
    }

    @Test(arguments: [OrdersShop.Disturbance.lostBefore, .lostAfter, .tooBusy, .maintenance, .damaged])
    func anAnswerThatIsLostLeadsToTheSameOrder(_ how: OrdersShop.Disturbance) throws {
        try bench.keepPrices()
        let before = shop.asked.count
        shop.disturb { $0 > before + 1 ? how : nil }
        let first = try make("a")
        #expect(try make("a").id == first.id)
        shop.goAway(false)
        bench.world.advance(by: .seconds(600))
        let last = try make("a")
        #expect(last.id == first.id && !last.number.hasPrefix("L"), "\(last.number)")
        #expect(made == 1)
    }

    @Test func whatTheShopHasRefusedIsRefusedAgain() throws {
        var unfit = OrdersTill.oneOf
        unfit.items[0].quantity = "many"
        for _ in 1...2 {
            let failure = #expect(throws: Failure.self) { try make("a", unfit) }
            #expect(failure?.is(ShopFailure.refused) == true && made == 0)
        }
    }

    @Test func aKeyWhoseOrderTheShopHasRefusedStartsAnew() throws {
        shop.set { $0.refusesToMake = true }
        #expect(throws: Failure.self) { try make("a") }
        #expect(try bench.counter.undelivered.isEmpty)
        shop.set { $0.refusesToMake = false }
        let order = try make("a")
        #expect(order.number == "2000" && made == 1)
        #expect(try make("a") == order && made == 1)
    }

    @Test func aKeyWhoseOrderTheShopHasRefusedIsFreeForOtherGoods() throws {
        shop.set { $0.refusesToMake = true }
        #expect(throws: Failure.self) { try make("a") }
        shop.set { $0.refusesToMake = false }
        var other = OrdersTill.oneOf
        other.customerNote = "for Anna"
        #expect(try make("a", other).number == "2000" && made == 1)
    }

    /// The till has no price, so nobody was told that there is an order. The shop may have made it all the same.
    @Test(arguments: [OrdersShop.Disturbance.lostBefore, .lostAfter])
    func aRequestThatCouldNotBePricedMayBeRepeated(_ how: OrdersShop.Disturbance) throws {
        let before = shop.asked.count
        shop.disturb { $0 == before + 2 ? how : $0 > before + 2 ? .lostBefore : nil }
        let failure = #expect(throws: Failure.self) { try make("a") }
        #expect(failure?.is(OrderFailure.notPriced) == true)
        shop.goAway(false)
        #expect(try make("a").number == "2000" && made == 1)
        bench.world.advance(by: .seconds(600))
        #expect(made == 1)
    }

    /// The caller of the second request is told what the shop says to that one.
    @Test func aRequestThatCouldNotBePricedMayBeRefusedWhenItIsRepeated() throws {
        shop.goAway()
        let unpriced = #expect(throws: Failure.self) { try make("a") }
        #expect(unpriced?.is(OrderFailure.notPriced) == true)
        shop.goAway(false)
        shop.set { $0.refusesToMake = true }
        let refused = #expect(throws: Failure.self) { try make("a") }
        #expect(refused?.is(ShopFailure.refused) == true)
        #expect(try bench.counter.undelivered.isEmpty)
    }

    /// The shop keeps what it has made without the product, so a request that is repeated days later leads there.
    @Test func anOrderThatWasMadeWithoutItsProductIsNotMadeAgain() throws {
        shop.set { $0.prices = [:] }
        for _ in 1...2 {
            let failure = #expect(throws: Failure.self) { try make("a") }
            #expect(failure?.is(OrderFailure.productGone) == true && made == 1)
            bench.world.advance(by: .seconds(3 * 86_400))
        }
    }

    /// Somebody changes the order in the till's list before the shop, whose clock is not set, refuses it. When it is asked for
    /// again, it is made first, although the change was told before.
    @Test(arguments: [false, true]) func whatWasToldOfARefusedOrderKeepsItFromNothing(isSeenBefore: Bool) throws {
        try bench.keepPrices()
        let (counter, before) = (bench.counter, shop.asked.count)
        let behind = bench.world.now.addingTimeInterval(-71 * 3600)
        var changes = OrderChanges()
        changes.customerNote = "Danke"
        let change = OrderChanged(
            site: OrdersTill.site, order: OrderID(rawValue: -1), request: "r", changes: changes, basedOn: nil)
        shop.set { ($0.tellsTime, $0.now) = (true, behind) }
        shop.disturb { number in
            if number == before + 1 { try? counter.storage.write { try change.enqueue(in: $0, at: counter.world.now) } }
            return nil
        }
        let failure = #expect(throws: Failure.self) { try make("a") }
        #expect(failure?.is(ShopFailure.wrongClock) == true && made == 0)
        if isSeenBefore {
            try bench.ask { OutboxAction.deliver($0) }
            bench.world.run()
            #expect(try left.map { $0.refusal?.is(OrderFailure.notMade) } == [true])
        }
        let now = bench.world.now
        shop.set { $0.now = now }
        #expect(try make("a").number == "2000" && made == 1)
        if isSeenBefore { try bench.ask { OutboxAction.retry(id: change.id, $0) } }
        bench.world.advance(by: .seconds(60))
        #expect(try left.isEmpty && shop[2000]?["customer_note"] == "Danke")
    }

    /// Another caller with the same key has been refused at the same time, and has withdrawn the order first.
    @Test func eachOfTwoCallersIsToldTheShopsRefusal() throws {
        let bench = try OrdersTill { RivalStorage(storage: $0) }
        bench.shop.set { $0.prices = [:] }
        let failure = #expect(throws: Failure.self) {
            try bench.ask { OrderAction.createOrder(OrdersTill.oneOf, key: "a", $0) }
        }
        #expect(failure?.is(OrderFailure.productGone) == true)
        #expect(failure?.advice?.code == "remedy.order.productGoneNow", "no message waits")
        #expect(try bench.counter.undelivered.isEmpty)
    }

    // MARK: Orders that stay

    private var left: [UndeliveredMessage] { get throws { try bench.ask { OutboxAction.list($0) } } }

    private func status(_ id: Int64) throws -> OrderStatus {
        try bench.ask { OrderAction.retrieveOrder(OrderID(rawValue: id), $0) }.value.status
    }

    /// The shop is away, so the order is made at the till; when it is back it refuses it.
    private func promise(_ key: String) throws {
        try bench.keepPrices()
        shop.goAway()
        #expect(try make(key).number == "L1")
        shop.set { $0.refusesToMake = true }
    }

    @Test func anOrderThatSomebodyWasToldOfIsLeftToAPersonWhenTheShopRefusesIt() throws {
        try promise("a")
        shop.goAway(false)
        for _ in 1...2 {
            let failure = #expect(throws: Failure.self) { try make("a") }
            #expect(failure?.is(ShopFailure.refused) == true && failure?.advice?.code == "remedy.order.stays")
            #expect(try left.map { $0.refusal?.is(ShopFailure.refused) } == [true])
            #expect(try status(-1) == .pending)
        }
        shop.set { $0.refusesToMake = false }
        let message = try left[0].id
        try bench.ask { OutboxAction.retry(id: message, $0) }
        bench.world.advance(by: .seconds(600))
        #expect(try make("a").number == "2000" && left.isEmpty && made == 1)
    }

    /// The till has died before it answered the first request.
    @Test func anOrderThatOnlyWhoRepeatedTheRequestWasToldOfIsLeftToAPersonToo() throws {
        try promise("a")
        try revise { $0.isPromised = nil }
        #expect(try make("a").number == "L1")
        shop.goAway(false)
        #expect(throws: Failure.self) { try make("a") }
        #expect(try left.map { $0.refusal?.is(ShopFailure.refused) } == [true] && status(-1) == .pending)
    }

    /// Another caller with the same key was refused meanwhile, and has withdrawn the order.
    @Test func nobodyIsToldOfAnOrderThatWasWithdrawnMeanwhile() throws {
        try bench.keepPrices()
        let (test, before) = (self, shop.asked.count)
        shop.disturb { number in
            if number == before + 1 { try? test.revise(isOver: true) { $0.isWithdrawn = true } }
            return .lostBefore
        }
        let failure = #expect(throws: Failure.self) { try make("a") }
        #expect(failure?.is(OrderFailure.notTold) == true)
    }

    /// Changes the only message on disk.
    ///
    /// - Parameter isOver: whether its order is dropped, and it is delivered no more.
    private func revise(isOver: Bool = false, _ change: (inout OrderCreated) -> Void) throws {
        try bench.counter.storage.write { transaction in
            for item in try transaction.pendingOutbox(limit: 1) {
                var message = try OrderCreated(item)
                change(&message)
                try transaction.reviseOutbox(id: item.id, payload: try message.payload)
                guard isOver else { continue }
                try transaction.dropOrder(message.order, site: message.site)
                try transaction.markDelivered(outbox: item.id, at: item.createdAt)
            }
        }
    }

    @Test func aPaidOrderIsNotThrownAwayWhenTheShopRefusesIt() throws {
        try promise("a")
        try bench.counter.approve(-1, at: OrdersTill.site)
        shop.goAway(false)
        for _ in 1...2 { #expect(throws: Failure.self) { try make("a") } }
        #expect(try left.map(\.kind) == ["order.created", "order.paid"])
        #expect(try left.map { $0.refusal?.is(ShopFailure.refused) } == [true, nil])
        #expect(try status(-1) == .processing)
        shop.set { $0.refusesToMake = false }
        let message = try left[0].id
        try bench.ask { OutboxAction.retry(id: message, $0) }
        bench.world.advance(by: .seconds(600))
        #expect(try left.isEmpty && shop[2000]?["status"] == "processing")
    }

    /// Another client sees the order in the till's list and pays it before the shop has answered.
    @Test func anOrderThatIsPaidBeforeAnybodyIsToldOfItStays() throws {
        try bench.keepPrices()
        let (counter, before) = (bench.counter, shop.asked.count)
        shop.set { $0.refusesToMake = true }
        shop.disturb { number in
            if number == before + 1 { try? counter.approve(-1, at: OrdersTill.site) }
            return nil
        }
        #expect(throws: Failure.self) { try make("a") }
        #expect(try left.map(\.kind) == ["order.created", "order.paid"] && left[0].refusal != nil)
        #expect(try status(-1) == .processing)
    }

    @Test func anOrderThatTheShopHasMadeTwiceIsLeftToAPerson() throws {
        shop.set { $0.makesTwice = true }
        let failure = #expect(throws: Failure.self) { try make("a") }
        #expect(failure?.is(OrderFailure.isTwice) == true && made == 2)
        try bench.counter.approve(-1, at: OrdersTill.site)
        try bench.ask { OutboxAction.deliver($0) }
        bench.world.advance(by: .seconds(600))
        #expect(try left.map { $0.refusal?.is(OrderFailure.isTwice) } == [true])
        #expect(shop[2000]?["status"] == "processing", "the payment of the earlier one is told at once")
        shop.change(2001, ["status": "cancelled"])
        let message = try left[0].id
        try bench.ask { OutboxAction.retry(id: message, $0) }
        bench.world.advance(by: .seconds(600))
        #expect(try left.isEmpty && make("a").number == "2000" && made == 2)
    }
}

/// A storage in which somebody else withdraws a refused order as soon as this till has read the refusal.
private final class RivalStorage: StorageManagerType {
    private let storage: StorageManager

    init(storage: StorageManager) { self.storage = storage }

    func read<T>(_ work: (any StorageReader) throws -> T) throws(StorageError) -> T {
        let value = try storage.read(work)
        if let item = value as? OutboxItem, item.refusal != nil { try withdraw(item) }
        return value
    }

    private func withdraw(_ item: OutboxItem) throws(StorageError) {
        try storage.write { transaction in
            var message = try OrderCreated(item)
            message.isWithdrawn = true
            try transaction.reviseOutbox(id: item.id, payload: try message.payload)
            try transaction.markDelivered(outbox: item.id, at: item.createdAt)
        }
    }

    func write<T>(
        _ sync: CommitSync, _ work: (any StorageTransaction) throws -> T
    ) throws(StorageError) -> T {
        try storage.write(sync, work)
    }

    func sync() throws(StorageError) { try storage.sync() }
    func checkReady() throws(StorageError) { try storage.checkReady() }
}
