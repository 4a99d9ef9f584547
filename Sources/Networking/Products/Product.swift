import Foundation

/// Goods of a shop. A variation, such as a size of a shirt, is a product of its own whose parent is another one.
package struct Product: ShopEntity {
    package static var resource: ShopResource { .product }

    package let json: JSONValue
    package let id: Int64
    /// The product of which this is a variation; zero when it is none.
    package let parentID: Int64
    package let name: String
    /// As the shop wrote it; whoever shows or stores it masks it with `CardData.masked(code:)`.
    package let sku: String
    /// The number under the bar code, such as an EAN; empty when there is none, or WooCommerce is older than 9.2.
    package let globalUniqueID: String
    /// `simple`, `variable`, `variation`, or a word of a plugin.
    package let type: String
    package let status: String
    /// In the shop's currency, with tax if the shop's prices have it; nil when none is set.
    package let price: Decimal?
    package let regularPrice: Decimal?
    package let isOnSale: Bool
    /// `instock`, `outofstock`, `onbackorder`, or a word of a plugin.
    package let stockStatus: String
    /// Nil when the shop does not count this product.
    package let stockQuantity: Decimal?
    package let taxClass: String
    package let variationIDs: [Int64]
    private let isPurchasable: Bool

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = try object.shopID()
        parentID = object.optionalInteger("parent_id") ?? 0
        name = object.plainText("name")
        // Codes are compared exactly, so they stay as they are here; a long one may look like the number of a card.
        sku = object.optionalText("sku") ?? ""
        globalUniqueID = object.optionalText("global_unique_id") ?? ""
        type = object.optionalText("type") ?? "simple"
        status = object.optionalText("status") ?? ""
        price = object.optionalDecimal("price")
        regularPrice = object.optionalDecimal("regular_price")
        isOnSale = object.flag("on_sale")
        stockStatus = object.optionalText("stock_status") ?? ""
        stockQuantity = object.optionalDecimal("stock_quantity")
        taxClass = object.optionalText("tax_class") ?? ""
        variationIDs = object.value("variations")?.elements?.compactMap(\.looseText).compactMap { Int64($0) } ?? []
        isPurchasable = object.flag("purchasable")
    }

    package var key: String { String(id) }
    /// What a scanner reads.
    package var exactName: String? { sku.isEmpty ? (globalUniqueID.isEmpty ? nil : globalUniqueID) : sku }
    package var searchText: String { [name, sku, globalUniqueID].filter { !$0.isEmpty }.joined(separator: "\n") }

    package var isVariation: Bool { type == "variation" }

    /// Whether it can be sold as it is. A product with variations cannot, for one of them must be chosen, nor can a group of
    /// products or one that another shop sells.
    package var canBeSold: Bool { isPurchasable && !Self.unsoldTypes.contains(type) }

    private static let unsoldTypes: Set<String> = ["variable", "variable-subscription", "grouped", "external"]

    /// Whether this is the product with exactly this SKU or number of a bar code.
    package func isNamed(_ code: String) -> Bool { !code.isEmpty && (sku == code || globalUniqueID == code) }
}
