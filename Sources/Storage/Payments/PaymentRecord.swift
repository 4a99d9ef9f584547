import Foundation
import Model

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
