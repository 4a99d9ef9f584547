import Foundation
import Model
import Storage
import Synchronization

/// What the facts of a payment tell of it, but for the texts of its receipts.
package struct ToldPayment: Sendable {
    /// The row that follows from the facts; as its last change counts its beginning.
    package let record: PaymentRecord
    /// Whether the amount that was booked pays its order.
    let suffices: Bool
    /// Whether the terminal may have booked it after it was called not charged.
    let mayBeLate: Bool
    /// The receipt number and the amount of the terminal's last transaction from before it, where the terminal told both.
    let before: ExpectedTotals.Known?
    /// As its order was called when it was begun.
    let orderNumber: String?
    /// All that the terminal told of it: by itself, and when it was asked. It may have told of something else then.
    let results: [TransactionResult]
}

extension ToldPayment {
    /// Whether that order is paid by it, as far as its own facts tell.
    package func paysOrder(_ number: Int64?) -> Bool {
        record.isApproved && record.order?.rawValue == number && record.kind.takesMoney && suffices
    }
}
