import Flow
import Foundation
import Model
import Networking
import Storage

/// Tells the shop that an order is paid.
///
/// Before it writes, it looks at the order. If the shop knows of this payment already, nothing is written again. If the order
/// is not the one any more that was paid, because it was cancelled, changed or paid by somebody else, or because the shop knows
/// that this payment was taken back, the shop is not told without an operator.
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
    /// The payment method of the shop under which the order is told, as the operator chose it; nil for the till's own.
    var method: Method?
    /// The payment of this till by which the order was marked as paid before; nil if there was none.
    var replaced: Replaced?
    /// Whether the payment stands again after the shop was told that it was taken back.
    var isAgain: Bool?
    /// Whether an operator has decided that the shop is to be told whatever state the order is in.
    var isInsisting: Bool?

    /// A payment method as an order has it.
    struct Method: Hashable, Codable {
        let id: String
        let title: String
    }

    /// A payment that does not pay the order any more, while another one that stands does.
    struct Replaced: Hashable, Codable {
        let payment: PaymentID
        /// The transaction under which the shop was told of it; nil if that is not known.
        let transactionID: String?
        /// The transactions of which the shop may have been told that they gave back a part of the order's total. The order
        /// is paid as a whole again.
        let withdrawnRefunds: [PaymentID]
    }

    /// An order is paid by one payment only once.
    package var id: String { Self.id(of: payment) }

    private static func id(of payment: PaymentID) -> String { "\(kind)-\(payment)" }

    package func insisting(after refusal: Failure?) -> OrderPaid? {
        var message = self
        message.isInsisting = true
        return message
    }

    package func tell(_ network: any Network, about order: OrderID) async throws(NetworkError) -> OrderID? {
        let orders = OrdersRemote(network: network, site: site)
        let usual = ShopPaymentMethod.cardTerminal
        let method = method ?? Method(id: usual.id, title: usual.title)
        // The embedded shop was told in the transaction in which the payment became final.
        guard site != .embedded else {
            try await withdrawRefunds(of: order, network)
            _ = try await orders.markPaid(
                order, transactionID: transactionID, methodID: method.id, methodTitle: method.title)
            return nil
        }
        var known = try await orders.loadPaymentState(of: order)
        if !isTold(known) {
            if isInsisting != true, let conflict = conflict(with: known) { throw .conflict(conflict) }
            try await withdrawRefunds(of: order, network)
            let meta = (details ?? [:]).merging([OrderPaymentState.key: payment.rawValue]) { $1 }
            known = try await orders.markPaid(
                order, transactionID: transactionID, methodID: method.id, methodTitle: method.title, meta: meta,
                removing: replaced == nil ? [] : OrderPaymentState.details.filter { meta[$0] == nil },
                status: known.isPaid || [.pending, .failed].contains(known.status) ? nil : .processing)
            // A plugin may keep an order as it is; an order that is called paid nowhere may be paid again.
            guard known.isPaid else { throw .conflict(.ended(status: known.status.rawValue)) }
        }
        // Somebody may have changed the order between the look and the write, also if the till has died since.
        if isInsisting != true, let change = change(in: known) { throw .conflict(change) }
        try await addNote(to: order, network)
        return nil
    }

    private func withdrawRefunds(of order: OrderID, _ network: any Network) async throws(NetworkError) {
        for refund in replaced?.withdrawnRefunds ?? [] {
            try await OrderRefunded.withdraw(refund, of: order, network)
        }
    }

    /// Whether the shop knows of this payment: the shop keeps its id before it changes the status.
    private func isTold(_ known: OrderPaymentState) -> Bool {
        known.payment != nil && known.payer(payment.rawValue, transaction: transactionID) == .this
            && (known.isPaid || known.status == .refunded)
    }

    /// The transaction under which a shop is told of a payment.
    static func transactionID(of result: TransactionResult, _ payment: PaymentID) -> String {
        result.trace.map(String.init) ?? payment.rawValue
    }

    /// Whether the shop is still to be told, or has refused to be told, that this payment has paid its order.
    static func isUntold(_ payment: PaymentID, in reader: any StorageReader) throws -> Bool {
        guard let message = try reader.outboxItem(id: id(of: payment)) else { return false }
        return message.deliveredAt == nil
    }

    /// Why the order is not the one any more that was paid; nil if it is.
    private func conflict(with known: OrderPaymentState) -> ShopOrderConflict? {
        if known.isPaid {
            switch known.payer(payment.rawValue, transaction: transactionID) {
            case .this: return nil
            case .another where isPaidByReplaced(known): return change(in: known)
            case .another(let payer): return .paidElsewhere(transaction: payer)
            case .unnamed: return .paidElsewhere(transaction: "")
            }
        }
        if known.isEnded { return .ended(status: known.status.rawValue) }
        // A till that was restored does not know what it told the shop after the backup.
        if known.reopened == payment.rawValue, isAgain != true { return .takenBack }
        return change(in: known)
    }

    private func isPaidByReplaced(_ known: OrderPaymentState) -> Bool {
        guard let replaced else { return false }
        return known.payer(replaced.payment.rawValue, transaction: replaced.transactionID) == .this
    }

    /// The order comes to another amount than the one that was paid; nil if it does not, or that is not known.
    private func change(in known: OrderPaymentState) -> ShopOrderConflict? {
        guard let due, known.total(in: due.currency) != due else { return nil }
        return .changed(total: known.totalText, paid: due)
    }

    /// A note is for people: if the shop does not take it, the order is paid all the same.
    private func addNote(to order: OrderID, _ network: any Network) async throws(NetworkError) {
        guard let note, site != .embedded else { return }
        let notes = OrderNotesRemote(network: network)
        do throws(NetworkError) {
            // The note holds the payment's id, by which a repeated message finds it.
            guard try await !notes.loadNotes(of: order).items.contains(where: { $0.text.contains(payment.rawValue) })
            else { return }
            _ = try await notes.write(NewOrderNote(at: order, "\(note) (\(payment))"))
        } catch {
            if error.mayPass { throw error }
        }
    }
}
