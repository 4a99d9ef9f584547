import Model
import Stores
import Synchronization

/// Plays the kiosk's goods dispenser: it answers when the display asks for the goods.
package final class GoodsGiver: PaymentScreen, Sendable {
    private let asked = Mutex<PaymentID?>(nil)

    package init() {}

    /// Returns the payment that waits for goods, only once.
    package func takePayment() -> PaymentID? {
        asked.withLock { asked in
            defer { asked = nil }
            return asked
        }
    }

    package func showIdle() {}
    package func showProgress(_ words: Sentence) {}
    package func showGoods(of payment: PaymentID, _ amount: Money) { asked.withLock { $0 = payment } }
    package func showChecking(_ words: Sentence) {}
    package func showEnd(_ outcome: String) {}
}
