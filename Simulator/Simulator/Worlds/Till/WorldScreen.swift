import Flow
import Model
import Stores

/// A display at the terminal, for the log of a run.
struct WorldScreen: PaymentScreen {
    let log: WorldLog

    func showIdle() { log.note(.shown("idle")) }
    func showProgress(_ words: Sentence) { log.note(.shown(Self.told(words))) }
    func showGoods(of payment: PaymentID, _ amount: Money) { log.note(.shown("goods \(payment) \(amount)")) }
    func showChecking(_ words: Sentence) { log.note(.shown("checking: " + Self.told(words))) }
    func showEnd(_ outcome: String) { log.note(.shown("ended: " + outcome)) }

    private static func told(_ words: Sentence) -> String { "\(words.text(in: .en)) / \(words.text(in: .de))" }
}
