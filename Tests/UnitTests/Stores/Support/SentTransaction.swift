import Flow
import Model

@testable import Payments
@testable import Stores

extension PaymentHistory {
    /// A transaction that was sent to the terminal, with what was written of it since.
    static func sent(_ events: [PaymentEvent], _ intent: PaymentIntent = .sample()) -> PaymentHistory {
        var history = PaymentHistory(intent)
        for event in [.sending] + events { history.apply(event) }
        return history
    }

    /// What becomes of the transaction by a person's statement.
    func outcome(
        of statement: OperatorEvidence.Statement, words: String? = "journal, 14:40", numbersRestarted: Bool = false,
        newestIsAnothers: Bool = false
    ) throws -> PaymentOutcome {
        let evidence = OperatorEvidence(
            statement, words: words, operatorName: "käthe", numbersRestarted: numbersRestarted,
            newestIsAnothers: newestIsAnothers)
        return try OperatorRule(history: self).outcome(of: evidence)
    }
}
