import Flow
import Model
import Networking
import Payments
import Storage

/// The receipts that the shop makes of its orders.
package final class ShopReceiptStore: Store {
    package typealias Handled = ShopReceiptAction

    private let shop: ShopSession

    init(shop: ShopSession) { self.shop = shop }

    package func onAction(_ action: ShopReceiptAction) {
        switch action {
        case .retrieveShopReceipt(let order, let days, let isNew, let reply):
            let (shop, remote) = (shop, ShopReceiptsRemote(network: shop.network))
            shop.environment.answer(reply, "load the shop's receipt") { () throws(Failure) in
                let id = try shop.shopID(of: order)
                return try await asFailure { () async throws(NetworkError) in
                    if !isNew, let receipt = try await remote.load(of: id) { return receipt }
                    return try await remote.make(of: id, days: days, isNew: isNew)
                }
            }
        }
    }
}
