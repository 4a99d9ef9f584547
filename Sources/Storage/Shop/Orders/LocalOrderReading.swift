import Model

package protocol LocalOrderReading {
    func localOrder(_ id: OrderID) throws(StorageError) -> LocalOrder?
    func localOrder(request: String) throws(StorageError) -> LocalOrder?
    /// The order that the shop knows by this id; nil if it was not made at this till.
    func localOrder(shopID: OrderID, site: SiteID) throws(StorageError) -> LocalOrder?
}

extension LocalOrderReading {
    /// The id by which the till knows an order of its shop.
    package func ownID(of order: OrderID, site: SiteID) throws(StorageError) -> OrderID {
        try localOrder(shopID: order, site: site)?.id ?? order
    }

    /// The id by which this shop knows an order; nil while it has not been told of it, and for an order of another shop.
    package func shopID(of order: OrderID, site: SiteID) throws(StorageError) -> OrderID? {
        guard order.isLocal else { return order }
        guard let local = try localOrder(order), local.site == site else { return nil }
        return local.shopID
    }
}
