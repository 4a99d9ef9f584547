import Foundation
import Model

package protocol PaymentReading {
    func payment(id: PaymentID) throws(StorageError) -> PaymentRecord?
    func payment(key: String) throws(StorageError) -> PaymentRecord?
    /// Every attempt to pay an order or to reserve for it, and every end of such a reservation, oldest first.
    func payments(order: OrderID, site: SiteID) throws(StorageError) -> [PaymentRecord]
    /// Every attempt to refund or reverse a payment, or to end a reservation, oldest first.
    func givingBack(_ payment: PaymentID) throws(StorageError) -> [PaymentRecord]
    /// Every open transaction (`isOpen`), oldest first: the work of recovery.
    func unsettledPayments() throws(StorageError) -> [PaymentRecord]
    /// The reservations that have no certain end, oldest first: open ones, and ones in doubt.
    func reservations() throws(StorageError) -> [PaymentRecord]
    /// The open transaction on a terminal; there is at most one.
    func unsettledPayment(terminalAddress: String) throws(StorageError) -> PaymentRecord?
    /// Transactions of every kind, newest first.
    func recentPayments(limit: Int) throws(StorageError) -> [PaymentRecord]
    /// Transactions of every kind that were begun before this one, newest first; none before an unknown one.
    func payments(before payment: PaymentID, limit: Int) throws(StorageError) -> [PaymentRecord]
    /// The number of transactions, and the time span of the newest `limit`; nil when there are none.
    func paymentTimes(amongNewest limit: Int64) throws(StorageError) -> (count: Int64, times: ClosedRange<Date>?)
    /// Searches the newest `limit` transactions for approved or open ones with an approved result and these numbers;
    /// newest first.
    func approvedPayments(
        told numbers: TransactionNumbers, amongNewest limit: Int
    ) throws(StorageError) -> [PaymentRecord]
    func terminal(id: String) throws(StorageError) -> TerminalMemory?
}
