import Flow
import Networking

/// What has become of a note that was to be written at an order.
package enum AddedOrderNote: Hashable, Sendable {
    /// The shop has it. Nil if the shop could not be asked for it any more.
    case written(OrderNote?)
    /// The shop could not be told yet. The message with this name waits in the outbox.
    case waits(message: String, because: Failure)
}
