import ArgumentParser
import Flow
import Model
import Stores
import Synchronization

/// `--goods ask`.
enum GoodsWish: String, ExpressibleByArgument, CaseIterable { case ask }

/// Asks standard error what became of the goods, once the terminal has approved, and takes the answer from standard input:
/// a person, or the program that gives the goods out. An end of the input is no answer: the terminal waits as long as it
/// does, and takes the payment back.
final class GoodsPrompt: PaymentScreen, Sendable {
    private let till: LiveTill
    private let console: Console
    private let isAsked = Mutex(false)
    /// Nobody knows when the answer comes, or whether: it is waited for apart from everything else.
    private let lane: any Lane

    init(till: LiveTill, console: Console) {
        self.till = till
        self.console = console
        lane = till.environment.lane("goods", 1)
    }

    func follow(_ payment: Reading<any KnowsThePayment>) -> Subscription {
        payment.subscribe { [self] knower in knower.show(on: self) }
    }

    func showIdle() {}
    func showProgress(_ words: String) {}
    func showChecking(_ words: String) {}
    func showEnd(_ outcome: String) {}

    /// The terminal asks again and again; a person is asked once.
    func showGoods(of payment: PaymentID, _ amount: Money) {
        let isNews = isAsked.withLock { asked in
            defer { asked = true }
            return !asked
        }
        guard isNews else { return }
        console.say("goods \(payment) \(amount): given, none, or part AMOUNT?")
        _ = lane.enqueue { [self] in listen(payment, amount) }
    }

    private func listen(_ payment: PaymentID, _ amount: Money) {
        while let line = readLine() {
            guard let issue = GoodsIssue(typed: line, amount.currency) else {
                console.say("not understood; write given, none, or part AMOUNT like part \(amount.formatted())")
                continue
            }
            till.tellGoods(issue, of: payment) { [console] failure in console.say(failure) }
        }
    }
}

extension GoodsIssue {
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
