import Failures
import Flow
import Hardware
import Model

// Where a payment is waited for no longer, and where its terminal is written down no longer.
extension PaymentMachine {
    /// Far more results than one payment has, wrong PINs and goods that are waited for included.
    static let mostResults = 200
    /// Far more telegrams of text than the receipts of one payment take, where the terminal prints line by line.
    static let mostTexts = 6_000

    /// Leaves the payment in doubt. Nothing follows from leaving: the terminal is asked later, as after a process that was
    /// killed.
    mutating func leave() -> [Step] {
        switch state {
        case .authorising: [record(.disturbed(.left))] + doubt(Sentence(Failure.left))
        case .recovering, .refusing: giveUp()
        case .ready, .finished: []
        }
    }

    /// A longer time that the terminal asked for also holds after a disturbance.
    mutating func noteTimeout(_ progress: TerminalProgress) -> [Step] {
        guard let minutes = progress.timeoutMinutes, .seconds(60 * minutes) + CardPhase.cardRemoval > history.cardPhase
        else { return [] }
        return [record(.mayTake(minutes: minutes))]
    }

    /// What is answered to a result that comes after all that are written down: only the very one that was written last is
    /// answered as it was then.
    func verdict(beyondBounds result: TransactionResult) -> StorageVerdict? {
        guard history.results >= Self.mostResults else { return nil }
        return history.stage == .resulted(result, .stored) ? .stored : .refuse
    }
}

extension Failure {
    static let left = Failure(
        PaymentFailure.left, "Till was told to leave before the terminal had ended it.", recovery: .retry)

    static let resultsWithoutEnd = Failure(
        ReaderFailure.endless, "The terminal told result after result and did not end the payment.",
        remedy: "look at the terminal's display, or switch it off and on", recovery: .askOperator)
}
