/// Hands e-mails to a mail system.
package protocol MailTransfer: Sendable {
    func send(_ message: MailMessage) async -> MailTransferEnd
}
