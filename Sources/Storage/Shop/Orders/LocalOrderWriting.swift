import Model

package protocol LocalOrderWriting {
    /// Gives an order that is made now an id that no order of this till ever had. Throws `.conflict(.id)` when there is one
    /// for this request already.
    func addLocalOrder(site: SiteID, request: String) throws(StorageError) -> OrderID
    /// Records the id that the shop has given an order. It never changes. Throws `.missing` when there is no such order, and
    /// `.conflict(.id)` when it, or another order, has another id.
    func setShopID(_ shopID: OrderID, ofLocal order: OrderID) throws(StorageError)
    /// Forgets an order that the shop does not know, so that its request may make another. Its id is not given again. Nothing
    /// happens when there is no such order.
    func dropLocalOrder(_ order: OrderID) throws(StorageError)
}
