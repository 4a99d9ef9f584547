import Flow

/// Tells when to deliver the messages that have not reached the shop yet. The messages themselves are on disk.
package struct OutboxState: Hashable, Codable, Sendable {
    /// The only effect, which delivers the messages in order.
    package private(set) var delivery = EffectState()
    private(set) var rounds = CoalescedWork()
    /// Whether this process delivers messages.
    private var isServed = false

    /// Retries for ever: what the shop does not accept now it may accept another day.
    static let retry = Retry(
        first: .seconds(5), longest: .seconds(300), recoveries: [.retry, .askOperator, .askCardholder, .giveUp])

    package init() {}

    mutating func reduce(_ event: OutboxEvent) {
        switch event {
        case .served:
            isServed = true
            lookAgain()
        case .began: rounds.begin()
        case .rested(let asked): rounds.rest(&delivery, answered: asked, retry: Self.retry)
        case .halted(let failure): rounds.halt(&delivery, failure)
        }
    }

    /// Starts a delivery because new messages may have come.
    mutating func lookAgain() {
        if isServed { rounds.ask(&delivery, retry: Self.retry) }
    }
}

extension OutboxState: KnowsTheOutbox {
    package var isAtRest: Bool { rounds.isAtRest(delivery) }
    package var lastFailure: Failure? { delivery.lastFailure }
}
