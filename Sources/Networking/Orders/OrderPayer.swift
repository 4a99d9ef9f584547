/// What the shop names as the payment of an order, seen from one payment of a till.
package enum OrderPayer: Hashable, Sendable {
    /// That payment.
    case this
    /// Another one: a payment of a till, or a transaction of the shop's own.
    case another(String)
    /// Nothing: the order has neither the mark of a till nor a transaction.
    case unnamed
}

extension OrderPaymentState {
    /// What the shop names as the order's payment. The mark of a till alone proves nothing once the order has the
    /// transaction of something else.
    ///
    /// - Parameters:
    ///   - wanted: the payment of the till.
    ///   - transaction: the transaction under which the till tells of it; nil if that is not known.
    package func payer(_ wanted: String, transaction: String?) -> OrderPayer {
        let isItsTransaction = transaction.map { $0 == transactionID }
        guard let payment else {
            if transactionID.isEmpty { return .unnamed }
            return isItsTransaction == true ? .this : .another(transactionID)
        }
        guard payment == wanted else { return .another(payment) }
        return transactionID.isEmpty || isItsTransaction ?? true ? .this : .another(transactionID)
    }
}
