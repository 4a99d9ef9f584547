import Failures
import Flow
import Hardware

/// Why a dialogue with a reader failed, and the message for people.
enum NEO2Trouble: Hashable, LayerError {
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
                ReaderFailure.noAnswer, "Nothing answers on the reader's line.",
                remedy: "check its power and cable, and that it is an ID TECH NEO 2 reader", recovery: .askOperator)
        case .damaged:
            Failure(
                ReaderFailure.transmission, "What the reader had read came damaged.",
                remedy: "check the reader's cable",
                recovery: .retry)
        case .refused(let command, let status):
            Failure(
                ReaderFailure.refused, "The reader refused command \(command.hex) with status \(status.rawValue.hex).",
                remedy: "switch the reader off and on", recovery: .retry)
        case .notEncrypting:
            Failure(
                ReaderFailure.notEncrypting,
                "The reader hands out card data that is not encrypted. It was thrown away.",
                remedy: "have the acquirer's key loaded into the reader", recovery: .giveUp)
        case .amountOutOfRange:
            Failure(ReaderFailure.amountOutOfRange, "No reader can take this amount.", recovery: .giveUp)
        case .endless:
            Failure(
                ReaderFailure.endless, "The reader sends without an end, and was listened to no longer.",
                remedy: "switch the reader off and on, and check its cable", recovery: .askOperator)
        case .closed:
            Failure(ReaderFailure.closed, "The connection to the reader was closed.", recovery: .retry)
        }
    }
}
