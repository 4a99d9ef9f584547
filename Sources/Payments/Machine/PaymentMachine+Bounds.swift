import Failures
import Flow
import Hardware
import Model

// The limits after which a payment is no longer waited for, and after which what its terminal tells is no longer
// written.
extension PaymentMachine {
    /// The most results that are written: far more than one payment has, including wrong PINs and results that wait for
    /// goods.
    static let mostResults = 200
    /// The most telegrams of text that are written: far more than the receipts of one payment take, even if the
    /// terminal prints line by line.
    static let mostTexts = 6_000

    /// Leaves the payment in doubt. Nothing is concluded from that: the terminal is asked later, as after a process
    /// that was killed.
    mutating func leave() -> [Step] {
        switch state {
        case .authorising: [record(.disturbed(.left))] + doubt(Sentence(Failure.left))
        case .recovering, .refusing: giveUp()
        case .ready, .finished: []
        }
    }

    /// Notes what the terminal shows if it changes how its later answers are read.
    mutating func note(_ progress: TerminalProgress) -> [Step] { noteTimeout(progress) + noteDayEnd(progress) }

    /// Notes that the terminal says that it ends its day, which is found out of nothing else.
    mutating func noteDayEnd(_ progress: TerminalProgress) -> [Step] {
        progress.step == .startingEndOfDay ? noteDayEnd() : []
    }

    mutating func noteDayEnd() -> [Step] { history.dayEnded ? [] : [record(.dayEnded)] }

    /// Notes a longer time that the terminal asked for. It also holds after a disturbance.
    private mutating func noteTimeout(_ progress: TerminalProgress) -> [Step] {
        guard let minutes = progress.timeoutMinutes, .seconds(60 * minutes) + CardPhase.cardRemoval > history.cardPhase
        else { return [] }
        return [record(.mayTake(minutes: minutes))]
    }

    /// The answer to a result that comes after the last one that is written. Only a repeat of the last written result
    /// gets the same answer as before.
    func verdict(beyondBounds result: TransactionResult) -> StorageVerdict? {
        guard history.results >= Self.mostResults else { return nil }
        return history.stage == .resulted(result, .stored) ? .stored : .refuse
    }
}

extension Failure {
    static let left = Failure(PaymentFailure.left, Sentence("failure.payment.left"), recovery: .retry)

    static let resultsWithoutEnd = Failure(
        ReaderFailure.endless, Sentence("failure.reader.endless.results"),
        remedy: Sentence("remedy.reader.endless.resultsWithoutEnd"), recovery: .askOperator)
}
