import Failures
import Flow
import Model
import Stores
import Synchronization

/// Shows the payment on standard error: a line for each thing that the card terminal shows, in its own words, or in the
/// shop's language if it sends only a code.
final class LiveScreen: PaymentScreen, Sendable {
    private let console: Console
    private let language: OperatorLanguage
    private let shown = Mutex("")

    init(_ console: Console, in language: OperatorLanguage) {
        self.console = console
        self.language = language
    }

    /// Follows the payment until the subscription is dropped.
    func follow(_ payment: Reading<any KnowsThePayment>) -> Subscription {
        payment.subscribe { [self] knower in knower.show(on: self) }
    }

    func follow(_ endOfDay: Reading<any KnowsTheEndOfDay>) -> Subscription {
        endOfDay.subscribe { [self] knower in knower.show(on: self) }
    }

    /// Reports what prints on these printers wait for.
    func follow(_ printers: Reading<any KnowsThePrinters>, at places: [DeviceAddress]) -> Subscription {
        printers.subscribe { [self] knower in
            guard let why = places.lazy.compactMap({ knower.standing(of: $0)?.waitsFor }).first else { return }
            let remedy = why.advice.map { Sentence("display.remedy", ["remedy": $0]) } ?? Sentence(stored: "")
            tell(
                "! ",
                Sentence("display.receiptWaits", ["why": why.said, "remedy": remedy]))
        }
    }

    func showIdle() {}
    func showProgress(_ words: Sentence) { tell("  ", words) }
    func showGoods(of payment: PaymentID, _ amount: Money) {
        tell("  ", Sentence("display.giveGoods", ["amount": amount]))
    }
    func showChecking(_ words: Sentence) { tell("! ", words) }
    func showEnd(_ outcome: String) {}

    /// Writes the words unless they repeat the line before.
    private func tell(_ mark: String, _ words: Sentence) {
        let line = mark + words.text(in: language)
        let isNews = shown.withLock { shown in
            defer { shown = line }
            return shown != line
        }
        if isNews { console.say(line) }
    }
}
