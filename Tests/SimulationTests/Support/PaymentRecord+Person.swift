import Model
import Storage

@testable import Payments

extension PaymentRecord {
    /// Whether only a person can end the doubt: the terminal tells nothing new, and has not yet told this till of such a
    /// transaction as its last one. Some terminals repeat payments only.
    var waitsForAPerson: Bool {
        guard case .inDoubt(let reason)? = outcome else { return false }
        return [
            LastTransactionMatcher.beforeTheRefund, LastTransactionMatcher.beforeTheReversal,
            LastTransactionMatcher.beforeTheReservation,
        ].contains(reason)
    }
}
