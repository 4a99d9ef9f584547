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
    /// Whether an operator has decided that the order is right as the shop has made it.
    private var isAccepted: Bool?
    /// Whether somebody was told that the order is made, so that only a person may give it up.
    var isPromised: Bool?
    /// Whether it was withdrawn although the shop may have made the order.
    var isWithdrawn: Bool?

    init(site: SiteID, order: OrderID, request: String, changes: OrderChanges, createdAt: Date) {
        (self.site, self.order, self.request) = (site, order, request)
        (self.changes, self.createdAt) = (changes, createdAt)
    }

    var id: String { "\(Self.kind)-\(request)" }

    /// The message of an order that is looked for among all orders of the shop, whatever its clock shows; or that is taken as
    /// the shop has made it.
    func insisting(after refusal: Failure?) -> OrderCreated? {
        var message = self
        if refusal?.is(ShopFailure.wrongClock) == true {
            message.createdAt = Self.beforeEveryOrder
        } else if refusal?.is(OrderFailure.productGone) == true {
            message.isAccepted = true
        } else {
            return nil
        }
        return message
    }

    private static let beforeEveryOrder = Date(timeIntervalSince1970: 86_400)

    func tell(_ network: any Network, about order: OrderID) async throws(NetworkError) -> OrderID? {
        let orders = OrdersRemote(network: network, site: site)
        if let made = try await orders.find(request: request, since: createdAt) {
            if isAccepted != true, !changes.items.isEmpty { try check(try await orders.loadRecord(id: made)) }
            return made
        }
        var changes = changes
        changes.meta[OrdersRemote.requestKey] = request
        let made = try await orders.create(changes)
        try await orders.checkMadeOnce(made, request: request)
        try check(made)
        return made.id
    }

    /// Throws if the shop has made a line of nothing where a product was asked for. WooCommerce does that without a word for a
    /// product that it does not have.
    private func check(_ made: OrderRecord) throws(NetworkError) {
        guard made.items.contains(where: { $0.productID == 0 && $0.variationID == 0 }) else { return }
        for case let product? in changes.items.map(\.productID)
        where !made.items.contains(where: { $0.productID == product || $0.variationID == product }) {
            throw .conflict(.productGone(product, of: made.id))
        }
    }
}
