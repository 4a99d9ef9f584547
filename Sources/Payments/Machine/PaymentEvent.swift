import Flow
import Hardware
import Model

/// One fact about a payment, as the journal stores it. Facts are only ever added.
package enum PaymentEvent: Hashable, Codable, Sendable {
    /// S1: the request that will be sent.
    indirect case intended(PaymentIntent)
    /// S2: the request is about to be sent: from here on bytes may have left.
    case sending
    /// The terminal refused the command, so the payment never started.
    case refused(code: DeviceCode)
    /// S5: what the terminal told about the transaction, and how it was answered.
    indirect case result(TransactionResult, answer: Answer)
    /// S7: receipt text, complete or in part.
    case text(TerminalText)
    /// The last texts, as many as these, in a corrected form. Digits at their end that might have begun a card number
    /// were masked; the text that followed shows what they are.
    case textsCompleted([TerminalText])
    /// The receipt text that the terminal printed with its answer to a question about this payment.
    case repeatedText([TerminalText])
    /// A person or a program requested cancellation. The outcome still comes from the terminal.
    case cancelRequested
    /// S8: the terminal ended the transaction with `06 0F`.
    case completed
    /// S8: the terminal ended the transaction with `06 1E`.
    case aborted(code: DeviceCode?)
    /// The line or the dialogue broke; the terminal must be asked for the outcome.
    indirect case disturbed(Failure)
    /// Recovery asked the terminal: its answer, and the verdict that follows.
    case evidence(LastTransactionAnswer, RecoveryVerdict)
    /// From this moment the terminal is only asked for the outcome and receives nothing that could prolong a card
    /// phase.
    case asking(since: BootTime)
    /// The terminal told how many minutes its card phase may take until its next telegram, if longer than usual (ZVT
    /// 13.08 §3.7).
    case mayTake(minutes: Int)
    /// The terminal said that it ends its day during this transaction, so its numbers may have begun again. It is written
    /// once.
    case dayEnded
    /// The payment was called not charged, and the terminal tells of a later booking that fits it. It is in doubt again
    /// until a person states what the terminal's journal shows.
    indirect case seemsBooked(TransactionResult)
    /// The payment was not resolved in time. Recovery goes on later.
    case inDoubt(reason: Sentence)
    /// S9: the outcome is final. The ledger, the order and the print jobs are in the same transaction.
    case settled(PaymentOutcome)
    /// S9 by a person: a payment in doubt is settled by what was read in the terminal's own journal.
    indirect case operatorSettled(OperatorEvidence, PaymentOutcome)
    /// A person's statement was wrong: the payment is in doubt again.
    case operatorWithdrew(words: String, operatorName: String, by: Requester? = nil)
    /// A person has checked a typed amount that is greater than the requested one, so that all of it can be given back.
    case operatorConfirmed(OperatorEvidence)
    /// What became of the goods. It decides what the terminal is told and is never changed.
    case goods(DispenseResult)
    /// A report about the goods that came after the payment had ended without it. It changes nothing.
    case goodsTooLate(DispenseResult)

    package enum Answer: String, Hashable, Codable, Sendable {
        case stored, refuse
        /// Answered according to the goods, or with "pending" while it is not known what became of them.
        case goods
        /// The result was not answered, because the terminal told the transaction from before this one as its result.
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
        case .dayEnded: "payment.dayEnded"
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
