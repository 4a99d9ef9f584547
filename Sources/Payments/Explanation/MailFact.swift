import Flow
import Foundation
import Model
import Storage

/// Journal kind `receipt.mailed`: what became of an e-mail. Whom it was for is not in it: a journal forgets nothing.
package struct MailFact: Hashable, Codable, Sendable {
    let mail: MailID
    let receipt: ReceiptID
    let state: MailState

    package init(mail: MailID, receipt: ReceiptID, state: MailState) {
        self.mail = mail
        self.receipt = receipt
        self.state = state
    }

    func sentence(in tongue: OperatorLanguage) -> String {
        switch state {
        case .sent: tongue("\(receipt) was handed to the mail system.", "\(receipt) wurde dem Mailsystem übergeben.")
        case .refused(let why):
            tongue(
                "\(receipt) was refused by the mail system: \(why.sentence)",
                "\(receipt) wurde vom Mailsystem abgelehnt: \(why.sentence)")
        case .unknown(let why):
            tongue(
                "\(receipt) may have been e-mailed or not: \(why.sentence)",
                "\(receipt) wurde vielleicht per E-Mail gesendet, vielleicht nicht: \(why.sentence)")
        case .waiting, .handing:
            tongue("\(receipt) waits to be e-mailed.", "\(receipt) wartet darauf, per E-Mail gesendet zu werden.")
        }
    }
}
