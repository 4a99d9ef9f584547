import Flow
import Foundation
import Model
import Networking
import Payments
import Storage

/// Tells the shop what is to be changed of an order.
struct OrderChanged: OutboxMessage, Hashable {
    static let kind = "order.changed"

    let site: SiteID
    let order: OrderID
    let request: String
    let changes: OrderChanges
    /// When the order was changed last, as far as the till knew; nil if the shop does not tell.
    let basedOn: Date?
    /// The order as it was seen then; nil in a message of an earlier release.
    var seen: SeenOrder?
    var isInsisting: Bool?

    var id: String { "\(Self.kind)-\(request)" }

    func insisting(after refusal: Failure?) -> OrderChanged? {
        var message = self
        message.isInsisting = true
        return message
    }

    /// Whether somebody else has changed the order since it was seen. The shop's times have whole seconds, so that of another change may
    /// be the same.
    private func isChanged(_ known: OrderRecord, at modified: Date) -> Bool {
        guard let basedOn, modified >= basedOn else { return false }
        guard let seen else { return modified > basedOn }
        return !seen.isStill(known)
    }

    /// May be repeated: the shop keeps the request with the order, and a change that it has is not written again.
    func tell(_ network: any Network, about order: OrderID) async throws(NetworkError) -> OrderID? {
        let orders = OrdersRemote(network: network, site: site)
        let known = try await orders.loadRecord(id: order)
        if known.meta.contains(where: { $0.key == OrdersRemote.changeKey && $0.value.text == request }) { return nil }
        if isInsisting != true, let modified = known.dates.modified, isChanged(known, at: modified) {
            throw .conflict(.modified(at: ShopDate.text(modified)))
        }
        var changes = changes
        changes.meta[OrdersRemote.changeKey] = request
        _ = try await orders.update(order, changes)
        return nil
    }
}
