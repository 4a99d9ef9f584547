import Flow
import Model

/// Whoever takes an e-mail and carries it on.
package protocol MailTransfer: Sendable {
    func send(_ message: MailMessage) async -> MailTransferEnd
}

package enum MailTransferEnd: Hashable, Sendable {
    /// It was taken. What becomes of it from here on nobody tells us.
    case taken
    /// It was certainly not taken. Whether it may be by another try, the failure says.
    case refused(Failure)
    /// It may have been taken or not: to send it again could send it twice.
    case unknown(Failure)
}
