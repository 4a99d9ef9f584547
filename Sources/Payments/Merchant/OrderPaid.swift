import Foundation
import Model
import Networking
import Storage

/// Tells the shop that an order is paid.
///
/// Before it writes, it looks at the order. If the shop knows of this payment already, nothing is written again. If the order
/// is not the one any more that was paid, because it was cancelled, changed or paid by somebody else, the shop is not told
/// without an operator.
package struct OrderPaid: OutboxMessage, Hashable {
    package static let kind = "order.paid"

    package let site: SiteID
    package let order: OrderID
    package let payment: PaymentID
    package let amount: Money
    let transactionID: String
    let paidAt: Date
    /// What the order came to when it was paid, tip excluded; nil if that is not known.
    var due: Money?
    /// What may be shown of the card and the terminal, by the keys of the order's metadata.
    var details: [String: String]?
    /// What the shop's staff read at the order.
    var note: String?
    /// Whether an operator has decided that the shop is to be told whatever state the order is in.
    var isInsisting: Bool?

    /// An order is paid by one payment only once.
    package var id: String { "\(Self.kind)-\(payment)" }

    package var insisting: OrderPaid? {
        var message = self
        message.isInsisting = true
        return message
    }

    package func tell(_ network: any Network, about order: OrderID) async throws(NetworkError) -> OrderID? {
        let method = ShopPaymentMethod.cardTerminal
        let orders = OrdersRemote(network: network, site: site)
        // The embedded shop was told in the transaction in which the payment became final.
        let known = site == .embedded ? nil : try await orders.loadPaymentState(of: order)
        if known?.payment == payment.rawValue {
            try await addNote(to: order, network)
            return nil
        }
        if isInsisting != true, let known, let conflict = conflict(with: known) { throw .conflict(conflict) }
        _ = try await orders.markPaid(
            order, transactionID: transactionID, methodID: method.id, methodTitle: method.title,
            meta: site == .embedded ? [:] : (details ?? [:]).merging([OrderPaymentState.key: payment.rawValue]) { $1 })
        try await addNote(to: order, network)
        return nil
    }

    /// Why the order is not the one any more that was paid; nil if it is.
    private func conflict(with known: OrderPaymentState) -> ShopOrderConflict? {
        if known.isPaid, known.transactionID != transactionID {
            return .paidElsewhere(transaction: known.transactionID)
        }
        if known.isPaid { return nil }
        switch known.status {
        case .cancelled, .refunded, .other("trash"): return .ended(status: known.status.rawValue)
        case .pending, .processing, .onHold, .completed, .failed, .other: break
        }
        guard let due, let total = known.total(in: due.currency), total != due else { return nil }
        return .changed(total: total, paid: due)
    }

    /// A note is for people: if the shop does not take it, the order is paid all the same.
    private func addNote(to order: OrderID, _ network: any Network) async throws(NetworkError) {
        guard let note, site != .embedded else { return }
        do throws(NetworkError) {
            try await OrderNoteWriter(network: network).add(note, to: order, tag: payment.rawValue)
        } catch {
            if error.mayPass { throw error }
        }
    }
}
