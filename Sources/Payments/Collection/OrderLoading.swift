import Flow
import Hardware
import Model
import Networking
import Storage

/// Loads the orders of one shop as the shop has them now.
package protocol OrderLoading: Sendable {
    /// The shop.
    var site: SiteID { get }
    func load(_ order: OrderID) async throws(Failure) -> Order
}
