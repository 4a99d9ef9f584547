import Model

package protocol ShopReading {
    func shopOrder(id: OrderID) throws(StorageError) -> ShopOrder?
    /// The embedded shop's order with the greatest number; nil when it has none.
    func newestShopOrder() throws(StorageError) -> OrderID?
    /// One page of the embedded shop's orders, newest first, and their total number.
    func shopOrders(_ wanted: ShopOrderQuery) throws(StorageError) -> (orders: [ShopOrder], total: Int)
}
