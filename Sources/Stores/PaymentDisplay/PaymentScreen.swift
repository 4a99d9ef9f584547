import Flow
import Hardware
import Model

/// A screen, a line on a terminal, a log: whatever can show how a payment is going. State tells it; it asks nothing.
package protocol PaymentScreen {
    /// Nothing is going on.
    func showIdle()
    /// The payment goes on; these are the words to show.
    func showProgress(_ words: Sentence)
    /// The terminal has read a card, as what it shows says. Told with everything that is shown from then on.
    func showCardRead()
    /// It is approved: the goods are to be given, and Till told what became of them.
    func showGoods(of payment: PaymentID, _ amount: Money)
    /// The line was disturbed. Nobody may pay again until the terminal has told what happened.
    func showChecking(_ words: Sentence)
    /// It is over.
    func showEnd(_ outcome: String)
}

extension PaymentScreen {
    /// Most screens show what the terminal says of it.
    package func showCardRead() {}
}
