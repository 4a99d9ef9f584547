import Model
import Failures
import Flow
import Hardware

/// Why a dialogue with a reader failed, and the message for people.
enum NEO2Error: Hashable, LayerError {
    case noAnswer
    case damaged
    case refused(UInt8, NEO2Status)
    case notEncrypting
    case amountOutOfRange
    case endless
    case closed

    var failure: Failure {
        switch self {
        case .noAnswer:
            Failure(
                ReaderFailure.noAnswer, Sentence("failure.reader.noAnswer.noAnswer"),
                remedy: Sentence("remedy.reader.noAnswer.noAnswer"), recovery: .askOperator)
        case .damaged:
            Failure(
                ReaderFailure.transmission, Sentence("failure.reader.transmission.cardDamaged"),
                remedy: Sentence("remedy.reader.transmission.damaged"), recovery: .retry)
        case .refused(let command, let status):
            Failure(
                ReaderFailure.refused,
                Sentence("failure.reader.refused.status", ["hex": command.hex, "status": status.rawValue.hex]),
                remedy: Sentence("remedy.reader.refused"), recovery: .retry)
        case .notEncrypting:
            Failure(
                ReaderFailure.notEncrypting, Sentence("failure.reader.notEncrypting"),
                remedy: Sentence("remedy.reader.notEncrypting"), recovery: .giveUp)
        case .amountOutOfRange:
            Failure(
                ReaderFailure.amountOutOfRange, Sentence("failure.reader.amountOutOfRange.amountOutOfRange"),
                recovery: .giveUp)
        case .endless:
            Failure(
                ReaderFailure.endless, Sentence("failure.reader.endless.reader"),
                remedy: Sentence("remedy.reader.endless.reader"), recovery: .askOperator)
        case .closed:
            Failure(ReaderFailure.closed, Sentence("failure.reader.closed.acquiringClosed"), recovery: .retry)
        }
    }
}
