/// An extension of a WooCommerce shop that takes card payments in person. The raw value is its payment method's id, as it stands
/// in orders. It is stored, so it never changes.
package enum PaymentGatewayExtension: String, Hashable, Codable, Sendable, CaseIterable {
    /// WooPayments, which WooCommerce's apps call WCPay.
    case wooPayments = "woocommerce_payments"
    case stripe

    /// The names by which the extension's own documentation calls it.
    package var name: String {
        switch self {
        case .wooPayments: "WooPayments"
        case .stripe: "WooCommerce Stripe Gateway"
        }
    }

    /// The folder below the folder of plugins, which is also the name of its main file.
    package var folder: String {
        switch self {
        case .wooPayments: "woocommerce-payments"
        case .stripe: "woocommerce-gateway-stripe"
        }
    }

    /// The beginning of the extension's routes, below the REST root.
    package var root: String {
        switch self {
        case .wooPayments: "wc/v3/payments"
        case .stripe: "wc/v3/wc_stripe"
        }
    }
}
