import Foundation
import Model

/// The fetch of a cached order's row, of which `StorageReader.order(id:site:)` makes an order. Benchmarks compare it with
/// the same statement in C.
package struct OrderFetch: Sendable {
    /// Its arguments are the site and the order.
    package static let statement = Session.statement(Session.byID)

    private let storage: StorageManager

    package init(from storage: StorageManager) { self.storage = storage }

    /// The order's document as it is stored; nil if the order is not cached.
    package func document(of order: OrderID, site: SiteID) throws(StorageError) -> String? {
        try storage.read { reader in
            guard let session = reader as? Session else { return nil }
            return try session.document(of: order, site: site)
        }
    }
}
