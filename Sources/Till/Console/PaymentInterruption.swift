import Flow
import Model
import Payments
import Stores
import Synchronization

/// What Ctrl-C, SIGTERM and SIGHUP do while a payment is collected. The first asks the terminal to cancel, and says what is
/// waited for; the second leaves at once, with the payment in doubt where it was sent.
final class PaymentInterruption: PaymentScreen, Sendable {
    private struct State {
        var isChecking = false
        var hasLeft = false
        /// Whether the payment was sent; nil while nobody has told.
        var wasSent: Bool?
    }

    private let till: LiveTill
    private let console: Console
    private let reader: DeviceAddress
    private let tongue: OperatorLanguage
    private let state = Mutex(State())

    init(_ till: LiveTill, _ console: Console, of request: PaymentRequest, in tongue: OperatorLanguage) {
        (self.till, self.console) = (till, console)
        reader = request.reader
        self.tongue = tongue
    }

    /// Whether somebody has left: nothing more is waited for.
    var hasLeft: Bool { state.withLock { $0.hasLeft } }

    /// Follows the payment until the subscription is dropped.
    func follow(_ payment: Reading<any KnowsThePayment>) -> Subscription {
        payment.subscribe { [self] knower in knower.show(on: self) }
    }

    /// - Parameter times: how many signals there were.
    func asked(_ times: Int) { times == 1 ? cancel() : leave() }

    private func cancel() {
        till.requestCancel(on: reader)
        let isChecking = state.withLock { $0.isChecking }
        console.say("! " + (isChecking ? Self.checking : Self.cancelling).text(in: tongue))
    }

    /// What does not hear of it within a second is left all the same.
    private func leave() {
        let isFirst = state.withLock { state in
            defer { state.hasLeft = true }
            return !state.hasLeft
        }
        guard isFirst else { return }
        let environment = till.environment
        _ = environment.lane("leave", 1).schedule(at: environment.uptime() + Self.longestGoodbye) { [self] in
            let wasSent = state.withLock { $0.wasSent } ?? true
            console.say("! " + (wasSent ? Self.left : Self.notSent).text(in: tongue))
            Interrupt.leave(wasSent ? .inDoubt : .cancelled)
        }
        till.leave(reader) { [self] wasSent in state.withLock { $0.wasSent = wasSent } }
        console.say("! " + Self.leaving.text(in: tongue))
    }

    private static let longestGoodbye = Duration.seconds(1)

    func showIdle() {}
    func showProgress(_ words: BilingualText) { state.withLock { $0.isChecking = false } }
    func showGoods(of payment: PaymentID, _ amount: Money) {}
    func showChecking(_ words: BilingualText) { state.withLock { $0.isChecking = true } }
    func showEnd(_ outcome: String) {}

    private static let cancelling = BilingualText(
        "Cancelling: the terminal is asked to stop, and what it answers counts. Interrupt again to leave at once; what was "
            + "sent is in doubt then.",
        "Abbruch: Das Terminal soll aufhören, und seine Antwort zählt. Ein zweites Signal beendet Till sofort; was schon "
            + "gesendet war, ist dann ungeklärt.")
    private static let checking = BilingualText(
        "The terminal is being asked what became of the payment: it cannot be cancelled any more. Interrupt again to leave "
            + "at once; the payment stays in doubt then.",
        "Das Terminal wird gefragt, was aus der Zahlung wurde: Sie lässt sich nicht mehr abbrechen. Ein zweites Signal "
            + "beendet Till sofort; die Zahlung bleibt dann ungeklärt.")
    private static let leaving = BilingualText("Leaving without waiting any longer.", "Till wartet nicht länger.")
    private static let left = BilingualText(
        "Left at once. The payment may be in doubt: `till why last` tells, and the next payment on this terminal asks it.",
        "Sofort beendet. Die Zahlung kann ungeklärt sein: `till why last` sagt es, und die nächste Zahlung an diesem Terminal "
            + "fragt nach.")
    private static let notSent = BilingualText(
        "Left at once. Nothing was sent to the terminal that charges a card.",
        "Sofort beendet. An das Terminal wurde nichts gesendet, was eine Karte belastet.")
}
