import Failures
import Flow
import Model
import Payments

extension PaymentRecovery {
    /// One payment, on a terminal that nobody has taken. One whose terminal somebody else has is unresolved: it is
    /// looked at again when that may be over.
    func resolve(_ doubt: RecoveryState.Doubt) async -> RecoveryEvent {
        do throws(Failure) {
            return try await desk.having(doubt.terminal, for: .recovery(doubt.payment)) { () throws(Failure) in
                try await resolveTaken(doubt)
            }
        } catch { return .unresolved(doubt.payment, error) }
    }

    /// Read here: whoever had the terminal until now may have gone on.
    private func resolveTaken(_ doubt: RecoveryState.Doubt) async throws(Failure) -> RecoveryEvent {
        guard let history = try history(of: doubt.payment), doubt.mayAsk || history.isDecided,
            let report = try await recover(doubt.payment, at: doubt.terminal)
        else { return .left(doubt.payment) }
        guard case .inDoubt(let reason) = report.outcome else { return .settled(doubt.payment) }
        return .unresolved(doubt.payment, .unresolved(doubt.payment, reason))
    }
}

extension Failure {
    static func unresolved(_ payment: PaymentID, _ reason: Sentence) -> Failure {
        Failure(
            PaymentFailure.unresolved, "Payment \(payment) is in doubt: \(reason)", remedy: "run `till why \(payment)`",
            recovery: .retry)
    }
}
