import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Payments
@testable import Stores

/// What an order comes to that is made while the shop is away, from the prices that the till has kept.
@Suite struct LocalOrderDraftTests {
    private let storage: StorageManager
    private static let site = SiteID(rawValue: 7)
    private static let time = Date(timeIntervalSince1970: 1_795_219_200)
    private static let euros = "general/woocommerce_currency"
    private static let taxes = "general/woocommerce_calc_taxes"
    private static let includes = "general/woocommerce_prices_include_tax"

    /// The till has kept two products, which are taxed, and the settings of a shop whose prices include the taxes.
    init() throws {
        storage = try StorageManager.inMemory { Self.time }
        try keep("setting", Self.euros, ["value": "EUR"])
        try keep("setting", Self.taxes, ["value": "yes"])
        try keep("setting", Self.includes, ["value": "yes"])
        try keep("product", "11", ["id": 11, "name": "Cappuccino", "price": "6.25", "tax_status": "taxable"])
        try keep("product", "13", ["id": 13, "name": "Tee, groß", "price": "3.90", "tax_status": "taxable"])
    }

    private func keep(_ resource: String, _ key: String, _ body: [String: JSONValue]) throws {
        let document = CachedDocument(
            site: Self.site, resource: resource, key: key, body: JSONValue.object(body).data, fetchedAt: Self.time)
        try storage.write { try $0.cache([document]) }
    }

    /// The order L1, if it has a price.
    private func order(_ changes: OrderChanges) throws -> Order? {
        let draft = try LocalOrderDraft(changes, site: Self.site, storage: storage)
        let order = draft.order(OrderID(rawValue: -1))
        #expect((order == nil) == (draft.failure?.is(OrderFailure.notPriced) == true))
        return order
    }

    private static func of(
        _ items: OrderChanges.Item..., fees: [OrderChanges.Fee] = [], _ change: (inout OrderChanges) -> Void = { _ in }
    ) -> OrderChanges {
        var changes = OrderChanges()
        (changes.items, changes.fees) = (items, fees)
        change(&changes)
        return changes
    }

    private static let cappuccino = OrderChanges.Item(productID: 11, quantity: "2")
    private static func fee(_ total: String, taxed: Bool = false, _ name: String? = "Pfand") -> OrderChanges.Fee {
        OrderChanges.Fee(name: name, total: total, isTaxable: taxed)
    }

    @Test func anOrderComesToItsGoodsAndItsFees() throws {
        let changes = Self.of(
            Self.cappuccino, OrderChanges.Item(productID: 12, variationID: 13, quantity: "3"),
            fees: [Self.fee("0.50"), Self.fee("1", nil)])
        let order = try #require(try order(changes))
        #expect(order.total == Money(minorUnits: 1250 + 1170 + 50 + 100, currency: .eur))
        #expect(order.lines.map(\.name) == ["Cappuccino", "Tee, groß"] && order.lines.map(\.quantity) == [2, 3])
        #expect(order.lines.map { $0.unitPrice?.minorUnits } == [625, 390])
        #expect(order.lines.map(\.total.minorUnits) == [1250, 1170])
        #expect(order.adjustments.map(\.kind) == [.fee, .fee] && order.adjustments.map(\.label) == ["Pfand", ""])
        #expect(order.adjustments.map(\.amount.minorUnits) == [50, 100])
        #expect(order.id.rawValue == -1 && order.number == "L1" && order.site == Self.site && order.taxes.isEmpty)
    }

    @Test func itHasTheStatusAndTheNameThatAreGiven() throws {
        let usual = try #require(try order(Self.of(Self.cappuccino)))
        #expect(usual.status == .pending && usual.customer == nil && usual.currency == .eur)
        for (billing, name) in [
            (["first_name": "Zoë", "last_name": "Müller"], "Zoë Müller"), (["last_name": "Müller"], "Müller"),
            (["email": "zoe@example.org"], nil),
        ] as [([String: String], String?)] {
            let order = try order(Self.of(Self.cappuccino) { ($0.billing, $0.status) = (billing, .onHold) })
            #expect(order?.customer == name && order?.status == .onHold)
        }
    }

    /// What coupons, delivery, another tax class or taxes on top make of it is the shop's to say.
    @Test func whatTheShopComputesHasNoPriceHere() throws {
        let unpriced = [
            Self.of(Self.cappuccino) { $0.coupons = ["TEN"] },
            Self.of(Self.cappuccino) { $0.shippingLines = [OrderChanges.Shipping(methodID: "flat_rate")] },
            Self.of(OrderChanges.Item(productID: 11, quantity: "2", total: "1.00")),
            Self.of(OrderChanges.Item(productID: 11, quantity: "2", taxClass: "reduced-rate")),
            Self.of(OrderChanges.Item(productID: 12, quantity: "1")),
            Self.of(OrderChanges.Item(productID: 11, variationID: 14, quantity: "1")),
            Self.of(OrderChanges.Item(quantity: "1")),
            Self.of(OrderChanges.Item(productID: 11, quantity: "0"), Self.cappuccino),
            Self.of(OrderChanges.Item(productID: 11, quantity: "1.5")),
            Self.of(OrderChanges.Item(productID: 11, quantity: "\(Int64.max)")),
            Self.of(OrderChanges.Item(productID: 11, quantity: "\(Int64.max / 625)"), Self.cappuccino),
            Self.of(Self.cappuccino, fees: [Self.fee("1.00", taxed: true)]),
            Self.of(Self.cappuccino, fees: [Self.fee("")]), Self.of(Self.cappuccino, fees: [Self.fee("much")]),
            Self.of(Self.cappuccino, fees: [Self.fee("-12.50")]), Self.of(),
        ]
        for changes in unpriced { #expect(try order(changes) == nil, "\(changes)") }
        #expect(try order(Self.of(Self.cappuccino) { $0.coupons = [] }) != nil)
        #expect(try order(Self.of(Self.cappuccino, fees: [Self.fee("-12.49")]))?.total.minorUnits == 1)
    }

    @Test func whatHasNoPriceIsNamed() throws {
        let variation = OrderChanges.Item(productID: 12, variationID: 13, quantity: "1")
        for (changes, name) in [
            (Self.of(variation) { $0.coupons = ["TEN"] }, "13"),
            (Self.of(OrderChanges.Item(productID: 12, quantity: "1")), "12"),
            (Self.of(fees: [Self.fee("0")]), "Pfand"),
            (Self.of(Self.cappuccino, fees: [Self.fee("x", "Glas")]), "Glas"),
        ] {
            let failure = try LocalOrderDraft(changes, site: Self.site, storage: storage).failure
            #expect(failure?.said == Sentence("failure.order.notPriced", ["product": name]))
            #expect(failure?.recovery == .retry)
        }
    }

    /// Prices without taxes are what a customer pays only where there are none.
    @Test func pricesAreKnownWhereNoTaxComesOnTop() throws {
        let taxedFee = Self.of(Self.cappuccino, fees: [Self.fee("1.00", taxed: true)])
        try keep("setting", Self.includes, ["value": "no"])
        #expect(try order(Self.of(Self.cappuccino)) == nil)
        try keep("product", "11", ["id": 11, "name": "Cappuccino", "price": "6.25", "tax_status": "none"])
        #expect(try order(Self.of(Self.cappuccino)) != nil && order(taxedFee) == nil)
        try keep("product", "11", ["id": 11, "name": "Cappuccino", "price": "6.25"])
        #expect(try order(Self.of(Self.cappuccino)) == nil)
        try keep("setting", Self.taxes, ["value": "no"])
        #expect(try order(taxedFee)?.total.minorUnits == 1350)
    }

    /// In which group the settings are depends on WooCommerce's release, and how amounts are written is kept by itself too.
    @Test func theSettingsAreFoundWhereverTheyAre() throws {
        try storage.write { transaction in
            for key in [Self.euros, Self.taxes, Self.includes] {
                try transaction.uncache("setting", key: key, site: Self.site)
            }
        }
        #expect(try order(Self.of(Self.cappuccino)) == nil)
        try keep("setting", "tax/woocommerce_prices_include_tax", ["value": "yes"])
        #expect(try order(Self.of(Self.cappuccino)) == nil, "in no currency")
        try keep("setting", "tax/woocommerce_currency", ["value": "CHF"])
        #expect(try order(Self.of(Self.cappuccino))?.currency.code == "CHF")
    }

    @Test(arguments: [#"{"id":11,"name":"Cappuccino""#, "[]", #"{"id":11,"name":"Cappuccino"}"#])
    func aProductThatCannotBeReadHasNoPrice(_ body: String) throws {
        let document = CachedDocument(
            site: Self.site, resource: "product", key: "11", body: Data(body.utf8), fetchedAt: Self.time)
        try storage.write { try $0.cache([document]) }
        #expect(try order(Self.of(Self.cappuccino)) == nil)
    }
}
