import Flow
import Foundation
import Model
import Networking
import Payments

/// Makes e-mails from receipts and hands them to a mail system.
package struct ReceiptMailer: Sendable {
    /// The forms of one receipt in an e-mail.
    package struct Forms: Sendable {
        let subject: String
        let text: String
        let page: String
        /// The receipt as a PDF file.
        let file: [UInt8]

        package init(subject: String, text: String, page: String, file: [UInt8]) {
            self.subject = subject
            self.text = text
            self.page = page
            self.file = file
        }
    }

    private let from: MailAddress
    private let transfer: any MailTransfer
    private let forms: @Sendable (Receipt) throws(Failure) -> Forms

    /// - Parameters:
    ///   - from: the sender, to whom an undeliverable e-mail returns.
    ///   - forms: makes the forms of a receipt for reading on a screen.
    package init(
        from: MailAddress, transfer: any MailTransfer, forms: @escaping @Sendable (Receipt) throws(Failure) -> Forms
    ) {
        self.from = from
        self.transfer = transfer
        self.forms = forms
    }

    /// The e-mail of a receipt. It is identical whenever it is made, and the mail system recognises a repetition by its
    /// id.
    func message(_ receipt: Receipt, id: MailID, to: MailAddress, at date: Date) throws(Failure) -> MailMessage {
        let forms = try forms(receipt)
        let name = ["receipt", receipt.orderNumber].compactMap(\.self).joined(separator: "-") + ".pdf"
        return MailMessage(
            id: id.rawValue, from: from, sender: receipt.merchant.name, to: to, subject: forms.subject, date: date,
            text: forms.text, page: forms.page,
            file: MailMessage.File(name: name, type: "application/pdf", bytes: forms.file))
    }

    func send(_ message: MailMessage) async -> MailTransferEnd { await transfer.send(message) }
}
