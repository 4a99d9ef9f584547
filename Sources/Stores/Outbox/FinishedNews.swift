import Flow

/// Journal kind `outbox.finished`: an operator ended the delivery of a message that its shop had refused.
struct FinishedNews: Hashable, Codable, Sendable {
    static let kind = "outbox.finished"

    /// The id and the kind of the message.
    let item: String
    let kind: String
    let refusal: Failure
    /// What the operator said.
    let evidence: String
}
