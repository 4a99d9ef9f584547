import Flow
import Foundation
import Model
import Networking
import Storage

@testable import Payments
@testable import Stores

/// A till that is signed in at a shop with orders, in virtual time.
struct OrdersTill {
    let counter: Counter
    let shop = OrdersShop()
    let till: TillStores
    static let site = SiteID(rawValue: 7)
    var world: VirtualWorld { counter.world }

    /// - Parameter storage: what the till has over its storage.
    init(over storage: (StorageManager) -> any StorageManagerType = { $0 }) throws {
        counter = try Counter()
        // What happens in the shop was before.
        counter.world.now = shop.state.withLock { $0.now } + 3600
        till = try Self.start(counter, shop, over: storage(counter.storage))
    }

    static func start(
        _ counter: Counter, _ shop: OrdersShop, over storage: (any StorageManagerType)? = nil
    ) throws -> TillStores {
        let till = try counter.start(over: storage, networks: FixedNetworks([site: shop]))
        try counter.world.finish { () async throws(Failure) in
            _ = try await till.signIn(Account(name: "anna", site: site, since: nil))
        }
        try counter.ask(till) { OutboxAction.deliver($0) }
        return till
    }

    func ask<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) throws(Failure) -> Value { try counter.ask(till, make) }

    static let oneOf: OrderChanges = {
        var changes = OrderChanges()
        changes.items = [OrderChanges.Item(productID: 11, quantity: "2")]
        changes.billing = ["first_name": "Zoë"]
        return changes
    }()

    /// The shop tells from now on how it writes amounts.
    func tellCurrency() {
        shop.set { state in
            state.settings = [
                ("woocommerce_currency", "EUR"), ("woocommerce_currency_pos", "right_space"),
                ("woocommerce_price_thousand_sep", "."), ("woocommerce_price_decimal_sep", ","),
                ("woocommerce_price_num_decimals", "2"),
            ].map { ["id": .string($0), "value": .string($1)] }
        }
    }

    /// What the till must have kept before it prices an order without the shop.
    func keepPrices(includeTax: Bool = true) throws {
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
        tellCurrency()
        let memory = ShopCurrencyMemory(
            network: shop, storage: counter.storage, site: Self.site, environment: world.environment)
        try world.finish { () async throws(Failure) in await memory.refresh() }
        try counter.storage.write { try $0.cache(settings + [product]) }
    }
}
