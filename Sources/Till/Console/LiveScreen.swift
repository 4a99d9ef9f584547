import Flow
import Model
import Stores
import Synchronization

/// The payment for whoever watches standard error: a line for each thing the card terminal shows, as it shows it, or in
/// the language of the shop where it sends a code only.
final class LiveScreen: PaymentScreen, Sendable {
    private let console: Console
    private let tongue: OperatorLanguage
    private let shown = Mutex("")

    init(_ console: Console, in tongue: OperatorLanguage) {
        self.console = console
        self.tongue = tongue
    }

    /// Follows the payment until the subscription is dropped.
    func follow(_ payment: Reading<any KnowsThePayment>) -> Subscription {
        payment.subscribe { [self] knower in knower.show(on: self) }
    }

    func follow(_ endOfDay: Reading<any KnowsTheEndOfDay>) -> Subscription {
        endOfDay.subscribe { [self] knower in knower.show(on: self) }
    }

    /// What printing there waits for.
    func follow(_ printers: Reading<any KnowsThePrinters>, at places: [DeviceAddress]) -> Subscription {
        printers.subscribe { [self] knower in
            guard let why = places.lazy.compactMap({ knower.standing(of: $0)?.waitsFor }).first else { return }
            let (english, german) = why.remedy.map { (" To do: \($0).", " Zu tun: \($0).") } ?? ("", "")
            tell(
                "! ",
                BilingualText(
                    "The receipt waits: \(why.sentence)\(english)", "Der Beleg wartet: \(why.sentence)\(german)"))
        }
    }

    func showIdle() {}
    func showProgress(_ words: BilingualText) { tell("  ", words) }
    func showGoods(of payment: PaymentID, _ amount: Money) {
        tell("  ", BilingualText("Approved: give the goods for \(amount)", "Genehmigt: Ware für \(amount) ausgeben"))
    }
    func showChecking(_ words: BilingualText) { tell("! ", words) }
    func showEnd(_ outcome: String) {}

    /// The same words twice in a row are news to nobody.
    private func tell(_ mark: String, _ words: BilingualText) {
        let line = mark + words.text(in: tongue)
        let isNews = shown.withLock { shown in
            defer { shown = line }
            return shown != line
        }
        if isNews { console.say(line) }
    }
}
