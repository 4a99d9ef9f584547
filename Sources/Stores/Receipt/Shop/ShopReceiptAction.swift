import Flow
import Model
import Networking

/// Requests for the receipts that the shop makes itself. The till's own are `ReceiptAction`'s.
package enum ShopReceiptAction: Action {
    /// The page on which the shop shows the receipt of an order: the one that it has, else a new one for so many days. With
    /// `isNew` always a new one; the address of the old one stays valid. From WooCommerce 8.7 on; fails with `shop.unsupported` for
    /// an older shop. The address is a secret and is not kept.
    /// - Endpoint: GET wc/v3/orders/{id}/receipt, POST wc/v3/orders/{id}/receipt
    /// - Offline: fails
    /// - Test: ShopReceiptTests
    case retrieveShopReceipt(OrderID, days: Int, isNew: Bool, Reply<ShopReceipt>)
}
