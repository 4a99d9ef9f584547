import Flow
import Foundation
import Model

/// The fetch of a cached order's row, of which `StorageReader.order(id:site:)` makes an order. Benchmarks compare it with
/// the same statement in C.
package struct OrderFetch: Sendable {
    /// The statement that fetches an order. Its arguments are the site and the order.
    package static let statement = Session.byID

    private let storage: StorageManager

    package init(from storage: StorageManager) { self.storage = storage }

    /// Fetches the orders' documents as they are stored, one after another in one transaction, and says of each how long it
    /// took on the given clock. Those that are not cached are skipped.
    package func times(
        of orders: [OrderID], site: SiteID, now: () -> Uptime
    ) throws(StorageError) -> [Duration] {
        try storage.read { reader in
            guard let session = reader as? Session else { return [] }
            return try orders.compactMap { order in
                let start = now()
                return try session.document(of: order, site: site) == nil ? nil : now() - start
            }
        }
    }
}
