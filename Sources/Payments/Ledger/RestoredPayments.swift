import Foundation
import Storage

/// Marks the open payments of a restored journal.
package enum RestoredPayments {
    /// Notes for each open payment that nothing is known of it since the backup was made.
    package static func mark(in transaction: any StorageTransaction) throws {
        for payment in try transaction.unsettledPayments() {
            let event = PaymentEvent.disturbed(.restoredPayment)
            try transaction.append(kind: event.kind, payment: payment.id, encoding: event)
        }
    }
}
