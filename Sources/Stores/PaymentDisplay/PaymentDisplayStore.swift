import Flow
import Hardware
import Model
import Payments

/// The branch of the state tree that shows payments. Stores send events to it; displays read it through `reading`.
package final class PaymentDisplayStore: Sendable {
    private let store: StateStore<PaymentDisplaysState, TerminalDisplayEvent>

    init(root: StateStore<TillState, TillEvent>) {
        store = root.with(PaymentDisplaysState(), embed: TillEvent.payment) { state, event in state.reduce(event) }
    }

    /// What a terminal's display receives: read access to the payment there and to nothing else.
    package func reading(of terminal: DeviceAddress) -> Reading<any KnowsThePayment> { store.reading { $0[terminal] } }

    func began(on terminal: DeviceAddress) { tell(.began, terminal) }
    func ended(_ outcome: PaymentOutcome, on terminal: DeviceAddress) {
        tell(.ended(outcome: outcome.word), terminal)
    }
    func refused(_ failure: Failure, on terminal: DeviceAddress) { tell(.refused(failure), terminal) }

    func noticed(_ progress: PaymentProgress, on terminal: DeviceAddress) {
        switch progress {
        case .begun: break
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
