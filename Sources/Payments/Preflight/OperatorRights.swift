import Flow
import Model
import Storage

/// The limits of what the operator of this till may do without a payment that justifies it.
package struct OperatorRights: Sendable {
    /// The most that is refunded at once without reference to a payment; nil forbids such refunds.
    package var unlinkedRefundLimit: Money?
    /// The most that a payment or reservation may be in a currency, in minor units; nil for the terminal's own limit.
    package var largestPayment: @Sendable (Currency) -> Int64?

    package init(
        unlinkedRefundLimit: Money? = nil, largestPayment: @escaping @Sendable (Currency) -> Int64? = { _ in nil }
    ) {
        self.unlinkedRefundLimit = unlinkedRefundLimit
        self.largestPayment = largestPayment
    }

    /// The most that a payment or reservation may be in a currency; nil for the terminal's own limit.
    package func largest(in currency: Currency) -> Money? {
        largestPayment(currency).map { Money(minorUnits: $0, currency: currency) }
    }
}
