import Flow

/// Events about the outbox.
package enum OutboxEvent: Hashable, Codable, Sendable {
    case served
    case began
    /// Everything was delivered that was requested so far.
    case rested(asked: Int)
    case halted(Failure)
}
