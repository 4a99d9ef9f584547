import Flow
import Model

/// The storage of the embedded shop. Its functions may block; the implementation chooses where.
package protocol EmbeddedShopDatabase: Sendable {
    /// Reads several things at one moment.
    func read<T: Sendable>(_ work: @escaping @Sendable (any ShopRecords) throws(Failure) -> T) async throws(Failure) -> T
    /// Reads, and writes all that the work returns in the same transaction; nothing when it throws.
    func change<T: Sendable>(
        _ work: @escaping @Sendable (any ShopRecords) throws(Failure) -> (T, [ShopWrite])
    ) async throws(Failure) -> T
}

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
