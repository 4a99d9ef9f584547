import ArgumentParser
import Failures
import Flow
import Model

/// The exit codes of the command line. They are a contract, because the scripts of kiosks act on them.
enum Exit: Int32, Sendable {
    case done = 0
    case internalError = 1
    case declined = 3
    case cancelled = 4
    case inDoubt = 5
    case deviceNotAvailable = 6
    case notFound = 7
    case conflict = 8
    case paidButNotPrinted = 9
    case notPermitted = 10
    case totalsDiffer = 11
    case usage = 64
    case malformed = 65
    case temporary = 75

    init(_ outcome: PaymentOutcome) {
        self =
            switch outcome {
            case .approved: .done
            case .declined, .reversed, .goodsUnpaid: .declined
            case .cancelled, .goodsNotGiven: .cancelled
            case .notCharged: .temporary
            case .inDoubt: .inDoubt
            }
    }

    /// The exit code of a failure's code. An unlisted code is an internal error, which only stored failures can have.
    init(_ failure: Failure) { self = failure.meaning.map { Exit($0.exitClass) } ?? .internalError }

    init(_ exitClass: ExitClass) {
        self =
            switch exitClass {
            case .temporary: .temporary
            case .conflict: .conflict
            case .notFound: .notFound
            case .usage: .usage
            case .malformed: .malformed
            case .deviceUnavailable: .deviceNotAvailable
            case .inDoubt: .inDoubt
            case .cancelled: .cancelled
            case .notPermitted: .notPermitted
            case .internalError: .internalError
            }
    }

    var code: ExitCode { ExitCode(rawValue) }
}
