import Flow
import Failures
import FlowProbe
import Model
import Networking
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Telling the shop as an effect of the till's state.
@Suite struct OutboxTests {
    private let counter: Counter
    private var world: VirtualWorld { counter.world }

    init() throws { counter = try Counter() }

    private func deliver(_ till: TillStores) throws {
        try counter.ask(till) { OutboxAction.deliver($0) }
        world.run()
    }

    @Test func theShopIsToldOfEachPaymentOnceAndInOrder() throws {
        for order in [1044, 1042, 1043] { try counter.approve(Int64(order)) }
        let till = try counter.start()
        try deliver(till)
        try deliver(till)
        #expect(counter.shop.told == ["1044", "1042", "1043"])
        #expect(try counter.undelivered.isEmpty)
        #expect(till.outbox.current.isAtRest)
    }

    @Test func wcpos1754_aShopThatIsCutOffForAnHourIsToldWhenItIsBack() throws {
        counter.shop.cutOff()
        try counter.approve(1042)
        let till = try counter.start()
        try deliver(till)
        world.advance(by: .seconds(3600))
        #expect(till.outbox.current.isAtRest)
        #expect(try counter.undelivered == ["order.paid-pay-1042"])
        counter.shop.cutOff(false)
        world.advance(by: .seconds(400))
        #expect(counter.shop.told == ["1042"])
        #expect(try counter.undelivered.isEmpty)
    }

    @Test func aRestartGoesOnWithWhatIsUndelivered() throws {
        counter.shop.cutOff()
        try counter.approve(1042)
        var till: TillStores? = try counter.start()
        try deliver(try #require(till))
        till = nil
        counter.shop.cutOff(false)
        let next = try counter.start()
        try deliver(next)
        #expect(counter.shop.told == ["1042"])
    }

    @Test func pretixscanIOS26_whatTheShopRefusesIsSetAsideWithTheReasonAndKeepsNoOtherWaiting() throws {
        try counter.approve(9001)
        try counter.approve(1042)
        let till = try counter.start()
        try deliver(till)
        #expect(try counter.undelivered == ["order.paid-pay-9001"])
        world.advance(by: .seconds(600))
        #expect(counter.shop.told == ["9001", "1042"], "the shop is not asked again by itself")
        #expect(till.outbox.current.lastFailure == nil)
        let news = try #require(try counter.ask(till) { OutboxAction.list($0) }.first)
        #expect(news.order == "9001")
        #expect(news.refusal?.is(OrderFailure.notFound) == true)
    }

    @Test func anOperatorHasARefusedMessageDeliveredAgain() throws {
        try counter.approve(1042)
        counter.shop.state.withLock { $0.refuses = 400 }
        let till = try counter.start()
        try deliver(till)
        #expect(try counter.ask(till) { OutboxAction.list($0) }.first?.refusal != nil)
        counter.shop.state.withLock { $0.refuses = nil }
        try counter.ask(till) { OutboxAction.retry(id: "order.paid-pay-1042", by: Self.anna, $0) }
        world.run()
        #expect(try counter.undelivered.isEmpty)
        #expect(counter.shop.told == ["1042", "1042"])
        let fact = try #require(
            try counter.storage.read { try $0.journalEntries(kind: RetriedMessage.kind, limit: 9) }.first
        ).decoded(as: RetriedMessage.self)
        #expect(fact.item == "order.paid-pay-1042" && fact.kind == "order.paid" && fact.by == Self.anna)
        #expect(fact.refusal?.is(ShopFailure.refused) == true && !fact.anyway)
    }

    private static let anna = Requester(caller: "kiosk", operatorID: "op-1", operatorName: "Anna")

    /// What was held back by the refused message is delivered then.
    @Test func anOperatorEndsTheDeliveryOfARefusedMessageAndTheJournalKeepsWhatWasSaid() throws {
        try counter.approve(1042)
        counter.shop.state.withLock { $0.refuses = 400 }
        let till = try counter.start()
        try deliver(till)
        counter.shop.state.withLock { $0.refuses = nil }
        let reopened = OrderReopened(
            site: .embedded, order: OrderID(rawValue: 1042), payment: PaymentID(rawValue: "pay-1042"),
            reopenedAt: world.now)
        try counter.storage.write { try reopened.enqueue(in: $0, at: reopened.reopenedAt) }
        try deliver(till)
        #expect(try counter.undelivered.count == 2)
        try counter.ask(till) {
            OutboxAction.finish(id: "order.paid-pay-1042", evidence: "Marked as paid in the shop, by Anna", $0)
        }
        world.run()
        #expect(try counter.undelivered.isEmpty)
        let fact = try #require(
            try counter.storage.read { try $0.journalEntries(kind: FinishedMessage.kind, limit: 9) }.first
        ).decoded(as: FinishedMessage.self)
        #expect(fact.evidence == "Marked as paid in the shop, by Anna")
        #expect(fact.refusal?.is(ShopFailure.refused) == true)
    }

    @Test func aShopThatFailsOverOneOrderIsToldOfTheOthersAndTheMessageCanBeEnded() throws {
        counter.shop.state.withLock { $0.fails = ["1042"] }
        try counter.approve(1042)
        try counter.approve(1043)
        let till = try counter.start()
        try deliver(till)
        #expect(counter.shop.told == ["1042", "1043"])
        #expect(try counter.undelivered == ["order.paid-pay-1042"], "it may work another time")
        try counter.ask(till) { OutboxAction.finish(id: "order.paid-pay-1042", evidence: "Done by hand, Anna", $0) }
        #expect(try counter.undelivered.isEmpty)
    }

    @Test func whatIsNoRefusalOfWooCommerceIsTriedAgain() throws {
        counter.shop.state.withLock { $0.refusesInPlainText = true }
        try counter.approve(1042)
        let till = try counter.start()
        try deliver(till)
        #expect(
            try counter.ask(till) { OutboxAction.list($0) }.map(\.refusal) == [nil],
            "a firewall's word is not the shop's")
        counter.shop.state.withLock { $0.refusesInPlainText = false }
        world.advance(by: .seconds(10))
        #expect(try counter.undelivered.isEmpty)
    }

    @Test(arguments: ["4111 1111 1111 1111 was charged by hand", "  ", String(repeating: "a", count: 100_000)])
    func whatMayNotBeKeptIsNoEvidence(_ words: String) throws {
        try counter.approve(1042)
        let till = try counter.start()
        let failure = #expect(throws: Failure.self) {
            try counter.ask(till) { OutboxAction.finish(id: "order.paid-pay-1042", evidence: words, $0) } as Void
        }
        #expect(failure?.code.hasPrefix("settlement.") == true)
        #expect(try counter.undelivered == ["order.paid-pay-1042"])
        #expect(try counter.storage.read { try $0.journalEntries(kind: FinishedMessage.kind, limit: 9) }.isEmpty)
    }

    /// One that is unknown, one that was delivered, and an e-mail, which goes to no shop.
    @Test func aMessageThatDoesNotWaitForAShopCanBeNeitherRepeatedNorEnded() throws {
        try counter.approve(1042)
        try counter.storage.write { transaction in
            try transaction.enqueueOutbox(id: "mail-1", kind: ReceiptMail.kind, payload: .init(), at: world.now)
        }
        let till = try counter.start()
        try deliver(till)
        for id in ["order.paid-pay-7", "order.paid-pay-1042", "mail-1"] {
            #expect(throws: Failure.noMessage(id)) {
                try counter.ask(till) { OutboxAction.finish(id: id, evidence: "Anna", $0) } as Void
            }
            #expect(throws: Failure.noMessage(id)) {
                try counter.ask(till) { OutboxAction.retry(id: id, $0) } as Void
            }
        }
        for kind in [FinishedMessage.kind, RetriedMessage.kind] {
            #expect(try counter.storage.read { try $0.journalEntries(kind: kind, limit: 9) }.isEmpty)
        }
        #expect(try counter.undelivered == ["mail-1"])
    }

    /// Else the shop would end with what was told of the order last, which was not the last of it.
    @Test func whatCameLaterOfAnOrderWaitsForWhatTheShopDidNotTake() throws {
        try counter.approve(9001)
        let reopened = OrderReopened(
            site: .embedded, order: OrderID(rawValue: 9001), payment: PaymentID(rawValue: "pay-9001"),
            reopenedAt: world.now)
        try counter.storage.write { try reopened.enqueue(in: $0, at: reopened.reopenedAt) }
        let till = try counter.start()
        try deliver(till)
        #expect(counter.shop.requests.count == 1)
        #expect(try counter.undelivered.count == 2)
    }

    @Test func theEndOfAPaymentTellsTheShop() throws {
        let till = try counter.start()
        try deliver(till)
        try counter.approve(1042)
        till.root.dispatch(.displayed(.ended(outcome: "approved")))
        world.run()
        #expect(counter.shop.told == ["1042"])
    }

    @Test func anItemOfALaterReleaseStays() throws {
        try counter.storage.write { transaction in
            try transaction.enqueueOutbox(id: "x", kind: "order.praised", payload: .init(), at: counter.world.now)
        }
        let till = try counter.start()
        try deliver(till)
        world.advance(by: .seconds(60))
        #expect(try counter.undelivered == ["x"])
        #expect(counter.shop.requests.isEmpty)
    }

    @Test func whatAnotherProcessIsTellingIsNotToldTwice() throws {
        try counter.approve(1042)
        let other = try #require(try counter.locks.claim("outbox"))
        let till = try counter.start()
        try deliver(till)
        #expect(counter.shop.told.isEmpty)
        other.release()
        world.advance(by: .seconds(10))
        #expect(counter.shop.told == ["1042"])
    }

    @Test func whatCouldNotBeNotedAsDeliveredIsToldAgain() throws {
        try counter.approve(1042)
        let storage = BusyStorage(storage: counter.storage)
        counter.shop.state.withLock { $0.whenTold = { storage.isBusy.withLock { $0 = true } } }
        let till = try counter.start(over: storage)
        try deliver(till)
        #expect(try counter.undelivered == ["order.paid-pay-1042"])
        counter.shop.state.withLock { $0.whenTold = nil }
        storage.isBusy.withLock { $0 = false }
        world.advance(by: .seconds(10))
        #expect(counter.shop.told == ["1042", "1042"], "the shop knows it by its transaction")
        #expect(try counter.undelivered.isEmpty)
    }

    /// Also if the shop refuses what it is told just then.
    @Test(arguments: [1042, 9001] as [Int64])
    func whatComesWhileTheShopIsToldIsToldInTheSameRound(_ order: Int64) throws {
        try counter.approve(order)
        let (counter, shop) = (counter, counter.shop)
        shop.state.withLock {
            $0.whenTold = { if shop.told.isEmpty { try? counter.approve(1043) } }
        }
        let till = try counter.start()
        try deliver(till)
        #expect(shop.told == ["\(order)", "1043"])
        #expect(try counter.undelivered == (order == 9001 ? ["order.paid-pay-9001"] : []))
    }

    @Test func theFirstOfSeveralFailuresIsTold() throws {
        for order in [1042, 1043] as [Int64] { try counter.approve(order) }
        counter.shop.state.withLock { ($0.fails, $0.forbids) = (["1042"], ["1043"]) }
        let till = try counter.start()
        try deliver(till)
        #expect(counter.shop.told == ["1042", "1043"])
        #expect(till.outbox.current.lastFailure?.is(ShopFailure.server) == true)
    }

    @Test func whoHasTheOutboxForAMomentIsWaitedFor() throws {
        try counter.approve(1042)
        let other = try #require(try counter.locks.claim("outbox"))
        let till = try counter.start()
        try deliver(till)
        #expect(!till.outbox.current.isAtRest)
        other.release()
        world.advance(by: .seconds(1))
        #expect(counter.shop.told == ["1042"])
    }

    /// What the second order meets too is not about the order.
    @Test(arguments: [(401, ["1042"]), (403, ["1042", "1043"]), (503, ["1042", "1043"]), (429, ["1042", "1043"])])
    func aShopThatDoesNotLetUsInIsLeftAlone(_ status: Int, after told: [String]) throws {
        for order in [1042, 1043, 1044] { try counter.approve(Int64(order)) }
        counter.shop.state.withLock { $0.refuses = status }
        let till = try counter.start()
        try deliver(till)
        #expect(counter.shop.told == told)
        counter.shop.state.withLock { $0.refuses = nil }
        world.advance(by: .seconds(10))
        #expect(counter.shop.told == told + ["1042", "1043", "1044"])
    }

    @Test func anOrderThatTheShopForbidsToChangeKeepsNoOtherWaiting() throws {
        for order in [1042, 1043, 1044, 1045, 1046] { try counter.approve(Int64(order)) }
        counter.shop.state.withLock { $0.forbids = ["1042", "1044"] }
        let till = try counter.start()
        try deliver(till)
        #expect(counter.shop.told == ["1042", "1043", "1044", "1045", "1046"])
        #expect(try counter.undelivered == ["order.paid-pay-1042", "order.paid-pay-1044"])
        #expect(till.outbox.current.lastFailure?.is(ShopFailure.forbidden) == true)
    }

    /// An order that was made at this till has two ids once the shop has made it too, and news may name either.
    @Test func whatAShopIsStillToBeToldOfAnOrderIsKnownByBothOfItsIDs() {
        let (own, shops, other) = (OrderID(rawValue: -5), OrderID(rawValue: 1043), OrderID(rawValue: 7))
        for untold in [own, shops] {
            let known = OrdersAtShop(untold: [untold], shopIDs: [own: shops])
            #expect(known.isUntold(own) && !known.isUntold(other))
            #expect(known.isUntold(shops) == (untold == shops), "no order of the shop has the till's id")
            #expect(known.id(of: own) == shops && known.id(of: shops) == shops && known.id(of: other) == other)
        }
        #expect(OrdersAtShop(untold: [own]).isUntold(own) && OrdersAtShop().id(of: own) == own)
    }

    @Test func onlyNewsForThatShopAreStillToBeTold() throws {
        try counter.approve(1042, at: SiteID(rawValue: 7))
        let till = try counter.start()
        let asked = [OrderID(rawValue: 1042), OrderID(rawValue: 1043)]
        for site in [SiteID(rawValue: 7), .embedded] {
            let known = try counter.ask(till) { OutboxAction.findOrders(asked, site, $0) }
            #expect(asked.map(known.isUntold) == [site != .embedded, false])
        }
    }

    /// These events, these effects, nothing else, and nobody still working.
    @Test func aRoundIsBegunDeliveredAndRests() throws {
        try counter.approve(1042)
        let probe = StoreProbe(TillState(), in: world) { state, event in state.reduce(event) }
        let store = OutboxStore(
            environment: probe.environment, storage: counter.storage, locks: counter.locks,
            networks: FixedNetworks([.embedded: counter.shop]), root: probe.store)
        try probe.send(.outbox(.served)) { $0.reduce(.outbox(.served)) }
        for event in [OutboxEvent.began, .rested(asked: 1)] {
            try probe.receive(.outbox(event)) { $0.reduce(.outbox(event)) }
        }
        try probe.effects(.begun("outbox.delivery"), .returned("outbox.delivery"))
        try probe.finish()
        withExtendedLifetime(store) {}
    }
}
