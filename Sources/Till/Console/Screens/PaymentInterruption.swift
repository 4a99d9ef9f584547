import Flow
import Model
import Payments
import Stores
import Synchronization

/// What Ctrl-C, SIGTERM and SIGHUP do while a payment is collected. The first asks the terminal to cancel and reports
/// what is waited for; the second ends the process at once, with the payment in doubt if it was sent.
final class PaymentInterruption: PaymentScreen, Sendable {
    private struct State {
        var isChecking = false
        var hasLeft = false
        /// Whether the payment was sent; nil while that is not known.
        var wasSent: Bool?
    }

    private let till: LiveTill
    private let console: Console
    private let request: PaymentRequest
    private let language: OperatorLanguage
    private let state = Mutex(State())

    init(_ till: LiveTill, _ console: Console, of request: PaymentRequest, in language: OperatorLanguage) {
        (self.till, self.console) = (till, console)
        self.request = request
        self.language = language
    }

    /// Whether somebody has left, so that nothing more is waited for.
    var hasLeft: Bool { state.withLock { $0.hasLeft } }

    /// Follows the payment until the subscription is dropped.
    func follow(_ payment: Reading<any KnowsThePayment>) -> Subscription {
        payment.subscribe { [self] knower in knower.show(on: self) }
    }

    /// Asks to cancel the payment at the first of these signals, and leaves it at each later one.
    func asked(_ times: Int) { times == 1 ? cancel() : leave() }

    private func cancel() {
        till.requestCancel(request)
        let isChecking = state.withLock { $0.isChecking }
        console.say("! " + (isChecking ? Self.checking : Self.cancelling).text(in: language))
    }

    /// The process ends after a second even if it is still not known whether the payment was sent.
    private func leave() {
        let isFirst = state.withLock { state in
            defer { state.hasLeft = true }
            return !state.hasLeft
        }
        guard isFirst else { return }
        if let served = console.invocation.served {
            // The service goes on with the payment by itself.
            console.say("! " + Self.left.text(in: language))
            return served.leave(.inDoubt, soon: true)
        }
        let environment = till.environment
        _ = environment.lane("leave", 1).schedule(at: environment.uptime() + Self.longestGoodbye) { [self] in
            let wasSent = state.withLock { $0.wasSent } ?? true
            console.say("! " + (wasSent ? Self.left : Self.notSent).text(in: language))
            Interrupt.leave(wasSent ? .inDoubt : .cancelled)
        }
        till.leave(request) { [self] wasSent in state.withLock { $0.wasSent = wasSent } }
        console.say("! " + Self.leaving.text(in: language))
    }

    private static let longestGoodbye = Duration.seconds(1)

    func showIdle() {}
    func showProgress(_ words: Sentence) { state.withLock { $0.isChecking = false } }
    func showGoods(of payment: PaymentID, _ amount: Money) {}
    func showChecking(_ words: Sentence) { state.withLock { $0.isChecking = true } }
    func showEnd(_ outcome: String) {}

    private static let cancelling = Sentence("stop.payment")
    private static let checking = Sentence("stop.checking")
    private static let leaving = Sentence("left.leaving")
    private static let left = Sentence("left.payment")
    private static let notSent = Sentence("left.notSent")
}
