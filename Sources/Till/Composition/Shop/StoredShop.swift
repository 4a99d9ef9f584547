import Failures
import Flow
import Foundation
import Model
import Networking
import Storage

/// The embedded shop in the till's own storage.
struct StoredShop: EmbeddedShopDatabase {
    let storage: any StorageManagerType
    let environment: Environment

    /// Stores the demonstration's orders if there are none yet.
    func seed() throws(Failure) {
        guard try storage.reading({ try $0.newestShopOrder() }) == nil else { return }
        let orders = DemoShop.embeddedOrders(placedAt: environment.now())
        try storage.writing { try $0.seedShopOrders(orders) }
    }

    /// Places another order like the demonstration's first and returns its id.
    func placeDemoOrder() throws(Failure) -> OrderID {
        let newest = try storage.reading { try $0.newestShopOrder()?.rawValue ?? 1041 }
        guard let model = DemoShop.orders.first, newest < .max else {
            throw Failure(ShopFailure.notFound, Sentence("failure.shop.notFound"), recovery: .giveUp)
        }
        let order = DemoOrder(
            newest + 1, firstName: model.firstName, lastName: model.lastName, currency: model.currency,
            lines: model.lines)
        try storage.writing { try $0.save(order.embedded(placedAt: environment.now())) }
        return order.id
    }

    func read<T: Sendable>(
        _ work: @escaping @Sendable (any ShopRecords) throws(Failure) -> T
    ) async throws(Failure) -> T {
        try storage.reading { try work(StoredRecords(reader: $0)) }
    }

    func change<T: Sendable>(
        _ work: @escaping @Sendable (any ShopRecords) throws(Failure) -> (T, [ShopWrite])
    ) async throws(Failure) -> T {
        try storage.writing { transaction in
            let (result, writes) = try work(StoredRecords(reader: transaction))
            for write in writes {
                switch write {
                case .order(let order): try transaction.save(order)
                case .orderRemoved(let id): try transaction.removeShopOrder(id: id)
                case .document(let document): try transaction.save(document)
                }
            }
            return result
        }
    }
}

/// The embedded shop's records in one transaction of the storage.
private struct StoredRecords: ShopRecords {
    let reader: any StorageReader

    func order(id: OrderID) throws(Failure) -> ShopOrder? {
        do throws(StorageError) { return try reader.shopOrder(id: id) } catch { throw error.failure }
    }

    func orders(_ wanted: EmbeddedOrderQuery) throws(Failure) -> EmbeddedOrderPage {
        // No index answers the other questions, which nobody asks a till without a shop often.
        guard wanted.isPlain else { return wanted.page(of: try orders(ShopOrderQuery(limit: Int(Int32.max))).orders) }
        return try orders(
            ShopOrderQuery(
                statuses: wanted.statuses, ids: wanted.ids, search: wanted.search, offset: wanted.offset,
                limit: wanted.limit))
    }

    private func orders(_ query: ShopOrderQuery) throws(Failure) -> EmbeddedOrderPage {
        do throws(StorageError) {
            let found = try reader.shopOrders(query)
            return EmbeddedOrderPage(orders: found.orders, total: found.total)
        } catch { throw error.failure }
    }

    func newestOrder() throws(Failure) -> OrderID? {
        do throws(StorageError) { return try reader.newestShopOrder() } catch { throw error.failure }
    }

    func document(_ collection: ShopCollection, id: Int64) throws(Failure) -> ShopDocument? {
        do throws(StorageError) { return try reader.shopDocument(collection, id: id) } catch { throw error.failure }
    }

    func documents(_ collection: ShopCollection, of parent: Int64?) throws(Failure) -> [ShopDocument] {
        do throws(StorageError) { return try reader.shopDocuments(collection, of: parent) } catch {
            throw error.failure
        }
    }
}
