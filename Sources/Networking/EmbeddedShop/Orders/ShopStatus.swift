/// The order statuses of the embedded shop.
enum ShopStatus {
    static let names: [(slug: String, name: String)] = [
        ("pending", "Pending payment"), ("processing", "Processing"), ("on-hold", "On hold"),
        ("completed", "Completed"), ("cancelled", "Cancelled"), ("refunded", "Refunded"), ("failed", "Failed"),
        ("checkout-draft", "Draft"),
    ]
    static let known: [String] = names.map(\.slug)
    static let bin = "trash"
    /// The statuses in which WooCommerce takes a payment (`needs_payment`).
    static let payable: Set = ["pending", "failed"]
    /// The statuses of a paid order.
    static let paid: Set = ["processing", "completed"]
    /// The statuses from which a payment can complete.
    static let completable: Set = ["on-hold", "pending", "failed", "cancelled"]
    static let editable: Set = ["pending", "on-hold", "auto-draft"]
    /// The statuses in which the goods are taken from the stock.
    static let holdsStock: Set = ["processing", "completed", "on-hold"]
    static let releasesStock: Set = ["cancelled", "pending"]

    static func name(_ slug: String) -> String { names.first { $0.slug == slug }?.name ?? slug }
}
