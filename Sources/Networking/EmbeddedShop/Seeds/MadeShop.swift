import Foundation
import Model
import Synchronization

/// A made-up shop of any size: the same seed makes the same shop.
package final class MadeShop: Sendable {
    /// The most orders of a shop.
    package static let mostOrders = 1_000_000
    private static let mostProducts = 2_000
    private static let mostCustomers = 5_000

    let seed: UInt64
    let orderCount: Int
    let rules: ShopRules
    let currency: ShopCurrency
    let now: Date
    private let made = Mutex<[ShopCollection: MadeDocuments]>([:])

    /// All times of the shop are before `now`. No more than `mostOrders` orders are made.
    package init(seed: UInt64, orders: Int, rules: ShopRules, now: Date) {
        self.seed = seed
        orderCount = min(max(0, orders), Self.mostOrders)
        self.rules = rules
        self.now = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
        currency = ShopCurrency(
            code: rules.currency,
            format: CurrencyFormat(
                position: .rightSpace, thousandSeparator: ".", decimalSeparator: ",", decimals: rules.decimals,
                symbol: nil))
    }

    /// The shop's storage, in memory.
    package func database() -> MemoryShopDatabase { MemoryShopDatabase(made: MadeOrders(self)) }

    package var contents: ShopContents { ShopContents(self) }

    var productCount: Int { min(max(30, orderCount / 20), Self.mostProducts) }
    var customerCount: Int { min(max(12, orderCount / 3), Self.mostCustomers) }

    func entries(_ collection: ShopCollection) -> [ShopEntry] { documents(collection).entries }
    func entry(_ collection: ShopCollection, _ id: Int64) -> ShopEntry? { documents(collection).byID[id] }

    private func documents(_ collection: ShopCollection) -> MadeDocuments {
        if let known = made.withLock({ $0[collection] }) { return known }
        let new = MadeDocuments(make(collection))
        return made.withLock { made in
            if let known = made[collection] { return known }
            made[collection] = new
            return new
        }
    }

    private func make(_ collection: ShopCollection) -> [ShopEntry] {
        switch collection {
        case .products: (0..<productCount).map(MadeProducts(self).product)
        case .variations: MadeProducts(self).variations
        case .customers: MadeCustomers(self).staff + (0..<customerCount).map(MadeCustomers(self).customer)
        case .coupons: coupons
        case .taxes:
            [
                ShopContents.tax(1, "19.0000", "MwSt 19%", "standard", rules.country),
                ShopContents.tax(2, "7.0000", "MwSt 7%", "reduced-rate", rules.country),
            ]
        case .reviews: MadeProducts(self).reviews
        case .categories: MadeProducts(self).categories
        case .tags: [term(1, ShopTemplate.tag, "Neu"), term(2, ShopTemplate.tag, "Vegan")]
        case .attributes:
            [ShopEntry(id: 1, body: ShopTemplate.attribute.merging(["id": 1, "name": "Größe", "slug": "pa_groesse"]))]
        case .terms:
            [(1, "L"), (2, "M"), (3, "S")].map { id, name in
                ShopEntry(
                    id: id, parent: 1,
                    body: ShopTemplate.term.merging([
                        "id": .integer(id), "name": .string(name), "slug": .string(name.lowercased()),
                    ]))
            }
        default: []
        }
    }

    private func term(_ id: Int64, _ template: JSONValue, _ name: String) -> ShopEntry {
        ShopEntry(
            id: id,
            body: template.merging([
                "id": .integer(id), "name": .string(name), "slug": .string(ShopSlug.make(name)),
            ]))
    }

    private var coupons: [ShopEntry] {
        let past = ShopTime.text(now.addingTimeInterval(-86_400))
        let rows: [(String, String, String, String?)] = [
            ("kaffee10", "percent", "10", nil), ("minus5", "fixed_cart", "5", nil),
            ("tasse1", "fixed_product", "1", nil), ("abgelaufen", "percent", "20", past),
        ]
        return zip(Int64(1)..., rows).map { id, row in
            ShopEntry(
                id: id,
                body: ShopTemplate.coupon.merging([
                    "id": .integer(id), "code": .string(row.0), "discount_type": .string(row.1),
                    "amount": rules.amount(rules.units(row.2) ?? 0),
                    "date_expires": row.3.map(JSONValue.string) ?? .null,
                    "date_expires_gmt": row.3.map(JSONValue.string) ?? .null,
                    "date_created": rules.local(start), "date_created_gmt": .string(ShopTime.text(start)),
                    "date_modified": rules.local(start), "date_modified_gmt": .string(ShopTime.text(start)),
                ]))
        }
    }

    /// When the shop began.
    var start: Date { now.addingTimeInterval(-365 * 86_400) }

    func dates(_ time: Date) -> [String: JSONValue] {
        let (local, utc) = (rules.local(time), JSONValue.string(ShopTime.text(time)))
        return ["date_created": local, "date_created_gmt": utc, "date_modified": local, "date_modified_gmt": utc]
    }
}

/// The documents of one collection, in the order of their ids.
private struct MadeDocuments: Sendable {
    let entries: [ShopEntry]
    let byID: [Int64: ShopEntry]

    init(_ entries: [ShopEntry]) {
        self.entries = entries.sorted { $0.id < $1.id }
        byID = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
    }
}
