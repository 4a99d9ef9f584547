import ArgumentParser
import Flow
import Model
import Payments
import Stores
import Synchronization

/// The values of `--goods`.
enum GoodsWish: String, ExpressibleByArgument, CaseIterable { case ask }

/// Asks on standard error what became of the goods once the terminal has approved, and reads the answer from standard
/// input: from a person, or from the program that gives the goods out. If the input ends without an answer, the payment
/// is cancelled: what nobody reports as given is not charged.
final class GoodsPrompt: PaymentScreen, Sendable {
    private struct Said {
        var isAsked = false
        /// The number of answers that are neither accepted nor refused yet.
        var open = 0
        var isTaken = false
        var inputIsOver = false
        /// Whether the payment has ended, so that nothing is asked any more.
        var isOver = false

        var isHopeless: Bool { inputIsOver && open == 0 && !isTaken && !isOver }
    }

    private let till: LiveTill
    private let request: PaymentRequest
    private let console: Console
    private let said = Mutex(Said())
    /// The lane on which the answer is waited for, because it is not known when it comes, or whether it does.
    private let lane: any Lane

    init(till: LiveTill, request: PaymentRequest, console: Console) {
        self.till = till
        self.request = request
        self.console = console
        lane = till.environment.lane("goods", 1)
    }

    func follow(_ payment: Reading<any KnowsThePayment>) -> Subscription {
        payment.subscribe { [self] knower in knower.show(on: self) }
    }

    /// The payment has ended.
    func end() { said.withLock { $0.isOver = true } }

    func showIdle() {}
    func showProgress(_ words: Sentence) {}
    func showChecking(_ words: Sentence) {}
    func showEnd(_ outcome: String) {}

    /// The terminal asks repeatedly; a person is asked once.
    func showGoods(of payment: PaymentID, _ amount: Money) {
        // The terminal may still show another request's payment, which is none of this command's business.
        guard request.ticket?.payment == payment else { return }
        let isNews = said.withLock { said in
            defer { said.isAsked = true }
            return !said.isAsked
        }
        guard isNews else { return }
        // A program looks for the words before the colon; they are the same in every language.
        console.say("goods \(payment) \(amount): " + till.language.text("goods.ask"))
        _ = lane.enqueue { [self] in listen(payment, amount) }
    }

    private func listen(_ payment: PaymentID, _ amount: Money) {
        while let line = console.invocation.input.line() {
            guard let issue = DispenseResult(typed: line, amount.currency) else {
                console.say(till.language.text("goods.askAgain", ["example": "part \(amount.formatted())"]))
                continue
            }
            said.withLock { $0.open += 1 }
            till.tellGoods(issue, of: payment) { [self] in told($0) }
        }
        note { $0.inputIsOver = true }
    }

    private func told(_ answer: Result<Void, Failure>) {
        if case .failure(let failure) = answer { console.say(failure) }
        note { said in
            said.open -= 1
            if case .success = answer { said.isTaken = true }
        }
    }

    private func note(_ change: (inout Said) -> Void) {
        let isHopeless = said.withLock { said in
            change(&said)
            return said.isHopeless
        }
        if isHopeless { till.requestCancel(request) }
    }
}

extension DispenseResult {
    /// `given`, `none` or `part 3.50`; nil for anything else.
    init?(typed line: String, _ currency: Currency) {
        let words = line.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("given", 1): self = .given
        case ("none", 1): self = .notGiven
        case ("part", 2):
            guard let part = try? Money(parsing: words[1], currency: currency) else { return nil }
            self = .givenInPart(part)
        default: return nil
        }
    }
}
