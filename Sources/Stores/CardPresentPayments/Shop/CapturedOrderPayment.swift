import Model
import Networking

/// A payment that the shop's extension has captured for an order.
package struct CapturedOrderPayment: Hashable, Sendable {
    package let order: OrderID
    package let intent: String
    package let gateway: PaymentGatewayExtension
    /// Whether it was captured before this request, or this request's answer was lost: the shop's order shows it.
    package let wasCaptured: Bool
}
