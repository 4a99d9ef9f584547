import Foundation
import Model

/// The step that a payment has reached, by docs/payment-steps.md. Only `settled` is final.
package enum PaymentStage: String, Hashable, Codable, Sendable, CaseIterable {
    /// S1: stored; nothing was sent.
    case intended
    /// S2: the request may have been sent.
    case sending
    /// S5: the terminal reported a result.
    case resulted
    /// S8: the terminal ended with a completion.
    case completed
    /// S8: the terminal ended with an abort.
    case aborted
    /// S9: ledger, order, prints and outbox are stored.
    case settled
}

/// The current state of one transaction, a payment or its reversal or refund, projected from its journal entries.
///
/// What was requested is fixed at insertion; only the `var`s change later. Times are kept to the millisecond.
package struct PaymentRecord: Hashable, Codable, Sendable {
    package let id: PaymentID
    /// The caller's idempotency key.
    package let key: String?
    /// The request in a comparable form, to recognise a key that is used for another request.
    package let fingerprint: String
    package let kind: TransactionKind
    /// The payment that this transaction gives back, or the reservation that it ends; nil when there is none.
    package let original: PaymentID?
    package let site: SiteID
    /// The order; nil for an amount without an order.
    package let order: OrderID?
    /// The amount that the card is charged, tip included, or that it gets back. Never negative. It is less than requested
    /// when only a part of the goods was given; the intent in the journal keeps the requested amount.
    package var amount: Money
    package let tip: Money?
    /// The terminal's address (`DeviceAddress.description`).
    package let terminalAddress: String
    package var terminalID: String?
    /// The terminal's last receipt number known before this payment.
    package var watermark: Int?
    package var stage: PaymentStage
    package var result: TransactionResult?
    package var outcome: PaymentOutcome?
    package let language: String
    package let createdAt: Date
    package var updatedAt: Date
    /// The archive with the entries and receipts of this transaction; nil when the journal has them.
    package let archive: Int?

    package init(
        id: PaymentID, key: String? = nil, fingerprint: String, site: SiteID, order: OrderID?, amount: Money,
        tip: Money? = nil, terminalAddress: String, terminalID: String? = nil, watermark: Int? = nil,
        stage: PaymentStage = .intended, result: TransactionResult? = nil, outcome: PaymentOutcome? = nil,
        language: String, createdAt: Date, updatedAt: Date, kind: TransactionKind = .payment,
        original: PaymentID? = nil, archive: Int? = nil
    ) {
        self.id = id
        self.key = key
        self.fingerprint = fingerprint
        self.kind = kind
        self.original = original
        self.site = site
        self.order = order
        self.amount = amount
        self.tip = tip
        self.terminalAddress = terminalAddress
        self.terminalID = terminalID
        self.watermark = watermark
        self.stage = stage
        self.result = result
        self.outcome = outcome
        self.language = language
        self.createdAt = createdAt.asStored
        self.updatedAt = updatedAt.asStored
        self.archive = archive
    }

    /// Whether the transaction still holds its order and its terminal: not settled yet, or settled in doubt.
    package var isOpen: Bool {
        guard stage == .settled, let outcome else { return true }
        return !outcome.isFinal
    }

    package var isApproved: Bool {
        guard !isOpen, case .approved = outcome else { return false }
        return true
    }
}

/// What the till remembers of one terminal between payments.
package struct TerminalMemory: Hashable, Codable, Sendable {
    package let terminalID: String
    package var lastReceiptNumber: Int?
    package var updatedAt: Date

    package init(terminalID: String, lastReceiptNumber: Int?, updatedAt: Date) {
        self.terminalID = terminalID
        self.lastReceiptNumber = lastReceiptNumber
        self.updatedAt = updatedAt.asStored
    }
}

/// The numbers that a terminal gives to a transaction.
package struct TransactionNumbers: Hashable, Sendable {
    package let receipt: Int
    package let trace: Int

    package init(receipt: Int, trace: Int) {
        self.receipt = receipt
        self.trace = trace
    }
}

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
    /// The number of transactions, and the time span of the newest `limit`; nil when there are none.
    func paymentTimes(amongNewest limit: Int64) throws(StorageError) -> (count: Int64, times: ClosedRange<Date>?)
    /// Those of the newest `limit` transactions that are approved, or open with an approved result, and have these numbers;
    /// newest first.
    func approvedPayments(
        told numbers: TransactionNumbers, amongNewest limit: Int
    ) throws(StorageError) -> [PaymentRecord]
    func terminal(id: String) throws(StorageError) -> TerminalMemory?
}

package protocol PaymentWriting {
    /// Inserts a transaction. Throws `.conflict`, naming the other transaction, when the id or key is taken, when another
    /// one is open on the terminal, when the order is paid, reserved for or has an open transaction, or when more would be
    /// refunded than was paid or booked than is reserved.
    func insert(_ payment: PaymentRecord) throws(StorageError)
    /// Stores a transaction's progress; the request stays as inserted. Throws `.conflict(.settled)` once the stored
    /// transaction is no longer open, and `.missing` when there is none.
    func update(_ payment: PaymentRecord) throws(StorageError)
    /// Opens a settled transaction again, because its settlement was wrong. Throws `.conflict` when it could not be inserted
    /// now.
    ///
    /// - Parameter mayExceed: allows the refunds to exceed the payment.
    func reopen(_ payment: PaymentRecord, mayExceed: Bool) throws(StorageError)
    /// Replaces what is remembered of a terminal.
    func save(_ terminal: TerminalMemory) throws(StorageError)
}
