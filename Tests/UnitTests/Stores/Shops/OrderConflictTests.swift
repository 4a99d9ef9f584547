import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Orders that are not in the shop what the till takes them for.
@Suite struct OrderConflictTests {
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

    /// WooCommerce ignores `set_paid` for an order on hold.
    @Test func anOrderOnHoldIsPaidInTheShopToo() throws {
        shop.place(1042, status: "on-hold")
        try counter.approve(1042, at: Self.site)
        try ask { OutboxAction.deliver($0) }
        world.advance(by: .seconds(60))
        #expect(try counter.undelivered.isEmpty)
        #expect(shop[1042]?["status"] == "processing")
    }

    /// The shop keeps the payment's id with the order, and the order is open all the same: the id alone is no proof.
    @Test func anOrderThatIsOpenAgainIsPaidAgain() throws {
        shop.place(1042)
        shop.change(1042, ["meta_data": [["id": 1, "key": "_till_payment", "value": "pay-1042"]]])
        try counter.approve(1042, at: Self.site)
        try ask { OutboxAction.deliver($0) }
        world.advance(by: .seconds(60))
        #expect(shop[1042]?["status"] == "processing")
    }

    @Test(
        arguments: [
            ("processing", "pay-1", nil), ("completed", nil, nil), ("pending", "pay-1", nil),
            ("processing", "pay-2", OrderFailure.paidElsewhere), ("cancelled", "pay-1", .ended),
        ] as [(String, String?, OrderFailure?)])
    func anOrderIsOpenedOnlyIfItIsThisPaymentsOrder(
        status: String, payment: String?, failure: OrderFailure?
    ) throws {
        shop.place(1042, status: status)
        if let payment {
            shop.change(1042, ["meta_data": [["id": 1, "key": "_till_payment", "value": .string(payment)]]])
        }
        let message = OrderReopened(
            site: Self.site, order: OrderID(rawValue: 1042), payment: PaymentID(rawValue: "pay-1"),
            reopenedAt: world.now)
        let told = Result { () throws in
            try world.finish { () async throws(Failure) in
                do throws(NetworkError) { _ = try await message.tell(shop, about: OrderID(rawValue: 1042)) } catch {
                    throw error.failure
                }
            }
        }
        #expect((try? told.get()) != nil || failure != nil)
        if let failure {
            #expect(throws: Failure.self) { try told.get() }
            #expect(shop[1042]?["status"] == .string(status), "\(failure)")
            let insisting = try #require(message.insisting(after: nil))
            #expect(self.failure(of: insisting, at: shop) == nil, "a person has seen to it")
            #expect(shop[1042]?["status"] == "pending")
        } else {
            #expect(shop[1042]?["status"] == "pending")
        }
    }

    /// A till before this one may have told the transaction alone.
    @Test(
        arguments: [
            (nil, "1", "processing", 1), ("pay-1", "1", "processing", 0), ("pay-1", "", "completed", 0),
            ("pay-1", "1", "refunded", 0), ("pay-1", "1", "pending", 1), ("pay-2", "1", "processing", 0),
        ] as [(String?, String, String, Int)])
    func onlyAShopThatKnowsThisPaymentByItsIdIsNotTold(
        payment: String?, transaction: String, status: String, writes: Int
    ) throws {
        shop.place(1042, status: status)
        shop.change(1042, ["transaction_id": .string(transaction)])
        if let payment {
            shop.change(1042, ["meta_data": [["id": 1, "key": "_till_payment", "value": .string(payment)]]])
        }
        let message = OrderPaid(
            site: Self.site, order: OrderID(rawValue: 1042), payment: PaymentID(rawValue: "pay-1"), amount: .sample,
            transactionID: "1", paidAt: world.now)
        #expect(failure(of: message, at: shop)?.is(OrderFailure.paidElsewhere) == (payment == "pay-2" ? true : nil))
        #expect(shop.asked.count { $0.hasPrefix("PUT") } == writes)
        let written = "\(shop[1042]?["meta_data"] ?? nil)"
        #expect(written.contains(payment ?? "pay-1"))
    }

    /// Somebody changes the order after the till has looked at it, and before the till writes.
    @Test func anOrderThatChangesWhileTheShopIsToldIsShown() throws {
        shop.place(1042)
        let busy = BusyShop(shop) { request, shop in
            if request.method == .put { shop.change(1042, ["total": "14.50"]) }
        }
        let due = Money(minorUnits: 1250, currency: .eur)
        let message = OrderPaid(
            site: Self.site, order: OrderID(rawValue: 1042), payment: PaymentID(rawValue: "pay-1"), amount: due,
            transactionID: "1", paidAt: world.now, due: due)
        #expect(failure(of: message, at: busy)?.is(OrderFailure.changed) == true)
        #expect(failure(of: message, at: shop)?.is(OrderFailure.changed) == true, "also after a restart")
        let insisting = try #require(message.insisting(after: nil))
        #expect(failure(of: insisting, at: shop) == nil, "a person has seen to it")
        #expect(shop.asked.filter { $0.hasPrefix("PUT") }.count == 1)
    }

    /// Something between till and shop repeats the request that makes an order.
    @Test func anOrderThatTheWayMakesTwiceIsShown() throws {
        let busy = BusyShop(shop) { request, shop in
            if request.method == .post { _ = try? await shop.response(for: request) }
        }
        let message = OrderCreated(
            site: Self.site, order: OrderID(rawValue: -1), request: "r1", changes: Self.oneOf, createdAt: world.now)
        #expect(failure(of: message, at: busy)?.is(OrderFailure.isTwice) == true)
        #expect(failure(of: message, at: shop)?.is(OrderFailure.isTwice) == true, "and it is not made a third time")
        shop.change(2000, ["status": "cancelled"])
        #expect(failure(of: message, at: shop) == nil, "somebody has cancelled one of them")
        #expect(shop.state.withLock { $0.orders.count } == 2)
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

    @Test(arguments: [-5, 0, Int64.min])
    func anIdThatNoShopHasIsRefused(id: Int64) throws {
        try bench.keepPrices()
        shop.set {
            $0.orders[id] = [
                "id": .integer(id), "number": "1", "status": "pending", "currency": "EUR", "total": "1.00",
            ]
        }
        #expect(throws: Failure.self) { try ask { OrderAction.synchronizeOrders(status: nil, limit: 5, $0) } }
        #expect(throws: Failure.self) { try ask { OrderAction.synchronizeModifiedOrders($0) } }
        #expect(try counter.storage.read { try $0.orders(site: Self.site, status: nil, limit: 5) }.isEmpty)
    }

    @Test func anotherOrderThanTheOneAskedForIsRefused() throws {
        shop.place(1042)
        shop.change(1042, ["id": 1043])
        #expect(throws: Failure.self) { try ask { OrderAction.retrieveOrder(OrderID(rawValue: 1042), $0) } }
    }

    /// Something between till and shop has repeated the request.
    @Test func theTwinOfAnOrderIsNotPaid() throws {
        let made = try ask { OrderAction.createOrder(Self.oneOf, $0) }
        shop.set { state in
            state.orders[2001] = state.orders[2000]?.merging(["id": 2001, "number": "2001"]) { $1 }
        }
        let failure = #expect(throws: Failure.self) {
            try ask { OrderAction.retrieveOrder(OrderID(rawValue: 2001), $0) }
        }
        #expect(failure?.is(OrderFailure.isTwice) == true)
        #expect(try ask { OrderAction.retrieveOrder(OrderID(rawValue: 2000), $0) }.value.id == made.value.id)
    }

    /// The shop has the mark of one request at two orders, and the earlier one is another order of this till.
    @Test func anOrderMadeTwiceUnderTheIdOfAnotherIsShownAndKeepsNothingWaiting() throws {
        _ = try ask { OrderAction.createOrder(Self.oneOf, $0) }
        try bench.keepPrices()
        shop.goAway()
        _ = try ask { OrderAction.createOrder(Self.oneOf, $0) }
        let request = String(try ask { OutboxAction.list($0) }[0].id.dropFirst("order.created-".count))
        shop.place(2001)
        for id in [2000, 2001] as [Int64] {
            shop.change(id, ["meta_data": [["id": 1, "key": "_till_request", "value": .string(request)]]])
        }
        shop.goAway(false)
        world.advance(by: .seconds(600))
        #expect(try ask { OutboxAction.list($0) }.map { $0.refusal?.is(OrderFailure.isTwice) } == [true])
        #expect(throws: Failure.self, "which of the two orders it is, nobody knows") {
            try ask { OrderAction.retrieveOrder(OrderID(rawValue: 2000), $0) }
        }
    }

    /// An operator has made the order by hand, and ended the message that would have made it.
    @Test func aPaymentWhoseOrderIsNeverMadeIsShown() throws {
        try bench.keepPrices()
        shop.goAway()
        _ = try ask { OrderAction.createOrder(Self.oneOf, $0) }
        try counter.approve(-1, at: Self.site)
        let created = try ask { OutboxAction.list($0) }[0]
        try ask { OutboxAction.finish(id: created.id, evidence: "made by hand", $0) }
        shop.goAway(false)
        world.advance(by: .seconds(600))
        let left = try ask { OutboxAction.list($0) }
        #expect(left.map { $0.refusal?.is(OrderFailure.notMade) } == [true])
        #expect(left[0].refusal?.advice?.code == "remedy.order.notMade", "nothing tells the shop by itself")
    }
}

/// A shop in which something happens just before a request arrives.
private struct BusyShop: Network {
    let shop: OrdersShop
    let before: @Sendable (Networking.Request, OrdersShop) async -> Void

    init(_ shop: OrdersShop, before: @escaping @Sendable (Networking.Request, OrdersShop) async -> Void) {
        self.shop = shop
        self.before = before
    }

    func response(for request: Networking.Request) async throws(NetworkError) -> Response {
        await before(request, shop)
        return try await shop.response(for: request)
    }
}
