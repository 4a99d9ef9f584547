/// The payment methods of a shop: `wc/v3/payment_gateways`.
package struct PaymentGatewaysRemote: Sendable {
    private let gateways: ResourceRemote<PaymentGateway>

    package init(network: any Network) {
        gateways = ResourceRemote("wc/v3/payment_gateways", network: network)
    }

    /// All payment methods. There are no pages.
    package func loadGateways() async throws(NetworkError) -> Page<PaymentGateway> { try await gateways.loadAll() }

    /// May be repeated.
    package func update(_ id: String, _ change: PaymentGatewayChange) async throws(NetworkError) -> PaymentGateway {
        try await gateways.update(id, change.json)
    }
}
