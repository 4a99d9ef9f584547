import Foundation
import Model

/// How far a payment has come. The steps are those of docs/payment-steps.md; only `settled` is the end.
package enum PaymentStage: String, Hashable, Codable, Sendable, CaseIterable {
    /// S1: written, nothing sent.
    case intended
    /// S2: the request may be on the wire.
    case sending
    /// S5: the terminal told a result.
    case resulted
    /// S8: the terminal ended it with a completion.
    case completed
    /// S8: the terminal ended it with an abort.
    case aborted
    /// S9: ledger, order, prints and outbox are written.
    case settled
}

/// One transaction as it stands, a payment or the giving back of one: the projection of its journal entries.
///
/// What was asked for is fixed when it is inserted; only the `var`s change later. Times are kept to the millisecond.
package struct PaymentRecord: Hashable, Codable, Sendable {
    package let id: PaymentID
    /// The caller's idempotency key.
    package let key: String?
    /// What was requested under that key, in a form that can be compared.
    package let fingerprint: String
    package let kind: TransactionKind
    /// The payment that this gives back in part or as a whole, or the reservation that it ends; nil where there is none.
    package let original: PaymentID?
    package let site: SiteID
    /// Nil for an amount without an order.
    package let order: OrderID?
    /// What the card is charged, tip included, or what it gets back. Never negative. Less than was asked for where goods
    /// were given in part; the intent in the journal keeps what was asked for.
    package var amount: Money
    package let tip: Money?
    /// `DeviceAddress.description` of the terminal.
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
    /// The number of the archive that has its facts and receipts; nil where the journal has them.
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

    /// Whether it still holds its order and its terminal: not settled yet, or settled in doubt.
    package var isOpen: Bool {
        guard stage == .settled, let outcome else { return true }
        return !outcome.isFinal
    }

    package var isApproved: Bool {
        guard !isOpen, case .approved = outcome else { return false }
        return true
    }
}

/// What a till knows of one terminal between payments.
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

/// How a terminal numbers a transaction.
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
    /// Every attempt to pay that order or to reserve for it, and every end of such a reservation, oldest first.
    func payments(order: OrderID, site: SiteID) throws(StorageError) -> [PaymentRecord]
    /// Every attempt to give back that payment or a part of it, or to end that reservation, oldest first.
    func givingBack(_ payment: PaymentID) throws(StorageError) -> [PaymentRecord]
    /// Every transaction that is open (`isOpen`), oldest first: what recovery has to look at.
    func unsettledPayments() throws(StorageError) -> [PaymentRecord]
    /// Reservations that nothing ends for certain, oldest first: those that stand, and those in doubt.
    func reservations() throws(StorageError) -> [PaymentRecord]
    /// The open transaction on that terminal; there is never more than one.
    func unsettledPayment(terminalAddress: String) throws(StorageError) -> PaymentRecord?
    /// Transactions of every kind, newest first.
    func recentPayments(limit: Int) throws(StorageError) -> [PaymentRecord]
    /// How many transactions there are, and when the first and the last of the newest `limit` began; nil where there is none.
    func paymentTimes(amongNewest limit: Int64) throws(StorageError) -> (count: Int64, times: ClosedRange<Date>?)
    /// Those of the newest `limit` transactions that are approved, or open and approved so far, with a result of these
    /// numbers; newest first.
    func approvedPayments(
        told numbers: TransactionNumbers, amongNewest limit: Int
    ) throws(StorageError) -> [PaymentRecord]
    func terminal(id: String) throws(StorageError) -> TerminalMemory?
}

package protocol PaymentWriting {
    /// Adds an attempt. Refused with `.conflict` when its id or key is taken, when another transaction on its terminal is
    /// open, when its order is paid, has an open one or an amount reserved for it, or when more would be given back than
    /// was paid or booked than is reserved; the conflict names that payment.
    func insert(_ payment: PaymentRecord) throws(StorageError)
    /// Stores how far it has come. What was asked for stays as inserted. Refused with `.conflict(.settled)` once the
    /// stored payment is no longer open, with `.missing` when there is none.
    func update(_ payment: PaymentRecord) throws(StorageError)
    /// Makes a settled one open again, because what settled it was wrong. Refused with `.conflict` when it could not be
    /// inserted now.
    /// - Parameter mayExceed: also where more is given back then than was paid.
    func reopen(_ payment: PaymentRecord, mayExceed: Bool) throws(StorageError)
    /// Replaces what is known of that terminal.
    func save(_ terminal: TerminalMemory) throws(StorageError)
}
