import Flow
import Hardware
import Model

/// One fact about a payment, as the journal keeps it. Facts are only ever added.
package enum PaymentEvent: Hashable, Codable, Sendable {
    /// S1: what will be asked for.
    indirect case intended(PaymentIntent)
    /// S2: from here on bytes may have left.
    case sending
    /// The terminal refused the command; it never started.
    case refused(code: DeviceCode)
    /// S5: what the terminal said of the transaction, and what we answered it.
    indirect case result(TransactionResult, answer: Answer)
    /// S7: receipt text, complete or in part.
    case text(TerminalText)
    /// The last texts, as many as these, once more: digits at their end that might have been the beginning of a card number were
    /// masked, and what followed shows what they are.
    case textsCompleted([TerminalText])
    /// The receipt text that the terminal printed when it was asked, with the answer that tells of this payment.
    case repeatedText([TerminalText])
    /// A person or a program asked to cancel. The outcome still comes from the terminal.
    case cancelRequested
    /// S8: the terminal ended the transaction with `06 0F`.
    case completed
    /// S8: the terminal ended the transaction with `06 1E`.
    case aborted(code: DeviceCode?)
    /// The line or the dialogue broke; the truth must be asked for.
    indirect case disturbed(Failure)
    /// Recovery asked; this is what the terminal said, and what follows from it.
    case evidence(LastTransactionAnswer, RecoveryVerdict)
    /// From then on the terminal is only asked what became of it, and hears nothing that could prolong a card phase.
    case asking(since: BootTime)
    /// The terminal said how many minutes its card phase may take until its next telegram, more than usual (ZVT 13.08 §3.7).
    case mayTake(minutes: Int)
    /// It was called not charged, and the terminal tells of a later booking that fits it: it is in doubt again, until a
    /// person says what the terminal's journal shows.
    indirect case seemsBooked(TransactionResult)
    /// Not resolved in time. Recovery goes on later.
    case inDoubt(reason: Sentence)
    /// S9: final. The ledger, the order and the print jobs are in the same transaction.
    case settled(PaymentOutcome)
    /// S9 by a person, with what was read in the terminal's own journal; only what is in doubt.
    indirect case operatorSettled(OperatorEvidence, PaymentOutcome)
    /// What a person had said was wrong: it is in doubt again.
    case operatorWithdrew(words: String, operatorName: String)
    /// A person has read once more what was typed as the amount, which is more than was asked for: as much can be given back.
    case operatorConfirmed(OperatorEvidence)
    /// What became of the goods. It decides what the terminal is told, and is never changed.
    case goods(DispenseResult)
    /// What was said of the goods when the payment was over without it. Changes nothing.
    case goodsTooLate(DispenseResult)

    package enum Answer: String, Hashable, Codable, Sendable {
        case stored, refuse
        /// As the goods were given; as long as that is not known, that they are pending.
        case goods
        /// Not answered: it is the transaction from before this one, told as if it were this one.
        case none
    }

    /// The journal's `kind` column.
    package var kind: String {
        switch self {
        case .intended: "payment.intended"
        case .sending: "payment.sending"
        case .refused: "payment.refused"
        case .result: "payment.result"
        case .text: "payment.text"
        case .textsCompleted: "payment.textsCompleted"
        case .repeatedText: "payment.repeatedText"
        case .cancelRequested: "payment.cancelRequested"
        case .completed: "payment.completed"
        case .aborted: "payment.aborted"
        case .disturbed: "payment.disturbed"
        case .evidence: "payment.evidence"
        case .asking: "payment.asking"
        case .mayTake: "payment.mayTake"
        case .seemsBooked: "payment.seemsBooked"
        case .inDoubt: "payment.inDoubt"
        case .settled: "payment.settled"
        case .operatorSettled: "payment.operatorSettled"
        case .operatorWithdrew: "payment.operatorWithdrew"
        case .operatorConfirmed: "payment.operatorConfirmed"
        case .goods: "payment.goods"
        case .goodsTooLate: "payment.goodsTooLate"
        }
    }
}
