import Failures
import Flow
import Foundation
import Model
import Networking
import Storage

/// The embedded shop's orders in the till's own storage.
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

    func order(id: OrderID) async throws(Failure) -> ShopOrder? {
        try storage.reading { try $0.shopOrder(id: id) }
    }

    func orders(_ wanted: EmbeddedOrderQuery) async throws(Failure) -> EmbeddedOrderPage {
        let query = ShopOrderQuery(
            statuses: wanted.statuses, ids: wanted.ids, search: wanted.search, offset: wanted.offset,
            limit: wanted.limit)
        let found = try storage.reading { try $0.shopOrders(query) }
        return EmbeddedOrderPage(orders: found.orders, total: found.total)
    }

    func change(
        _ id: OrderID, _ change: @escaping @Sendable (ShopOrder) throws(Failure) -> ShopOrder
    ) async throws(Failure) -> ShopOrder? {
        try storage.writing { transaction in
            guard let order = try transaction.shopOrder(id: id) else { return nil }
            let changed = try change(order)
            try transaction.save(changed)
            return changed
        }
    }
}
