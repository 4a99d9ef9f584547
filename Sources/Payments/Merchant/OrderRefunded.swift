import Flow
import Foundation
import Model
import Networking

/// Tells the shop that money was given back for an order.
///
/// Before it writes, it looks at the order: nothing is given back there for a payment that the shop does not count as the
/// order's.
package struct OrderRefunded: OutboxMessage, Hashable {
    package static let kind = "order.refunded"

    package let site: SiteID
    package let order: OrderID
    /// The payment that was given back, and the transaction that gave it back.
    package let payment: PaymentID
    package let refund: PaymentID
    /// The part of the order's total that was given back; never more than the total.
    let amount: Money
    let refundedAt: Date
    /// The transaction under which the shop was told of the payment; nil if that is not known.
    var transactionID: String?
    /// Whether the shop had not been told of the payment, or had refused to be told, when it was given back.
    var isUntold: Bool?
    /// What the order came to when it was paid, tip excluded, and the part of that which was given back before; nil if
    /// that is not known.
    var due: Money?
    var before: Money?
    /// Whether an operator has decided that the shop is to be told whatever state the order is in.
    var isInsisting: Bool?

    package var id: String { "\(Self.kind)-\(refund)" }

    package func insisting(after refusal: Failure?) -> OrderRefunded? {
        var message = self
        message.isInsisting = true
        return message
    }

    package func tell(_ network: any Network, about order: OrderID) async throws(NetworkError) -> OrderID? {
        var told = amount
        if site != .embedded, isInsisting != true {
            let known = try await OrdersRemote(network: network, site: site).loadPaymentState(of: order)
            guard try isCounted(known) else { return nil }
            told = counted(known)
        }
        guard told.minorUnits > 0 else { return nil }
        try await OrderRefundsRemote(network: network, order: order)
            .record(told, reason: Self.reason(of: refund), reference: refund.rawValue)
        return nil
    }

    /// Whether the shop counts the payment as the order's; throws if a person has to see to it.
    private func isCounted(_ known: OrderPaymentState) throws(NetworkError) -> Bool {
        let conflict: ShopOrderConflict
        switch known.payer(payment.rawValue, transaction: transactionID) {
        case .this: return true
        case .another(let payer): conflict = .paidElsewhere(transaction: payer)
        case .unnamed where known.isPaid || known.status == .refunded:
            guard isUntold == true else { return true }
            // Somebody may have marked it as paid by this payment, or by something else.
            throw .conflict(.paidElsewhere(transaction: ""))
        case .unnamed: conflict = .ended(status: known.status.rawValue)
        }
        // The shop has never counted the payment, and does not now.
        if isUntold == true { return false }
        throw .conflict(conflict)
    }

    /// The part of the amount that the shop counts as paid. Where the order comes to less there than was paid, what is
    /// given back first is the part beyond its total.
    private func counted(_ known: OrderPaymentState) -> Money {
        guard let due, let before, let total = known.total(in: due.currency), total.minorUnits < due.minorUnits else {
            return amount
        }
        let beyond = due.minorUnits - total.minorUnits
        let (earlier, now) = (before.minorUnits - beyond, before.minorUnits + amount.minorUnits - beyond)
        return Money(minorUnits: max(0, now) - max(0, earlier), currency: due.currency)
    }

    /// Deletes what the shop was told of that refund. Nothing happens if it was told of none.
    static func withdraw(
        _ refund: PaymentID, of order: OrderID, _ network: any Network
    ) async throws(NetworkError) {
        try await OrderRefundsRemote(network: network, order: order)
            .withdraw(reason: reason(of: refund), reference: refund.rawValue)
    }

    private static func reason(of refund: PaymentID) -> String { "Card terminal, \(refund)" }
}
