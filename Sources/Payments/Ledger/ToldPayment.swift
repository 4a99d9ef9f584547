import Foundation
import Model
import Storage
import Synchronization

/// A payment as told by its facts, without the texts of its receipts.
package struct ToldPayment: Sendable {
    /// The row that follows from the facts. Its time of change is that of its beginning.
    package let record: PaymentRecord
    /// Whether the booked amount pays its order.
    let suffices: Bool
    /// The terminal's transaction after which it may have booked this one although it is called not charged; nil if it cannot have.
    let lateAfter: Watermark?
    /// Whether a person said what became of it.
    let isStated: Bool
    /// The receipt number and amount of the terminal's last transaction from before this payment, if it told both.
    let before: ExpectedTotals.ToldBooking?
    /// The order's number when the payment was begun.
    let orderNumber: String?
    /// All results that the terminal told during it, by itself or when asked. They may be about another transaction.
    let results: [TransactionResult]
}

extension ToldPayment {
    /// Whether it pays that order, by its own facts alone.
    package func paysOrder(_ number: Int64?) -> Bool {
        record.isApproved && record.order?.rawValue == number && record.kind.takesMoney && suffices
    }
}
