import Flow
import Networking

/// Requests for the payment methods of the shop.
package enum PaymentGatewayAction: Action {
    /// All payment methods, also those that are off.
    /// - Endpoint: GET wc/v3/payment_gateways
    /// - Offline: the kept payment methods, with their time
    /// - Test: PaymentGatewayStoreTests
    case synchronizePaymentGateways(Reply<Cached<Listing<PaymentGateway>>>)
    /// Changes a payment method. The others stay kept.
    /// - Endpoint: PUT wc/v3/payment_gateways/{id}
    /// - Offline: fails; nothing is changed later
    /// - Test: PaymentGatewayStoreTests
    case updatePaymentGateway(id: String, PaymentGatewayChange, Reply<PaymentGateway>)
}
