import Flow
import Model

/// Journal kind `outbox.finished`: an operator ended the delivery of a message.
struct FinishedMessage: Hashable, Codable, Sendable {
    static let kind = "outbox.finished"

    /// The id and the kind of the message.
    let item: String
    let kind: String
    /// Why the shop had refused it; nil if it had not.
    let refusal: Failure?
    /// What the operator said.
    let evidence: String
    /// The person who said it. Absent in older journals, and where nobody said.
    var by: Requester?
}
