import Flow
import Hardware
import Model

/// A screen, a line on a terminal, a log: whatever can show how a payment is going. State tells it; it asks nothing.
package protocol PaymentScreen {
    /// Nothing is going on.
    func showIdle()
    /// The payment goes on; these are the words to show.
    func showProgress(_ words: Wording)
    /// The terminal has read a card, as what it shows says. Told with everything that is shown from then on.
    func showCardRead()
    /// It is approved: the goods are to be given, and Till told what became of them.
    func showGoods(of payment: PaymentID, _ amount: Money)
    /// The line was disturbed. Nobody may pay again until the terminal has told what happened.
    func showChecking(_ words: Wording)
    /// It is over.
    func showEnd(_ outcome: String)
}

extension PaymentScreen {
    /// Most screens show what the terminal says of it.
    package func showCardRead() {}
}

/// Someone who knows how the payment is going, and nothing else.
package protocol KnowsThePayment: Sendable {
    func show(on screen: some PaymentScreen)
}

/// How the payment is going, as a state.
package struct PaymentDisplayState: Hashable, Sendable, KnowsThePayment {
    enum Stage: Hashable, Sendable {
        case idle
        case preparing
        case authorising(words: Wording)
        case goods(PaymentID, Money)
        case checking(words: Wording)
        case ended(String)
    }

    private static let prepare = Wording("Preparing the terminal", "Das Terminal wird vorbereitet")
    private static let follow = Wording("Follow the terminal", "Bitte die Anzeige des Terminals beachten")
    private static let check = Wording(
        "Checking with the terminal. Do not pay again", "Rückfrage beim Terminal. Bitte nicht noch einmal zahlen")

    var stage = Stage.idle
    private var hasReadCard = false

    package init() {}

    mutating func reduce(_ event: PaymentDisplayEvent) {
        switch event {
        case .began: (stage, hasReadCard) = (.preparing, false)
        case .phase(.authorising): stage = .authorising(words: Self.follow)
        case .phase(.checking): stage = .checking(words: Self.check)
        case .shows(let progress):
            hasReadCard = hasReadCard || ProgressCode(progress.code).tellsOfCard
            show(progress.wording)
        case .foundOut(let earlier, let amount, let outcome):
            show(
                Wording(
                    "\(earlier) for \(amount), not known until now: \(outcome.name(in: .en))",
                    "\(earlier) über \(amount), bis jetzt ungewiss: \(outcome.name(in: .de))"))
        case .giveGoods(let payment, let amount): stage = .goods(payment, amount)
        case .ended(let outcome): stage = .ended(outcome)
        case .refused: stage = .idle
        }
    }

    private mutating func show(_ words: Wording) {
        switch stage {
        case .authorising, .preparing, .goods: stage = .authorising(words: words)
        case .checking: stage = .checking(words: words)
        case .idle, .ended: break
        }
    }

    package func show(on screen: some PaymentScreen) {
        if hasReadCard { screen.showCardRead() }
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

/// How the payments are going, one on each terminal.
struct PaymentDisplaysState: Hashable, Sendable {
    private var shown: [DeviceAddress: PaymentDisplayState] = [:]

    subscript(terminal: DeviceAddress) -> PaymentDisplayState { shown[terminal] ?? PaymentDisplayState() }

    mutating func reduce(_ event: TerminalDisplayEvent) {
        shown[event.terminal, default: PaymentDisplayState()].reduce(event.event)
    }
}

/// The branch of the state tree that shows payments. Stores write facts into it; displays read it through `reading`.
package final class PaymentDisplayStore: Sendable {
    private let store: StateStore<PaymentDisplaysState, TerminalDisplayEvent>

    init(root: StateStore<TillState, TillEvent>) {
        store = root.with(PaymentDisplaysState(), embed: TillEvent.payment) { state, event in state.reduce(event) }
    }

    /// What the display at a terminal is given: it can see the payment there, and nothing else, and change nothing.
    package func reading(of terminal: DeviceAddress) -> Reading<any KnowsThePayment> { store.reading { $0[terminal] } }

    func began(on terminal: DeviceAddress) { tell(.began, terminal) }
    func ended(_ outcome: PaymentOutcome, on terminal: DeviceAddress) {
        tell(.ended(outcome: outcome.word), terminal)
    }
    func refused(_ failure: Failure, on terminal: DeviceAddress) { tell(.refused(failure), terminal) }

    func noticed(_ notice: PaymentNotice, on terminal: DeviceAddress) {
        switch notice {
        case .phase(let phase): tell(.phase(phase), terminal)
        case .shows(let progress): tell(.shows(progress), terminal)
        case .giveGoods(let payment, let amount): tell(.giveGoods(payment, amount), terminal)
        case .foundOut(let earlier):
            tell(.foundOut(earlier.payment, earlier.amount, earlier.outcome), terminal)
        }
    }

    private func tell(_ event: PaymentDisplayEvent, _ terminal: DeviceAddress) {
        store.dispatch(TerminalDisplayEvent(terminal: terminal, event: event))
    }
}
