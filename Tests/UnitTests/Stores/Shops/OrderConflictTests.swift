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
    private let counter: Counter
    private let shop = OrdersShop()
    private let till: TillStores
    private static let site = SiteID(rawValue: 7)
    private var world: VirtualWorld { counter.world }

    init() throws {
        counter = try Counter()
        till = try Self.start(counter, shop)
    }

    private static func start(_ counter: Counter, _ shop: OrdersShop) throws -> TillStores {
        let till = try counter.start(networks: FixedNetworks([site: shop]))
        try counter.world.finish { () async throws(Failure) in
            _ = try await till.signIn(Account(name: "anna", site: site, since: nil))
        }
        try counter.ask(till) { OutboxAction.deliver($0) }
        return till
    }

    private func ask<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) throws(Failure) -> Value { try counter.ask(till, make) }

    private static let oneOf: OrderChanges = {
        var changes = OrderChanges()
        changes.items = [OrderChanges.Item(productID: 11, quantity: "2")]
        changes.billing = ["first_name": "Zoë"]
        return changes
    }()

    /// What the till must have kept before it prices an order without the shop.
    private func keepPrices(includeTax: Bool = true) throws {
        func document(_ resource: String, _ key: String, _ body: String) -> CachedDocument {
            CachedDocument(
                site: Self.site, resource: resource, key: key, body: Data(body.utf8), fetchedAt: world.now)
        }
        let settings = [
            ("calc_taxes", "yes"), ("prices_include_tax", includeTax ? "yes" : "no"),
        ].map { name, value in
            document(
                "setting", "general/woocommerce_\(name)",
                #"{"group_id":"general","id":"woocommerce_\#(name)","value":"\#(value)"}"#)
        }
        let product = document(
            "product", "11", #"{"id":11,"name":"Cappuccino","price":"6.25","tax_status":"taxable"}"#)
        shop.set { state in
            state.settings = [
                ("woocommerce_currency", "EUR"), ("woocommerce_currency_pos", "right_space"),
                ("woocommerce_price_thousand_sep", "."), ("woocommerce_price_decimal_sep", ","),
                ("woocommerce_price_num_decimals", "2"),
            ].map { ["id": .string($0), "value": .string($1)] }
        }
        let memory = ShopCurrencyMemory(
            network: shop, storage: counter.storage, site: Self.site, environment: world.environment)
        try world.finish { () async throws(Failure) in await memory.refresh() }
        try counter.storage.write { try $0.cache(settings + [product]) }
    }

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
        } else {
            #expect(shop[1042]?["status"] == "pending")
        }
    }

    @Test(arguments: [-5, 0, Int64.min])
    func anIdThatNoShopHasIsRefused(id: Int64) throws {
        try keepPrices()
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

    /// An operator has made the order by hand, and ended the message that would have made it.
    @Test func aPaymentWhoseOrderIsNeverMadeIsShown() throws {
        try keepPrices()
        shop.goAway()
        _ = try ask { OrderAction.createOrder(Self.oneOf, $0) }
        try counter.approve(-1, at: Self.site)
        let created = try ask { OutboxAction.list($0) }[0]
        try ask { OutboxAction.finish(id: created.id, evidence: "made by hand", $0) }
        shop.goAway(false)
        world.advance(by: .seconds(600))
        #expect(try ask { OutboxAction.list($0) }.map { $0.refusal?.is(OrderFailure.notTold) } == [true])
    }
}
