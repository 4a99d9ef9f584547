import Flow

/// Requests for the outbox. They work without a signed-in operator.
package enum OutboxAction: Action {
    /// Delivers waiting messages to the shop from now on. The state (`KnowsTheOutbox`) tells the progress; the reply
    /// comes as soon as the state contains the request.
    case deliver(Reply<Void>)
}
