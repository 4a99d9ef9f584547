import Flow
import Model
import Networking
import Payments

/// The refunds that the shop has of its orders.
package final class RefundStore: Store {
    package typealias Handled = RefundAction

    private let network: any Network
    private let refunds: ShopCache<Refund>
    private let environment: Environment

    init(shop: ShopSession) {
        network = shop.network
        refunds = shop.cache()
        environment = shop.environment
    }

    package func onAction(_ action: RefundAction) {
        switch action {
        case .retrieveRefund(let order, let id, let reply):
            let remote = OrderRefundsRemote(network: network, order: order)
            refunds.answer(reply, key: String(id)) { () throws(NetworkError) in try await remote.loadRefund(id) }
        case .retrieveRefunds(let order, let ids, let reply):
            environment.answer(reply, "load refunds") { [self] () throws(Failure) in try await load(ids, of: order) }
        case .synchronizeRefunds(let order, let page, let size, let reply):
            let remote = OrderRefundsRemote(network: network, order: order)
            let query = ShopQuery(scope: "order \(order)", page: page, size: size)
            refunds.answer(reply, query) { () throws(NetworkError) in
                try await remote.loadRefunds(page: page, size: size)
            }
        case .createRefund(let order, let amount, let reason, let reference, let reply):
            let remote = OrderRefundsRemote(network: network, order: order)
            refunds.change(reply, key: nil) { () throws(NetworkError) in
                try await remote.record(amount, reason: reason, reference: reference)
            }
        case .resetStoredRefunds(let reply):
            clearOperatorData()
            reply()
        }
    }

    package func clearOperatorData() { refunds.clear() }

    private func load(_ ids: [Int64], of order: OrderID) async throws(Failure) -> Listing<Refund> {
        var found: [Int64: Refund] = [:]
        for id in ids { found[id] = try refunds.kept(String(id))?.value }
        let missing = Set(ids).subtracting(found.keys).sorted()
        if !missing.isEmpty {
            let remote = OrderRefundsRemote(network: network, order: order)
            let loaded = try await asFailure { () async throws(NetworkError) in try await remote.loadRefunds(missing) }
            let wanted = loaded.items.filter { missing.contains($0.id) }
            try refunds.note(wanted)
            for refund in wanted { found[refund.id] = refund }
        }
        let items = ids.compactMap { found[$0] }
        return Listing(items, total: items.count, isWhole: true)
    }
}
