import Flow
import Hardware
import Model

/// The progress of a payment as a state.
package struct PaymentDisplayState: Hashable, Sendable, KnowsThePayment {
    enum Stage: Hashable, Sendable {
        case idle
        case preparing
        case authorising(words: Sentence)
        case goods(PaymentID, Money)
        case checking(words: Sentence)
        case ended(String)
    }

    private static let prepare = Sentence("display.preparing")
    private static let follow = Sentence("display.follow")
    private static let check = Sentence("display.checking")

    var stage = Stage.idle
    private var hasReadCard = false
    private var lastShown: TerminalProgress?

    package init() {}

    mutating func reduce(_ event: PaymentDisplayEvent) {
        switch event {
        case .began: (stage, hasReadCard, lastShown) = (.preparing, false, nil)
        case .phase(.authorising): stage = .authorising(words: Self.follow)
        case .phase(.checking): stage = .checking(words: Self.check)
        case .shows(let progress):
            hasReadCard = hasReadCard || progress.tellsOfCard
            lastShown = progress
            show(progress.wording)
        case .foundOut(let earlier, let amount, let outcome):
            show(
                Sentence("display.foundOut", ["payment": earlier, "amount": amount, "outcome": outcome.name]))
        case .giveGoods(let payment, let amount): stage = .goods(payment, amount)
        case .ended(let outcome): stage = .ended(outcome)
        case .refused: stage = .idle
        }
    }

    private mutating func show(_ words: Sentence) {
        switch stage {
        case .authorising, .preparing, .goods: stage = .authorising(words: words)
        case .checking: stage = .checking(words: words)
        case .idle, .ended: break
        }
    }

    package func show(on screen: some PaymentScreen) {
        if hasReadCard { screen.showCardRead() }
        if let lastShown { screen.showStep(lastShown) }
        switch stage {
        case .idle: screen.showIdle()
        case .preparing: screen.showProgress(Self.prepare)
        case .authorising(let words): screen.showProgress(words)
        case .goods(let payment, let amount): screen.showGoods(of: payment, amount)
        case .checking(let words): screen.showChecking(words)
        case .ended(let outcome): screen.showEnd(outcome)
        }
    }
}
