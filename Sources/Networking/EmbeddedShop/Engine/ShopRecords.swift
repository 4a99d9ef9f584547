import Flow
import Model

/// What the embedded shop's storage holds at one moment.
package protocol ShopRecords {
    func order(id: OrderID) throws(Failure) -> ShopOrder?
    /// One page of the orders, and the total number.
    func orders(_ wanted: EmbeddedOrderQuery) throws(Failure) -> EmbeddedOrderPage
    /// The order with the greatest number; nil when there is none.
    func newestOrder() throws(Failure) -> OrderID?
    func document(_ collection: ShopCollection, id: Int64) throws(Failure) -> ShopDocument?
    /// The documents of a collection in the order of their ids, also removed ones.
    /// - Parameter parent: only those that belong to this; nil for all.
    func documents(_ collection: ShopCollection, of parent: Int64?) throws(Failure) -> [ShopDocument]
}
