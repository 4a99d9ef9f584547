import Failures
import Flow
import Model
import Networking
import Payments
import Storage

/// Orders that the shop does not have any more, or has in its bin.
extension ShopOrders {
    /// Everything that the shop has about an order, or what is kept of it while the shop is away. An order that the shop
    /// says is gone is forgotten, so that nobody pays for it while the shop is away.
    func loadRecord(_ shopID: OrderID) async throws(Failure) -> Cached<OrderRecord> {
        let remote = OrdersRemote(network: network, site: site)
        do throws(Failure) {
            return try await records.one(shopID.description) { () async throws(NetworkError) in
                try await remote.loadRecord(id: shopID)
            }
        } catch {
            // What cannot be forgotten now is forgotten when the shop is asked again.
            if error.is(OrderFailure.notFound) { _ = try? forget([shopID]) }
            throw error
        }
    }

    /// Whether this till takes or has taken money for an order. Such an order stays known, whatever the shop says.
    func holdsMoney(_ own: OrderID, in reader: any StorageReader) throws -> Bool {
        try !reader.payments(order: own, site: site).isEmpty
    }

    /// Forgets orders by their ids in the shop, but none for which this till holds money.
    ///
    /// - Returns: The ids of those that were known and are forgotten now.
    @discardableResult
    func forget(_ shopIDs: [OrderID]) throws(Failure) -> [OrderID] {
        guard !shopIDs.isEmpty else { return [] }
        let forgotten = try storage.writing { transaction in
            try shopIDs.filter { shopID in
                let own = try transaction.ownID(of: shopID, site: site)
                guard try !holdsMoney(own, in: transaction) else { return false }
                let isKnown = try transaction.order(id: own, site: site) != nil
                try transaction.dropOrder(own, site: site)
                try transaction.uncache(records.resource, key: shopID.description, site: site)
                return isKnown
            }
        }
        shop.caches.branch.dispatch(.changed(records.place))
        return forgotten
    }
}
