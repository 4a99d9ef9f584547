import Failures
import Flow
import Hardware
import Model

/// How a terminal's result was answered last, and whether that answer was sent.
///
/// An answer may come too late: a terminal that waits for goods is told to ask again when its time is up, and what is answered to
/// the same record after that is not sent.
struct ResultAnswer: Hashable, Sendable {
    let record: TerminalRecordID
    let verdict: StorageVerdict
    var wasSent = false

    /// Whether the terminal was told to book.
    var toldToBook: Bool { wasSent && verdict.isCommit }
}

extension PaymentMachine {
    /// Notes that the answer to that record was sent.
    mutating func noteSent(_ record: TerminalRecordID) -> [Step] {
        if lastAnswer?.record == record { lastAnswer?.wasSent = true }
        return [.reached(.s6)]
    }
}

extension Failure {
    /// What disturbed a payment with goods that the terminal completed of its own accord.
    static let completedUntold = Failure(
        PaymentFailure.noResult, Sentence("failure.payment.noResult.untold"), recovery: .retry)
}
