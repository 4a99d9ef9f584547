import Flow
import Hardware
import Model
import Synchronization

/// Tells a kiosk what a terminal shows, each time it shows something else.
final class KioskWatch: Sendable {
    private let tell: KioskWork.Tell
    /// Called when the payment may be over.
    private let ended: @Sendable () -> Void
    private let last = Mutex<KioskDisplay?>(nil)

    init(tell: @escaping KioskWork.Tell, ended: @escaping @Sendable () -> Void) {
        (self.tell, self.ended) = (tell, ended)
    }

    func see(_ knower: any KnowsThePayment) {
        let screen = Screen()
        knower.show(on: screen)
        guard let now = screen.display.withLock({ $0 }) else { return }
        let isNew = last.withLock { last in
            defer { last = now }
            return last != now
        }
        guard isNew else { return }
        tell(.terminalShows(now))
        if now == .over { ended() }
    }

    private final class Screen: PaymentScreen {
        let display = Mutex<KioskDisplay?>(nil)
        private let step = Mutex<TerminalProgress?>(nil)

        func showIdle() { show(.over) }
        func showStep(_ progress: TerminalProgress) { step.withLock { $0 = progress } }

        func showProgress(_ words: Sentence) {
            let step = step.withLock { $0 }
            show(.progress(step?.step, asksToRemoveCard: step?.asksToRemoveCard ?? false, text: step?.text))
        }

        func showGoods(of payment: PaymentID, _ amount: Money) { show(.goods) }
        func showChecking(_ words: Sentence) { show(.checking) }
        func showEnd(_ outcome: String) { show(.over) }

        private func show(_ now: KioskDisplay) { display.withLock { $0 = now } }
    }
}
