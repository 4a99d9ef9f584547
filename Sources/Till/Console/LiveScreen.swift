import Flow
import Model
import Stores
import Synchronization

/// The payment for whoever watches standard error: a line for each thing the card terminal shows, as it shows it.
final class LiveScreen: PaymentScreen, Sendable {
    private let console: Console
    private let shown = Mutex("")

    init(_ console: Console) { self.console = console }

    /// Follows the payment until the subscription is dropped.
    func follow(_ payment: Reading<any KnowsThePayment>) -> Subscription {
        payment.subscribe { [self] knower in knower.show(on: self) }
    }

    func follow(_ endOfDay: Reading<any KnowsTheEndOfDay>) -> Subscription {
        endOfDay.subscribe { [self] knower in knower.show(on: self) }
    }

    func showIdle() {}
    func showProgress(_ words: String) { tell("  \(words)") }
    func showGoods(of payment: PaymentID, _ amount: Money) { tell("  Approved: give the goods for \(amount)") }
    func showChecking(_ words: String) { tell("! \(words)") }
    func showEnd(_ outcome: String) {}

    /// The same words twice in a row are news to nobody.
    private func tell(_ line: String) {
        let isNews = shown.withLock { shown in
            defer { shown = line }
            return shown != line
        }
        if isNews { console.say(line) }
    }
}
