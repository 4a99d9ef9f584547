import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Storage

/// Tells the shop of an order that was made at this till.
struct OrderCreated: OutboxMessage, Hashable {
    static let kind = "order.created"
    static var makesOrder: Bool { true }

    let site: SiteID
    /// The id in the till.
    let order: OrderID
    /// The shop keeps it with the order: WooCommerce has no idempotency keys, so this is how a repeated message is known.
    let request: String
    let changes: OrderChanges
    private(set) var createdAt: Date

    var id: String { "\(Self.kind)-\(request)" }

    /// The message of an order that is looked for among all orders of the shop, whatever its clock shows.
    func insisting(after refusal: Failure?) -> OrderCreated? {
        guard refusal?.is(ShopFailure.wrongClock) == true else { return nil }
        var message = self
        message.createdAt = Self.beforeEveryOrder
        return message
    }

    private static let beforeEveryOrder = Date(timeIntervalSince1970: 86_400)

    func tell(_ network: any Network, about order: OrderID) async throws(NetworkError) -> OrderID? {
        let orders = OrdersRemote(network: network, site: site)
        if let made = try await orders.find(request: request, since: createdAt) { return made }
        var changes = changes
        changes.meta[OrdersRemote.requestKey] = request
        let made = try await orders.create(changes)
        try await orders.checkMadeOnce(made, request: request)
        return made.id
    }
}
