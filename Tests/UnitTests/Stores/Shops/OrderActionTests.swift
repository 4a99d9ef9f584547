import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Orders that are looked up, made and changed at the till, with and without the shop.
@Suite struct OrderActionTests {
    private let bench: OrdersTill
    private var counter: Counter { bench.counter }
    private var shop: OrdersShop { bench.shop }
    private var till: TillStores { bench.till }
    private var world: VirtualWorld { bench.world }
    private static var site: SiteID { OrdersTill.site }
    private static var oneOf: OrderChanges { OrdersTill.oneOf }

    init() throws { bench = try OrdersTill() }

    private func ask<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) throws(Failure) -> Value { try bench.ask(make) }

    @Test func anOrderIsMadeOnceAndKeepsItsLocalIdentity() throws {
        let made = try ask { OrderAction.createOrder(Self.oneOf, $0) }
        #expect(made.failure == nil)
        #expect(made.value.number == "2000" && made.value.total == Money(minorUnits: 1250, currency: .eur))
        #expect(made.value.id == OrderID(rawValue: -1))
        let again = try ask { OrderAction.retrieveOrder(OrderID(rawValue: 2000), $0) }
        #expect(again.value.id == made.value.id, "the shop's id leads to the same order")
        #expect(try ask { OrderAction.lookUpOrder("L1", $0) }.value.number == "2000")
        #expect(try ask { OrderAction.lookUpOrder("#2000", $0) }.value.id == made.value.id)
        #expect(shop.state.withLock { $0.orders.count } == 1)
    }

    @Test func anOrderWhoseAnswerIsLostIsNotMadeTwice() throws {
        shop.disturb { $0 == 2 ? .lostAfter : nil }
        let made = try ask { OrderAction.createOrder(Self.oneOf, $0) }
        #expect(made.value.number == "2000")
        #expect(shop.state.withLock { $0.orders.count } == 1)
        #expect(shop.asked.filter { $0.hasPrefix("POST") }.count == 1)
    }

    /// The shop has made the order, its answer is lost, and somebody sees the order in the shop's list before the till is told
    /// its id: it is the order that the till knows, and it is paid.
    @Test func anOrderIsNotPaidUnderBothOfItsIds() throws {
        try bench.keepPrices()
        let before = shop.asked.count
        shop.disturb { $0 == before + 2 ? .lostAfter : $0 > before + 2 ? .lostBefore : nil }
        let made = try ask { OrderAction.createOrder(Self.oneOf, $0) }
        #expect(made.value.number == "L1" && shop[2000] != nil)
        try counter.approve(-1, at: Self.site)
        shop.goAway(false)
        let seen = try ask { OrderAction.retrieveOrder(OrderID(rawValue: 2000), $0) }
        #expect(seen.value.id == made.value.id && seen.value.status == .processing)
        world.advance(by: .seconds(600))
        #expect(shop.asked.filter { $0 == "POST wc/v3/orders" }.count == 1)
        #expect(try counter.undelivered.isEmpty)
    }

    @Test func anOrderIsMadeAndPaidWhileTheShopIsAwayAndToldOnce() throws {
        try bench.keepPrices()
        shop.goAway()
        let made = try ask { OrderAction.createOrder(Self.oneOf, $0) }
        #expect(made.failure != nil && made.value.number == "L1")
        #expect(made.value.total == Money(minorUnits: 1250, currency: .eur) && made.value.status == .pending)
        try counter.approve(-1, at: Self.site)
        world.advance(by: .seconds(600))
        #expect(shop.state.withLock { $0.orders.isEmpty })
        shop.goAway(false)
        world.advance(by: .seconds(600))
        #expect(try counter.undelivered.isEmpty)
        let order = try #require(shop[2000])
        #expect(order["status"] == "processing")
        #expect(shop.asked.filter { $0.hasPrefix("POST") && $0.hasSuffix("orders") }.count == 1)
        #expect(try ask { OrderAction.retrieveOrder(OrderID(rawValue: 2000), $0) }.value.status == .processing)
    }

    @Test func anOrderIsToldByItsNumberAndByTheShopsIDOnceThereIsOne() throws {
        try bench.keepPrices()
        shop.goAway()
        let own = try ask { OrderAction.createOrder(Self.oneOf, $0) }.value.id
        #expect(try ask { OutboxAction.list($0) }.map(\.order) == ["L1"])
        let before = try ask { OutboxAction.findOrders([own], Self.site, $0) }
        #expect(before.id(of: own) == own && before.isUntold(own))
        shop.goAway(false)
        world.advance(by: .seconds(600))
        let after = try ask { OutboxAction.findOrders([own], Self.site, $0) }
        #expect(after.id(of: own) == OrderID(rawValue: 2000) && !after.isUntold(own))
        try counter.approve(own.rawValue, at: Self.site)
        let failure = #expect(throws: Failure.self) {
            try ask { OrderAction.deleteOrder(own, permanently: true, $0) }
        }
        #expect(failure?.sentence.contains("order L1.") == true, "\(failure?.sentence ?? "")")
    }

    @Test func anOrderWithoutAKnownPriceIsNotMadeWithoutTheShop() throws {
        try bench.keepPrices(includeTax: false)
        shop.goAway()
        let failure = #expect(throws: Failure.self) { try ask { OrderAction.createOrder(Self.oneOf, $0) } }
        #expect(failure?.is(OrderFailure.notPriced) == true)
        try bench.keepPrices()
        // What delivery costs with its tax, and what another tax class makes of a price, is the shop's to say.
        var (delivered, taxed) = (Self.oneOf, Self.oneOf)
        delivered.shippingLines = [OrderChanges.Shipping(methodID: "flat_rate", total: "4.90")]
        taxed.items[0].taxClass = "reduced-rate"
        for changes in [delivered, taxed] {
            let failure = #expect(throws: Failure.self) { try ask { OrderAction.createOrder(changes, $0) } }
            #expect(failure?.is(OrderFailure.notPriced) == true)
        }
        shop.goAway(false)
        world.advance(by: .seconds(600))
        #expect(shop.state.withLock { $0.orders.isEmpty }, "the caller was told that there is no order")
    }

    @Test func anOrderThatTheShopRefusesIsNoOrder() throws {
        try bench.keepPrices()
        var unfit = Self.oneOf
        unfit.items[0].quantity = "many"
        let failure = #expect(throws: Failure.self) { try ask { [unfit] in OrderAction.createOrder(unfit, $0) } }
        #expect(failure?.is(ShopFailure.refused) == true)
        #expect(throws: Failure.self) { try ask { OrderAction.lookUpOrder("L1", $0) } }
        #expect(try counter.undelivered.isEmpty)
    }

    /// The product is gone when the shop is back: the payment stands, its message waits for the order, and a person decides.
    @Test func anOrderRefusedAfterItWasPaidHoldsItsPaymentBack() throws {
        try bench.keepPrices()
        shop.goAway()
        _ = try ask { OrderAction.createOrder(Self.oneOf, $0) }
        try counter.approve(-1, at: Self.site)
        shop.set { $0.prices = [:] }
        shop.goAway(false)
        world.advance(by: .seconds(3600))
        let left = try ask { OutboxAction.list($0) }
        #expect(left.map(\.kind) == ["order.created", "order.paid"])
        #expect(left[0].refusal?.is(OrderFailure.productGone) == true && left[1].refusal == nil)
        #expect(left[0].refusal?.advice != nil && left.map(\.order) == ["L1", "L1"])
        // The order is there, without what was sold.
        #expect(shop[2000]?["total"] == "0.00" && shop[2000]?["status"] == "pending")
        try ask { OutboxAction.retry(id: left[0].id, $0) }
        world.advance(by: .seconds(600))
        #expect(try ask { OutboxAction.list($0) }.map(\.kind) == ["order.created", "order.paid"])
        // Somebody adds it in the shop, under another product.
        shop.change(2000, ["total": "12.50"])
        try ask { OutboxAction.retry(id: left[0].id, anyway: true, $0) }
        world.advance(by: .seconds(600))
        #expect(shop[2000]?["status"] == "processing")
        #expect(try counter.undelivered.isEmpty && shop.asked.filter { $0 == "POST wc/v3/orders" }.count == 1)
    }

    @Test func anOrderOfAProductThatTheShopDoesNotHaveIsNoSuccess() throws {
        shop.set { $0.prices = [:] }
        let failure = #expect(throws: Failure.self) { try ask { OrderAction.createOrder(Self.oneOf, $0) } }
        #expect(failure?.is(OrderFailure.productGone) == true)
        #expect(try counter.undelivered.isEmpty)
    }

    @Test(
        arguments: [
            ("cancelled", "12.50", nil, OrderFailure.ended), ("pending", "13.00", nil, .changed),
            ("processing", "12.50", "other-till", .paidElsewhere),
        ] as [(String, String, String?, OrderFailure)])
    func anOrderThatIsAnotherByNowIsShownToAPerson(
        status: String, total: String, transaction: String?, failure: OrderFailure
    ) throws {
        shop.place(1042)
        try counter.approve(1042, at: Self.site)
        shop.change(1042, ["status": .string(status), "total": .string(total)])
        if let transaction {
            shop.change(1042, ["date_paid_gmt": "2026-11-20T10:00:00", "transaction_id": .string(transaction)])
        }
        try ask { OutboxAction.deliver($0) }
        world.advance(by: .seconds(600))
        let left = try ask { OutboxAction.list($0) }
        #expect(left.first?.refusal?.is(failure) == true)
        #expect(!shop.asked.contains("PUT wc/v3/orders/1042"), "nothing is resolved silently")
        try ask { OutboxAction.retry(id: left[0].id, anyway: true, $0) }
        world.advance(by: .seconds(600))
        #expect(try counter.undelivered.isEmpty)
        #expect(shop.asked.contains("PUT wc/v3/orders/1042"))
    }

    @Test func theShopLearnsWhatMayBeShownOfThePaymentAndOnce() throws {
        shop.place(1042)
        try counter.approve(1042, at: Self.site)
        shop.disturb { [3, 5].contains($0) ? .lostAfter : nil }
        try ask { OutboxAction.deliver($0) }
        world.advance(by: .seconds(600))
        #expect(try counter.undelivered.isEmpty)
        #expect(shop.asked.filter { $0.hasPrefix("PUT") }.count == 1)
        #expect(shop.state.withLock { $0.notes[1042]?.count } == 1)
        let meta = shop[1042]?["meta_data"]?.list?.first { $0["key"] == "_till_payment" }
        #expect(meta?["value"] == "pay-1042")
    }

    @Test func aChangeThatWaitedIsNotWrittenOverSomebodyElses() throws {
        shop.place(1042)
        _ = try ask { OrderAction.retrieveOrder(OrderID(rawValue: 1042), $0) }
        shop.goAway()
        let changed = try ask { OrderAction.updateOrderStatus(OrderID(rawValue: 1042), .onHold, $0) }
        #expect(changed.failure != nil && changed.value.status == .pending)
        shop.change(1042, ["customer_note": "changed elsewhere"])
        shop.goAway(false)
        world.advance(by: .seconds(600))
        let left = try ask { OutboxAction.list($0) }
        #expect(left.first?.refusal?.is(OrderFailure.modified) == true)
        try ask { OutboxAction.retry(id: left[0].id, anyway: true, $0) }
        world.advance(by: .seconds(600))
        #expect(shop[1042]?["status"] == "on-hold")
    }

    @Test func aChangeIsWrittenAtOnceWhenTheShopIsThere() throws {
        shop.place(1042)
        let changed = try ask { OrderAction.updateOrderStatus(OrderID(rawValue: 1042), .completed, $0) }
        #expect(changed.failure == nil && changed.value.status == .completed)
        #expect(throws: Failure.self) {
            try ask { OrderAction.updateOrderStatus(OrderID(rawValue: 9), .completed, $0) }
        }
        #expect(try counter.undelivered.isEmpty)
    }

    @Test func everythingThatTheShopSaidOfAnOrderIsKept() throws {
        shop.place(1042)
        shop.change(1042, ["plugin_field": ["a": [1, nil, "x"]]])
        let record = try ask { OrderAction.retrieveOrderRecord(OrderID(rawValue: 1042), $0) }
        #expect(record.value.json["plugin_field"] == ["a": [1, nil, "x"]])
        shop.goAway()
        let kept = try ask { OrderAction.retrieveOrderRecord(OrderID(rawValue: 1042), $0) }
        #expect(kept.value.json == record.value.json && kept.failure != nil)
    }

    @Test func aSyncLoadsWhatHasChangedAndNothingElse() throws {
        for id in 1...250 { shop.place(Int64(id)) }
        #expect(try ask { OrderAction.synchronizeModifiedOrders($0) }.orders >= 250)
        shop.goAway()
        #expect(try ask { OrderAction.retrieveOrder(OrderID(rawValue: 17), $0) }.value.id.rawValue == 17)
        #expect(throws: Failure.self) { try ask { OrderAction.synchronizeModifiedOrders($0) } }
        shop.goAway(false)
        shop.change(17, ["status": "completed"])
        let before = shop.asked.count
        _ = try ask { OrderAction.synchronizeModifiedOrders($0) }
        #expect(shop.asked.count - before <= 4)
        shop.goAway()
        #expect(try ask { OrderAction.retrieveOrder(OrderID(rawValue: 17), $0) }.value.status == .completed)
    }

    /// Somebody has mistyped a year, or the shop's clock is ahead of the till's.
    @Test(arguments: [false, true]) func anOrderWhoseDateIsAheadHidesNoLaterChange(isOfTheYear9999: Bool) throws {
        for id in [17, 18] as [Int64] { shop.place(id) }
        let time = isOfTheYear9999 ? "9999-12-31T23:59:59" : ShopDate.text(world.now + 1800)
        shop.set { $0.orders[18]?["date_modified_gmt"] = .string(time) }
        #expect(try ask { OrderAction.synchronizeModifiedOrders($0) }.orders == 2)
        shop.change(17, ["status": "completed"])
        _ = try ask { OrderAction.synchronizeModifiedOrders($0) }
        shop.goAway()
        #expect(try ask { OrderAction.retrieveOrder(OrderID(rawValue: 17), $0) }.value.status == .completed)
    }

    /// WooCommerce before 5.8 refuses `orderby=modified`.
    @Test func anOldShopThatCannotSortByChangeIsReadWhole() throws {
        for id in 1...250 { shop.place(Int64(id)) }
        shop.set { $0.isOld = true }
        #expect(try ask { OrderAction.synchronizeModifiedOrders($0) }.orders == 250)
        shop.change(17, ["status": "completed"])
        #expect(try ask { OrderAction.synchronizeModifiedOrders($0) }.orders == 250)
        shop.goAway()
        #expect(try ask { OrderAction.retrieveOrder(OrderID(rawValue: 17), $0) }.value.status == .completed)
        #expect(try ask { OrderAction.retrieveOrder(OrderID(rawValue: 250), $0) }.value.id.rawValue == 250)
    }

    /// Only a shop that says so cannot sort by the time of the change.
    @Test(arguments: [OrdersShop.Disturbance.lostBefore, .maintenance, .damaged])
    func aShopThatFailsIsNotReadWhole(_ how: OrdersShop.Disturbance) throws {
        shop.disturb { _ in how }
        #expect(throws: Failure.self) { try ask { OrderAction.synchronizeModifiedOrders($0) } }
        #expect(shop.asked.count { $0 == "GET wc/v3/orders" } == 1)
    }

    @Test func anOldShopThatIgnoresThePageEndsTheSyncToo() throws {
        for id in 1...100 { shop.place(Int64(id)) }
        shop.set { ($0.isOld, $0.ignoresPages) = (true, true) }
        let failure = #expect(throws: Failure.self) { try ask { OrderAction.synchronizeModifiedOrders($0) } }
        #expect(failure?.is(ShopFailure.malformed) == true)
        #expect(shop.asked.filter { $0 == "GET wc/v3/orders" }.count <= 4)
    }

    /// A proxy answers every page of a list with the same one.
    @Test func aShopThatIgnoresThePageEndsTheSync() throws {
        for id in 1...100 { shop.place(Int64(id)) }
        shop.set { $0.ignoresPages = true }
        let failure = #expect(throws: Failure.self) { try ask { OrderAction.synchronizeModifiedOrders($0) } }
        #expect(failure?.is(ShopFailure.malformed) == true)
        #expect(shop.asked.filter { $0 == "GET wc/v3/orders" }.count <= 4)
    }

    @Test func anOrderForWhichMoneyWasTakenIsNotDeleted() throws {
        for id in [1042, 1043] as [Int64] { shop.place(id) }
        try counter.approve(1042, at: Self.site)
        let failure = #expect(throws: Failure.self) {
            try ask { OrderAction.deleteOrder(OrderID(rawValue: 1042), permanently: true, $0) }
        }
        #expect(failure?.is(OrderFailure.holdsMoney) == true)
        try ask { OrderAction.deleteOrder(OrderID(rawValue: 1043), permanently: true, $0) }
        #expect(shop[1042] != nil && shop[1043] == nil)
    }

    @Test func filtersAreSentInTheWordsOfWooCommerce() throws {
        shop.place(1042)
        var filter = OrderFilter(statuses: [.pending, .onHold], customerID: 3, productID: 11)
        filter.createdAfter = Date(timeIntervalSince1970: 0)
        let wanted = filter
        #expect(try ask { OrderAction.fetchFilteredOrders(wanted, page: 1, size: 5, $0) }.value.items.count == 1)
        #expect(
            filter.query == [
                "status": "pending,on-hold", "after": "1970-01-01T00:00:00", "dates_are_gmt": "true", "customer": "3",
                "product": "11",
            ])
        #expect(try ask { OrderAction.checkIfStoreHasOrders($0) })
        try ask { OrderAction.resetStoredOrders($0) }
        shop.goAway()
        #expect(throws: Failure.self) { try ask { OrderAction.checkIfStoreHasOrders($0) } }
    }

    @Test func ordersThatOnlyTheTillHasAreListed() throws {
        func local(_ status: OrderStatus? = nil, _ text: String? = nil) throws -> [String] {
            try ask { OrderAction.loadLocalOrders(status: status, containing: text, limit: 10, $0) }.map(\.number)
        }
        shop.place(1042)
        _ = try ask { OrderAction.retrieveOrder(OrderID(rawValue: 1042), $0) }
        #expect(try local() == [])
        try bench.keepPrices()
        shop.goAway()
        for _ in 1...2 { _ = try ask { OrderAction.createOrder(Self.oneOf, $0) } }
        #expect(try local() == ["L2", "L1"])
        #expect(try local(.pending, "L2") == ["L2"])
        #expect(try local(.completed) == [])
        shop.goAway(false)
        world.advance(by: .seconds(600))
        #expect(try local() == [])
    }

    @Test func anAmountBecomesAnOrder() throws {
        let amount = Money(minorUnits: 1_250, currency: .eur)
        let made = try ask { OrderAction.createSimplePaymentsOrder(amount, name: "Beratung", isTaxable: false, $0) }
        #expect(made.value.total == amount)
    }

    /// Orders made and paid at a till that dies and a shop that fails at every request in turn: nothing is made, paid or
    /// noted twice, and nothing is lost.
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func noOrderIsPaidTwiceOrLostHoweverTheShopFails(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        try bench.keepPrices()
        for round in 0..<10 {
            shop.place(Int64(3000 + round))
            let oneIn = Int.random(in: 1...4, using: &chance)
            let (kind, salt) = (OrdersShop.Disturbance.allCases.randomElement(using: &chance), chance.next())
            shop.disturb { number in (UInt64(number) &* 31 &+ salt) % UInt64(oneIn + 1) == 0 ? nil : kind }
            let till = round.isMultiple(of: 3) ? try OrdersTill.start(counter, shop) : till
            let made = try? counter.ask(till) { OrderAction.createOrder(Self.oneOf, $0) }
            if let made { try counter.approve(made.value.id.rawValue, at: Self.site) }
            try counter.approve(Int64(3000 + round), at: Self.site)
            try counter.ask(till) { OutboxAction.deliver($0) }
            world.advance(by: .seconds(Int64.random(in: 0...400, using: &chance)))
        }
        shop.goAway(false)
        let till = try OrdersTill.start(counter, shop)
        try counter.ask(till) { OutboxAction.deliver($0) }
        world.advance(by: .seconds(3600))
        #expect(try counter.undelivered.isEmpty)
        let (orders, notes) = shop.state.withLock { ($0.orders, $0.notes) }
        let paid = orders.filter { $0.value["date_paid_gmt"] != .null }
        let payments = paid.values.compactMap { order in
            order["meta_data"]?.list?.filter { $0["key"] == "_till_payment" }.map { $0["value"]?.text ?? "" }
        }
        #expect(payments.allSatisfy { $0.count == 1 }, "no payment is written twice")
        #expect(Set(payments.joined()).count == paid.count)
        let approved = try counter.storage.read { try $0.recentPayments(limit: 100) }.filter(\.isApproved)
        #expect(paid.count == approved.count, "every payment has reached its order")
        #expect(notes.values.allSatisfy { $0.count == 1 })
        let requests = orders.values.compactMap { order in
            order["meta_data"]?.list?.first { $0["key"] == "_till_request" }?["value"]?.text
        }
        #expect(Set(requests).count == requests.count, "no order is made twice")
    }
}
