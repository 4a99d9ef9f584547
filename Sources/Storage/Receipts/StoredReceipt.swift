import Foundation
import Model

/// A stored receipt document. The document never changes; only its print count does.
package struct StoredReceipt: Hashable, Codable, Sendable {
    package let id: ReceiptID
    package let payment: PaymentID
    package let orderNumber: String?
    package let copy: ReceiptCopy
    package let document: Receipt
    /// How many prints were begun, the unmarked one included. A print of which no byte was sent does not count.
    package let printCount: Int
    package let createdAt: Date
    /// When the receipt was withdrawn because its outcome no longer holds; nil while it is valid.
    package let withdrawnAt: Date?

    package init(
        id: ReceiptID, payment: PaymentID, orderNumber: String?, copy: ReceiptCopy, document: Receipt, printCount: Int,
        createdAt: Date, withdrawnAt: Date?
    ) {
        self.id = id
        self.payment = payment
        self.orderNumber = orderNumber
        self.copy = copy
        self.document = document
        self.printCount = printCount
        self.createdAt = createdAt
        self.withdrawnAt = withdrawnAt
    }

    /// Whether the receipt may be printed, shown and e-mailed.
    package var stands: Bool { withdrawnAt == nil }
}
