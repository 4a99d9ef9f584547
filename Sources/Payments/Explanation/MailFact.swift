import Failures
import Flow
import Foundation
import Model
import Storage

/// Journal kind `receipt.mailed`: what became of an e-mail. It does not name the receiver, because the journal is never
/// erased.
package struct MailFact: Hashable, Codable, Sendable {
    let mail: MailID
    let receipt: ReceiptID
    let state: MailState
    /// The requester; nil where nobody said.
    package let by: Requester?

    package init(mail: MailID, receipt: ReceiptID, state: MailState, by requester: Requester? = nil) {
        self.mail = mail
        self.receipt = receipt
        self.state = state
        by = requester
    }

    func sentence(in language: OperatorLanguage) -> String {
        switch state {
        case .sent: language.text("mail.sent", ["receipt": receipt])
        case .refused(let why):
            language.text("mail.refused", ["receipt": receipt, "why": why.said])
        case .unknown(let why):
            language.text("mail.unknown", ["receipt": receipt, "why": why.said])
        case .waiting, .handing:
            language.text("mail.waiting", ["receipt": receipt])
        }
    }
}
