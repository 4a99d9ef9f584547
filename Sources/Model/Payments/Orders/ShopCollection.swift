/// What the embedded shop keeps besides its orders.
package enum ShopCollection: String, Hashable, Sendable, CaseIterable {
    case products, variations, customers, coupons, taxes, settings, gateways, webhooks, notes, refunds, reviews,
        categories, tags, attributes, terms, trackings, receipts
    case taxClasses = "tax_classes"
    /// Orders in the bin.
    case trashed
    /// What orders have taken from the stock.
    case reduced
}
