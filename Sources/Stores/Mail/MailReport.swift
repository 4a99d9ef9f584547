import Flow
import Foundation
import Model
import Storage
import Payments

/// The state of one e-mail in a reply.
package struct MailReport: Hashable, Sendable {
    package let id: MailID
    package let receipt: ReceiptID
    package let state: MailState
    package let askedAt: Date

    /// The e-mails that were not handed over, oldest first.
    package static func waiting(in storage: any StorageManagerType) throws(Failure) -> [MailReport] {
        let items = try storage.reading { try $0.pendingOutbox(limit: .max, .only(ReceiptMail.kind)) }
        return try items.map { item throws(Failure) in try MailReport(item) }
    }

    init(_ item: OutboxItem) throws(Failure) {
        let mail = try ReceiptMail(item)
        id = MailID(rawValue: item.id)
        receipt = mail.receipt
        state = mail.state
        askedAt = item.createdAt
    }
}
