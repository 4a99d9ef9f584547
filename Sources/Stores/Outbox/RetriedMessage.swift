import Flow
import Model

/// Journal kind `outbox.retried`: somebody had a message delivered again that its shop had refused.
struct RetriedMessage: Hashable, Codable, Sendable {
    static let kind = "outbox.retried"

    /// The id and the kind of the message.
    let item: String
    let kind: String
    /// Why the shop had refused it; nil if it had not.
    let refusal: Failure?
    /// Whether the shop is told whatever state the order is in there.
    let anyway: Bool
    let by: Requester?
}
