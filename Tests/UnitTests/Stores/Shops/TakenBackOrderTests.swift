import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Payments
@testable import Stores

/// What a shop is told of a payment that was taken back if something else has paid the order, or if it never heard of it.
@Suite struct TakenBackOrderTests {
    private let bench: OrdersTill
    private var counter: Counter { bench.counter }
    private var shop: OrdersShop { bench.shop }
    private var world: VirtualWorld { bench.world }
    private static var site: SiteID { OrdersTill.site }
    private static let id = OrderID(rawValue: 1042)
    private static let payment = PaymentID(rawValue: "pay-1042")
    private static let refunds = "POST wc/v3/orders/1042/refunds"

    init() throws {
        bench = try OrdersTill()
        shop.place(1042)
    }

    private func ask<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) throws(Failure) -> Value { try bench.ask(make) }

    /// The order's payment is taken back at the terminal, or a part of it given back.
    private func giveBack(_ id: String, _ purpose: TransactionPurpose, _ amount: Money = .sample) throws {
        let intent = PaymentIntent(
            payment: PaymentID(rawValue: id), purpose: purpose, key: nil, fingerprint: id, site: Self.site,
            order: Self.id, orderNumber: "1042", amount: amount, tip: nil, terminal: Counter.terminal,
            printer: Counter.printer, terminalID: nil, watermark: .receipt(41),
            habits: TerminalHabits(cardPhaseSeconds: 0), language: "en", startedAt: world.now, utcOffset: 0)
        let ledger = StoredLedger.sample(counter.storage, world)
        var history = PaymentHistory(intent)
        for event in [PaymentEvent.intended(intent), .settled(.approved(TransactionResult(resultCode: 0)))] {
            history.apply(event)
            try ledger.write(event, of: history)
        }
    }

    private func reverse() throws {
        try giveBack("rev-1", .reversal(of: BookedPayment(payment: Self.payment, receiptNumber: 42, trace: nil)))
    }

    /// The customer pays in the shop itself.
    private func payOnline(_ transaction: String) {
        shop.change(1042, ["status": "processing", "transaction_id": .string(transaction)])
    }

    private func deliver() throws {
        try ask { OutboxAction.deliver($0) }
        world.advance(by: .seconds(600))
    }

    private func status() throws -> OrderStatus {
        try ask { OrderAction.retrieveOrder(Self.id, $0) }.value.status
    }

    private func failure(of message: some OutboxMessage, at network: some Network) -> Failure? {
        do throws(Failure) {
            try world.finish { () async throws(Failure) in
                do throws(NetworkError) { _ = try await message.tell(network, about: message.order) } catch {
                    throw error.failure
                }
            }
        } catch {
            return error
        }
        return nil
    }

    private func mark(_ payment: String, _ transaction: String, status: String = "processing") {
        shop.change(
            1042,
            [
                "status": .string(status), "transaction_id": .string(transaction),
                "meta_data": [["id": 1, "key": "_till_payment", "value": .string(payment)]],
            ])
    }

    // MARK: Reversed

    @Test func anOrderThatSomethingElsePaidStaysPaidWhenItsPaymentAtTheTillIsReversed() throws {
        shop.goAway()
        try counter.approve(1042, at: Self.site)
        payOnline("ch_online_77")
        shop.goAway(false)
        try reverse()
        #expect(try status() == .processing)
        try deliver()
        let left = try ask { OutboxAction.list($0) }
        #expect(left.map(\.kind) == ["order.paid", "order.reopened"])
        #expect(left.first?.refusal?.is(OrderFailure.paidElsewhere) == true)
        #expect(try status() == .processing, "the till does not charge it once more")
        try ask { OutboxAction.finish(id: left[0].id, evidence: "Given back, Anna", $0) }
        world.advance(by: .seconds(600))
        #expect(try counter.undelivered.isEmpty)
        #expect(shop[1042]?["status"] == "processing" && shop[1042]?["transaction_id"] == "ch_online_77")
    }

    @Test func aLostAnswerDoesNotOpenAnOrderThatWasPaidSince() throws {
        mark("pay-1", "7")
        let message = OrderReopened(
            site: Self.site, order: Self.id, payment: PaymentID(rawValue: "pay-1"), reopenedAt: world.now,
            transactionID: "7")
        #expect(failure(of: message, at: shop) == nil)
        #expect(shop[1042]?["status"] == "pending" && shop[1042]?["transaction_id"] == "")
        let marks = shop[1042]?["meta_data"]?.list?.filter { $0["key"] == "_till_payment" }
        #expect(marks?.last?["value"] == .null)
        payOnline("ch_online_79")
        #expect(failure(of: message, at: shop) == nil, "it was opened the first time")
        #expect(shop[1042]?["status"] == "processing")
    }

    /// As an earlier build has left it, which did not take back its mark.
    @Test func theMarkOfATillProvesNothingOnceSomethingElseHasPaidTheOrder() throws {
        mark("pay-1", "ch_online_79")
        let (payment, due) = (PaymentID(rawValue: "pay-1"), Money.sample)
        let reopened = OrderReopened(
            site: Self.site, order: Self.id, payment: payment, reopenedAt: world.now, transactionID: "7")
        let paid = OrderPaid(
            site: Self.site, order: Self.id, payment: payment, amount: due, transactionID: "7", paidAt: world.now,
            due: due)
        #expect(failure(of: reopened, at: shop)?.is(OrderFailure.paidElsewhere) == true)
        #expect(failure(of: paid, at: shop)?.is(OrderFailure.paidElsewhere) == true)
        #expect(!shop.asked.contains { $0.hasPrefix("PUT") })
    }

    @Test(
        arguments: [
            ("pay-1", "7", .pending), ("pay-1", "", .pending), ("pay-1", "ch_online_79", .processing),
            ("pay-2", "7", .processing),
        ] as [(String, String, OrderStatus)])
    func theTillCallsAnOrderOpenOnlyIfWhatWasTakenBackIsWhatTheShopNames(
        payment: String, transaction: String, status: OrderStatus
    ) throws {
        mark(payment, transaction)
        let message = OrderReopened(
            site: Self.site, order: Self.id, payment: PaymentID(rawValue: "pay-1"), reopenedAt: world.now,
            transactionID: "7")
        try counter.storage.write { try message.enqueue(in: $0, at: world.now) }
        #expect(try self.status() == status)
        let listed = try ask { OrderAction.synchronizeOrders(status: nil, limit: 5, $0) }
        #expect(listed.value.items.map(\.status) == [status])
    }

    /// It has the mark of a later payment as soon as that has paid the order.
    @Test func theEmbeddedShopKeepsAnOrderThatALaterPaymentHasPaid() throws {
        mark("pay-2", "")
        func message(_ payment: String) -> OrderReopened {
            OrderReopened(
                site: .embedded, order: Self.id, payment: PaymentID(rawValue: payment), reopenedAt: world.now)
        }
        #expect(failure(of: message("pay-1"), at: shop) == nil)
        #expect(shop[1042]?["status"] == "processing" && !shop.asked.contains { $0.hasPrefix("PUT") })
        #expect(failure(of: message("pay-2"), at: shop) == nil)
        #expect(shop[1042]?["status"] == "pending")
    }

    @Test func aMessageOfAnEarlierBuildIsDelivered() throws {
        mark("pay-1", "7")
        let stored = #"{"order":1042,"payment":"pay-1","reopenedAt":"2026-11-20T10:00:00Z","site":7}"#
        let item = OutboxItem(
            id: "order.reopened-pay-1", kind: OrderReopened.kind, payload: Data(stored.utf8), site: Self.site,
            createdAt: world.now, deliveredAt: nil)
        let message = try OrderReopened(item)
        #expect(failure(of: message, at: shop) == nil)
        #expect(shop[1042]?["status"] == "pending")
    }

    private func markTakenBack() {
        shop.change(1042, ["meta_data": [["id": 1, "key": "_till_reopened", "value": "pay-1042"]]])
    }

    /// The till was restored from a backup that was made after the payment and before it was taken back.
    @Test func aPaymentThatTheShopKnowsToBeTakenBackIsNotToldWithoutAPerson() throws {
        try counter.approve(1042, at: Self.site)
        markTakenBack()
        try deliver()
        let left = try ask { OutboxAction.list($0) }
        #expect(left.map { $0.refusal?.is(OrderFailure.takenBack) } == [true])
        #expect(shop[1042]?["status"] == "pending" && !shop.asked.contains { $0.hasPrefix("PUT") })
        try ask { OutboxAction.retry(id: left[0].id, anyway: true, $0) }
        world.advance(by: .seconds(600))
        #expect(try shop[1042]?["status"] == "processing" && counter.undelivered.isEmpty)
    }

    /// What took it back was withdrawn, so it is settled as paid once more.
    @Test func aPaymentThatStandsAgainAfterTheShopWasToldOtherwiseIsTold() throws {
        let reopened = OrderReopened(site: Self.site, order: Self.id, payment: Self.payment, reopenedAt: world.now)
        try counter.storage.write {
            try reopened.enqueue(in: $0, at: world.now)
            try $0.markDelivered(outbox: reopened.id, at: world.now)
        }
        markTakenBack()
        try counter.approve(1042, at: Self.site)
        try deliver()
        #expect(try shop[1042]?["status"] == "processing" && counter.undelivered.isEmpty)
    }

    // MARK: Refunded

    private func refunded(at site: SiteID = site, before: Money? = nil) -> OrderRefunded {
        OrderRefunded(
            site: site, order: Self.id, payment: PaymentID(rawValue: "pay-1"),
            refund: PaymentID(rawValue: "ref-1"), amount: Money(minorUnits: 200, currency: .eur),
            refundedAt: world.now, transactionID: "7", due: .sample, before: before)
    }

    @Test func anOrderThatSomethingElsePaidIsNotRefundedThere() throws {
        shop.goAway()
        try counter.approve(1042, at: Self.site)
        payOnline("ch_online_77")
        shop.goAway(false)
        try deliver()
        try giveBack("ref-1", .refund(of: Self.payment))
        let left = try ask { OutboxAction.list($0) }
        #expect(left.map(\.kind) == ["order.paid", "order.refunded"])
        try ask { OutboxAction.finish(id: left[0].id, evidence: "Given back, Anna", $0) }
        world.advance(by: .seconds(600))
        #expect(try counter.undelivered.isEmpty)
        #expect(!shop.asked.contains(Self.refunds))
    }

    @Test func anOrderThatIsUnpaidInTheShopIsNotRefundedThere() throws {
        try counter.approve(1042, at: Self.site)
        shop.change(1042, ["total": "17.50"])
        try deliver()
        try giveBack("ref-1", .refund(of: Self.payment))
        let left = try ask { OutboxAction.list($0) }
        #expect(left.first?.refusal?.is(OrderFailure.changed) == true)
        try ask { OutboxAction.finish(id: left[0].id, evidence: "Given back, Anna", $0) }
        world.advance(by: .seconds(600))
        #expect(try counter.undelivered.isEmpty)
        #expect(shop[1042]?["status"] == "pending" && !shop.asked.contains(Self.refunds))
    }

    @Test func aRefundOfWhatTheShopCountsNoMoreIsShownToAPerson() throws {
        payOnline("ch_online_77")
        #expect(failure(of: refunded(), at: shop)?.is(OrderFailure.paidElsewhere) == true)
        shop.change(1042, ["status": "pending", "transaction_id": ""])
        #expect(failure(of: refunded(), at: shop)?.is(OrderFailure.ended) == true)
        #expect(!shop.asked.contains(Self.refunds))
        let insisting = try #require(refunded().insisting(after: nil))
        _ = failure(of: insisting, at: shop)
        #expect(shop.asked.contains(Self.refunds), "a person has seen to it")
    }

    /// Its orders are the till's own, so that nobody else can have paid them.
    @Test func theEmbeddedShopIsNotAskedWhoPaid() {
        payOnline("ch_online_77")
        let before = shop.asked.count
        _ = failure(of: refunded(at: .embedded), at: shop)
        #expect(shop.asked.contains(Self.refunds) && !shop.asked.dropFirst(before).contains("GET wc/v3/orders/1042"))
    }

    /// The order came to 12.50 when it was paid, and comes to 10.50 in the shop: 10.50 is what was kept.
    @Test func whatTheShopHasNeverCountedIsNotRefundedThere() throws {
        mark("pay-1", "7")
        shop.change(1042, ["total": "10.50"])
        let (none, earlier) = (Money.zero(.eur), Money(minorUnits: 200, currency: .eur))
        #expect(failure(of: refunded(before: none), at: shop) == nil)
        #expect(!shop.asked.contains(Self.refunds))
        _ = failure(of: refunded(before: earlier), at: shop)
        #expect(shop.asked.contains(Self.refunds), "the next part is one of the order's total")
    }

    // MARK: Paid twice

    /// What the shop has of an order that `pay-2` has paid.
    private func markSecond() {
        shop.change(
            1042,
            [
                "status": "processing", "transaction_id": "7",
                "meta_data": [
                    ["id": 1, "key": "_till_payment", "value": "pay-2"],
                    ["id": 2, "key": "_till_card_last4", "value": "1111"],
                ],
            ])
    }

    @Test(arguments: ["pay-2", "pay-3"])
    func theShopIsToldWhichPaymentPaysAnOrderInsteadOfTheOneThatItNames(replaced: String) throws {
        markSecond()
        var message = OrderPaid(
            site: Self.site, order: Self.id, payment: PaymentID(rawValue: "pay-1"), amount: .sample, transactionID: "9",
            paidAt: world.now, due: .sample)
        #expect(failure(of: message, at: shop)?.is(OrderFailure.paidElsewhere) == true)
        message.replaced = OrderPaid.Replaced(
            payment: PaymentID(rawValue: replaced), transactionID: "7", withdrawnRefunds: [])
        let refusal = failure(of: message, at: shop)
        guard replaced == "pay-2" else {
            #expect(refusal?.is(OrderFailure.paidElsewhere) == true, "the shop names another one")
            #expect(shop[1042]?["transaction_id"] == "7")
            return
        }
        #expect(refusal == nil)
        #expect(shop[1042]?["status"] == "processing" && shop[1042]?["transaction_id"] == "9")
        let meta = shop[1042]?["meta_data"]?.list ?? []
        #expect(meta.last { $0["key"] == "_till_payment" }?["value"] == "pay-1")
        #expect(meta.last { $0["key"] == "_till_card_last4" }?["value"] ?? .null == .null, "it was the other's card")
    }

    @Test func aShopIsNotToldOfARefundWhileAnotherPaymentOfTheOrderStands() throws {
        let evidence = OperatorEvidence(.notBooked(newestReceipt: 9), words: "read", operatorName: "Anna")
        try counter.write([.sending, .operatorSettled(evidence, .notCharged(reason: "read"))], 1042, at: Self.site)
        try giveBack("pay-2", .payment)
        var result = TransactionResult(resultCode: 0)
        (result.receiptNumber, result.trace, result.amountMinor) = (77, 770, Money.sample.minorUnits)
        let booked = OperatorEvidence(
            .booked(receipt: 77, trace: 770, amount: .sample), words: "read", operatorName: "Anna")
        let ledger = StoredLedger.sample(counter.storage, world)
        var history = try #require(try counter.storage.read { try StoredLedger.history(Self.payment, in: $0) })
        for event in [
            PaymentEvent.operatorWithdrew(words: "misread", operatorName: "Anna"),
            .operatorSettled(booked, .approved(result)),
        ] {
            history.apply(event)
            try ledger.write(event, of: history)
        }
        try deliver()
        #expect(shop[1042]?["transaction_id"] == "pay-2")
        try giveBack("ref-1", .refund(of: PaymentID(rawValue: "pay-2")))
        try deliver()
        #expect(try counter.undelivered.isEmpty)
        #expect(!shop.asked.contains(Self.refunds))
        #expect(shop[1042]?["status"] == "processing" && shop[1042]?["transaction_id"] == "770")
        #expect(try counter.storage.read { try $0.paidBy(order: Self.id, site: Self.site) } == Self.payment)
    }

    // MARK: Booked

    @Test func aBookedReservationIsComparedWithTheOrderAsAPaymentIs() throws {
        let reserved = OpenPreauthorisation(
            payment: PaymentID(rawValue: "res-1"), amount: .sample, name: Preauthorisation(receiptNumber: 41))
        try giveBack("res-1", .reservation)
        try giveBack("book-1", .booking(Capture(reserved: reserved, command: .bookTotal, due: .sample)))
        shop.change(1042, ["total": "62.50"])
        try deliver()
        let left = try ask { OutboxAction.list($0) }
        #expect(left.first?.refusal?.is(OrderFailure.changed) == true)
        #expect(shop[1042]?["status"] == "pending")
    }
}
