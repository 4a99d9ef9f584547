import Model

package protocol LocalOrderReading {
    func localOrder(_ id: OrderID) throws(StorageError) -> LocalOrder?
    /// The order that the shop knows by this id; nil if it was not made at this till.
    func localOrder(shopID: OrderID, site: SiteID) throws(StorageError) -> LocalOrder?
}

extension LocalOrderReading {
    /// The id by which the till knows an order of its shop.
    package func ownID(of order: OrderID, site: SiteID) throws(StorageError) -> OrderID {
        try localOrder(shopID: order, site: site)?.id ?? order
    }

    /// The id by which the shop knows an order; nil while the shop has not been told of it.
    package func shopID(of order: OrderID) throws(StorageError) -> OrderID? {
        order.isLocal ? try localOrder(order)?.shopID : order
    }
}
