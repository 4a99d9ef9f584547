import Model

package protocol ShopReading {
    func shopOrder(id: OrderID) throws(StorageError) -> ShopOrder?
    /// The embedded shop's order with the greatest number; nil when it has none.
    func newestShopOrder() throws(StorageError) -> OrderID?
    /// One page of the embedded shop's orders, newest first, and their total number.
    func shopOrders(_ wanted: ShopOrderQuery) throws(StorageError) -> (orders: [ShopOrder], total: Int)
    func shopDocument(_ collection: ShopCollection, id: Int64) throws(StorageError) -> ShopDocument?
    /// The documents of a collection in the order of their ids, also removed ones.
    /// - Parameter parent: only those that belong to this; nil for all.
    func shopDocuments(_ collection: ShopCollection, of parent: Int64?) throws(StorageError) -> [ShopDocument]
}
