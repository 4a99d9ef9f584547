import Flow
import Foundation
import Model
import Networking
import Storage

/// Tells the shop that an order that it was told is paid is open again.
package struct OrderReopened: OutboxMessage, Hashable {
    package static let kind = "order.reopened"

    package let site: SiteID
    package let order: OrderID
    package let payment: PaymentID
    let reopenedAt: Date
    /// The transaction of which the shop was told that it gave back a part of the order's total that no card was charged for; nil if
    /// the shop was told of none. The order is due as a whole again.
    var withdrawnRefund: PaymentID?
    /// The transaction under which the shop was told of the payment; nil if that is not known.
    var transactionID: String?
    /// Whether the shop had not been told of the payment, or had refused to be told, when it was taken back.
    var isUntold: Bool?
    /// Whether an operator has decided that the shop is to be told whatever state the order is in.
    var isInsisting: Bool?

    /// The messages about orders that the shop may still show as paid, because it was not told yet that they are open again.
    package static func untold(at site: SiteID, in reader: any StorageReader) throws -> [OrderReopened] {
        let items = try reader.pendingOutbox(limit: .max, .only(kind))
        return try items.compactMap { try? Self($0) }.filter { $0.site == site }.map { message in
            var message = message
            if try OrderPaid.isUntold(message.payment, in: reader) { message.isUntold = true }
            return message
        }
    }

    package var id: String { "\(Self.kind)-\(payment)" }

    package func insisting(after refusal: Failure?) -> OrderReopened? {
        var message = self
        message.isInsisting = true
        return message
    }

    /// Whether an order that the shop calls paid is open, because the payment that was taken back is what paid it there.
    /// An order that names something else is paid.
    ///
    /// - Parameter known: what the shop tells of the order's payment; nil if it tells nothing.
    package func opens(_ known: OrderPaymentState?) -> Bool {
        guard let known else { return true }
        switch known.payer(payment.rawValue, transaction: transactionID) {
        case .this: return true
        case .another: return false
        case .unnamed: return isUntold != true && known.reopened != payment.rawValue
        }
    }

    /// Opens the order if this payment is what the shop takes it for paid by. What somebody else did with it since is left
    /// to a person.
    package func tell(_ network: any Network, about order: OrderID) async throws(NetworkError) -> OrderID? {
        let orders = OrdersRemote(network: network, site: site)
        let known = try await orders.loadPaymentState(of: order)
        if site != .embedded, isInsisting != true, try !isToBeOpened(known) { return nil }
        if let withdrawnRefund { try await OrderRefunded.withdraw(withdrawnRefund, of: order, network) }
        guard isAnothers(known) else {
            try await orders.reopen(order, takingBack: payment.rawValue)
            return nil
        }
        // The embedded shop has the mark of a later payment as soon as that has paid the order.
        guard site != .embedded || isInsisting == true else { return nil }
        _ = try await orders.updateStatus(of: order, to: .pending)
        return nil
    }

    /// Whether what the order has of a payment is not this payment's. In the embedded shop, the mark alone tells that.
    private func isAnothers(_ known: OrderPaymentState) -> Bool {
        if site == .embedded { return known.payment.map { $0 != payment.rawValue } ?? false }
        return switch known.payer(payment.rawValue, transaction: transactionID) {
        case .this, .unnamed: false
        case .another: true
        }
    }

    /// Whether the shop still takes the order for paid by this payment; throws if a person has to see what somebody else
    /// did with it.
    private func isToBeOpened(_ known: OrderPaymentState) throws(NetworkError) -> Bool {
        if known.isEnded { throw .conflict(.ended(status: known.status.rawValue)) }
        guard known.isPaid, !opens(known) else { return known.isPaid }
        // The shop has opened it before, and the answer was lost. Something else has paid it since.
        if known.reopened == payment.rawValue { return false }
        guard case .another(let payer) = known.payer(payment.rawValue, transaction: transactionID) else {
            throw .conflict(.paidElsewhere(transaction: ""))
        }
        // The shop has never counted this payment.
        if isUntold == true { return false }
        throw .conflict(.paidElsewhere(transaction: payer))
    }
}
