import Model

/// What one request changes.
package enum ShopWrite: Sendable {
    case order(ShopOrder)
    case orderRemoved(OrderID)
    case document(ShopDocument)
}
