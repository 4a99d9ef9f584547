import Flow
import Model
import Storage

/// What the operator of this till may do that a payment does not vouch for.
package struct OperatorRights: Sendable {
    /// The most that is given back at once for no payment that this till knows; nil: nothing.
    package var unlinkedRefundLimit: Money?
    /// The most that a payment, or a reservation, may come to in a currency, in its smallest unit; nil: what a terminal takes.
    package var largestPayment: @Sendable (Currency) -> Int64?

    package init(
        unlinkedRefundLimit: Money? = nil, largestPayment: @escaping @Sendable (Currency) -> Int64? = { _ in nil }
    ) {
        self.unlinkedRefundLimit = unlinkedRefundLimit
        self.largestPayment = largestPayment
    }
}
