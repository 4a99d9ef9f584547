import Flow

/// A refusal of the embedded shop, in WooCommerce's words.
enum ShopRefusal: Error {
    case noRoute
    case noSuchOrder(status: Int)
    case invalidParameter(String, reason: String)
    case invalidJSON
    case invalidRefund
    /// The shop's own storage failed.
    case storage(Failure)
}
