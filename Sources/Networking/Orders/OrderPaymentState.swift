import Foundation
import Model

/// What a till looks at before it tells a shop that an order is paid.
package struct OrderPaymentState: Hashable, Sendable {
    /// The metadata in which a till keeps which of its payments paid an order.
    package static let key = "_till_payment"
    /// The metadata in which a till keeps which of its payments it took back when it opened the order again.
    package static let reopenedKey = "_till_reopened"
    /// The metadata in which a till keeps what may be shown of its payment.
    package static let details = [
        "_till_approval_code", "_till_card", "_till_card_last4", "_till_receipt", "_till_terminal", "_till_trace",
    ]

    package let status: OrderStatus
    /// Whether a date of payment is there. An order that was opened again keeps the date.
    private let hasDatePaid: Bool
    package let transactionID: String
    /// The payment of a till that paid it; nil if no till did.
    package let payment: String?
    /// The payment of a till that was taken back when the order was opened again; nil if none was.
    package let reopened: String?
    /// The payment intent of the shop's own extension to which it belongs; nil if there is none.
    package let intent: String?
    /// What became of that intent, in the provider's word, such as `succeeded`; nil if the shop does not say.
    package let intentStatus: String?
    private let total: String
    private let currency: String

    init(_ object: ShopObject) throws(NetworkError) {
        status = OrderStatus(rawValue: try object.text("status"))
        let paidAt = object.optionalText("date_paid_gmt") ?? object.optionalText("date_paid")
        hasDatePaid = paidAt.map { !$0.isEmpty } ?? false
        transactionID = object.plainText("transaction_id")
        let meta = MetaData.list(object)
        payment = meta[Self.key]?.text.flatMap { $0.isEmpty ? nil : $0 }
        reopened = meta[Self.reopenedKey]?.text.flatMap { $0.isEmpty ? nil : $0 }
        intent = meta["_intent_id"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        intentStatus = meta["_intention_status"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        total = try object.text("total")
        currency = try object.text("currency")
    }

    /// Whether the shop takes the order for paid. The status decides: an order that was opened again keeps its date.
    package var isPaid: Bool {
        switch status {
        case .processing, .completed: true
        case .pending, .onHold, .failed, .cancelled, .refunded: false
        case .other: hasDatePaid && !isEnded
        }
    }

    /// Whether it was cancelled, refunded or deleted.
    package var isEnded: Bool {
        [.cancelled, .refunded, .other("trash")].contains(status)
    }

    /// The total as the shop writes it.
    package var totalText: String { "\(total) \(currency)" }

    /// The order's total; nil if it is in another currency or cannot be read exactly.
    package func total(in wanted: Currency) -> Money? {
        guard currency == wanted.code, let amount = Decimal(string: total) else { return nil }
        var minor = amount
        for _ in 0..<wanted.exponent { minor *= 10 }
        return Int64(minor.description).map { Money(minorUnits: $0, currency: wanted) }
    }
}

/// Maps what is looked at before a shop is told that an order is paid. An answer that says that it is about another order, such as one
/// that a proxy has sent twice, is not believed.
struct OrderPaymentStateMapper: Mapper {
    let order: OrderID

    func map(_ response: Response) throws(NetworkError) -> OrderPaymentState {
        let object = try response.object
        if let told = object.optionalInteger("id"), told != order.rawValue {
            throw .malformed(field: "id", reason: Sentence("detail.json.otherOrder", ["number": told]))
        }
        return try OrderPaymentState(object)
    }
}
