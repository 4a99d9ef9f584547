import Flow
import Networking
import Payments

/// The payment methods of the shop.
package final class PaymentGatewayStore: Store {
    package typealias Handled = PaymentGatewayAction

    private let remote: PaymentGatewaysRemote
    private let gateways: ShopCache<PaymentGateway>
    private let shop: ShopSession

    init(shop: ShopSession) {
        self.shop = shop
        remote = PaymentGatewaysRemote(network: shop.network)
        gateways = shop.cache()
    }

    package func onAction(_ action: PaymentGatewayAction) {
        let remote = remote
        switch action {
        case .synchronizePaymentGateways(let reply):
            gateways.answer(reply, ShopQuery(page: nil, isOfAll: true)) { () throws(NetworkError) in
                try await remote.loadGateways()
            }
        case .updatePaymentGateway(let id, let change, let reply): update(id, change, reply)
        }
    }

    /// A change adds no payment method and removes none, so the kept list stays.
    private func update(_ id: String, _ change: PaymentGatewayChange, _ reply: Reply<PaymentGateway>) {
        let (remote, gateways) = (remote, gateways)
        gateways.environment.answer(reply, "change a payment method") { () throws(Failure) in
            let changed = try await asFailure { () async throws(NetworkError) in
                do throws(NetworkError) { return try await remote.update(id, change) } catch {
                    if case .notFound(_, of: .gateway?) = error { try? gateways.remove(id) }
                    throw error
                }
            }
            try gateways.keep(changed, listsStay: true)
            return changed
        }
    }

    package func clearOperatorData() {
        gateways.clear()
        shop.forget(.gateway)
    }
}
