import Flow
import Hardware
import Model
import Networking
import Storage

/// Loads an order as the shop has it now.
package protocol OrderLoading: Sendable {
    func load(_ order: OrderID) async throws(Failure) -> Order
}
