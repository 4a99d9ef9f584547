import Flow

/// What can be asked of the outbox. Works with nobody signed in.
package enum OutboxAction: Action {
    /// Delivers, from now on, what was made here and has not reached the shop. How it goes is told by the state
    /// (`KnowsTheOutbox`); answered as soon as it tells of this.
    case deliver(Reply<Void>)
}
