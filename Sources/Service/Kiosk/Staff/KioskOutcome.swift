import Model
import Payments
import Storage

/// What the staff is told of a transaction. The page has a word for each in every language.
enum KioskOutcome: String, CaseIterable {
    /// A payment was approved.
    case approved
    /// Something else than a payment was approved.
    case done
    case declined, cancelled, reversed
    case notCharged = "not_charged"
    case inDoubt = "in_doubt"
    case goodsNotGiven = "goods_not_given"
    case goodsUnpaid = "goods_unpaid"
    /// The work is going on.
    case running
    /// The work was cut off, and nobody has found out yet what became of it.
    case unknown

    init(_ outcome: PaymentOutcome) {
        self =
            switch outcome {
            case .approved: .approved
            case .declined: .declined
            case .cancelled: .cancelled
            case .reversed: .reversed
            case .notCharged: .notCharged
            case .inDoubt: .inDoubt
            case .goodsNotGiven: .goodsNotGiven
            case .goodsUnpaid: .goodsUnpaid
            }
    }

    /// A transaction that has no outcome yet is `running` if somebody is at work on it, and `unknown` otherwise.
    init(_ record: PaymentRecord, isRunning: Bool) {
        if record.isApproved {
            self = record.kind.takesMoney ? .approved : .done
        } else if let outcome = record.outcome {
            // A doubt stays one while its terminal is asked once more: that may go on for as long as nobody answers.
            self.init(outcome)
        } else {
            self = isRunning ? .running : .unknown
        }
    }
}
