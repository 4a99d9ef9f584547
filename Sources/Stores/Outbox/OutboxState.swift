import Flow
import Hardware

/// What was made here and has not reached the shop yet. The items are on disk; this says when to deliver them.
package struct OutboxState: Hashable, Codable, Sendable {
    /// The one effect: it delivers what there is, in order.
    package private(set) var delivery = EffectState()
    private(set) var rounds = CoalescedWork()
    /// Whether this process delivers at all.
    private var isServed = false

    /// What the shop does not take now it takes some other day. Never given up.
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

    /// Something may have come.
    mutating func lookAgain() {
        if isServed { rounds.ask(&delivery, retry: Self.retry) }
    }
}

/// Facts about the outbox.
package enum OutboxEvent: Hashable, Codable, Sendable {
    case served
    case began
    /// All was delivered, for whoever had asked by then.
    case rested(asked: Int)
    case halted(Failure)
}

/// Someone who knows how the shop is being told, and nothing else.
package protocol KnowsTheOutbox: Sendable {
    /// Whether nothing is being delivered; what is left waits for whom it is for.
    var isAtRest: Bool { get }
    /// Why something is left; nil where nothing is, as far as is known.
    var lastFailure: Failure? { get }
}

extension OutboxState: KnowsTheOutbox {
    package var isAtRest: Bool { rounds.isAtRest(delivery) }
    package var lastFailure: Failure? { delivery.lastFailure }
}
