import Flow
import Hardware
import Model

/// Something that shows the progress of a payment, such as a screen, a line of text or a log. The state calls it; it
/// asks nothing.
package protocol PaymentScreen {
    /// No payment is running.
    func showIdle()
    /// Shows these words while the payment goes on.
    func showProgress(_ words: Sentence)
    /// The terminal has read a card, according to what it shows. Called with everything that is shown from then on.
    func showCardRead()
    /// The last thing that the terminal showed of this payment. Called before whatever is shown of it.
    func showStep(_ progress: TerminalProgress)
    /// The payment is approved: the goods are to be given, and Till is to be told what became of them.
    func showGoods(of payment: PaymentID, _ amount: Money)
    /// The line was disturbed. Nobody may pay again until the terminal has told what happened.
    func showChecking(_ words: Sentence)
    /// The payment is over.
    func showEnd(_ outcome: String)
}

extension PaymentScreen {
    /// Most screens show the terminal's own words for it.
    package func showCardRead() {}
    /// Most screens show its words only.
    package func showStep(_ progress: TerminalProgress) {}
}
