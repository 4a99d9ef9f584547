import Hardware

/// What the dialogue wants done, in this order.
package enum DialogueStep: Hashable, Sendable {
    /// Hand this telegram to the link.
    case send(Telegram)
    /// Withdraw our commands that have no ACK yet.
    case withdraw
    /// Report to the listener of the request. `.result` and `.text` must be stored and answered; `.finished` ends the
    /// request.
    case event(TerminalEvent)
}
