import Flow

package enum MailTransferEnd: Hashable, Sendable {
    /// The mail system accepted it. Nothing is known about its delivery.
    case taken
    /// The e-mail was certainly not accepted. The failure tells whether another try may succeed.
    case refused(Failure)
    /// The e-mail may or may not have been accepted: sending it again could send it twice.
    case unknown(Failure)
}
