import Hardware

/// What a conversation wants done, in this order.
package enum ConversationStep: Hashable, Sendable {
    case write([UInt8])
    case event(TerminalEvent)
    /// A telegram passed, in redacted form. Only traces use this.
    case passed(TracedTelegram)
}
