import Failures
import Flow
import Model
import Payments

extension PaymentRecovery {
    /// Resolves one payment on a terminal that this process has not taken. If another has the terminal, or other work needs it
    /// meanwhile, the payment stays unresolved and is looked at again later.
    func resolve(_ doubt: RecoveryState.Doubt) async -> RecoveryEvent {
        do throws(Failure) {
            return try await scheduler.withTerminalInBackground(doubt.terminal) { () throws(Failure) in
                try await resolveTaken(doubt)
            }
        } catch { return .unresolved(doubt.payment, error) }
    }

    /// The payment is read only now, because the terminal's former user may have continued it.
    private func resolveTaken(_ doubt: RecoveryState.Doubt) async throws(Failure) -> RecoveryEvent {
        guard let history = try history(of: doubt.payment), doubt.mayAsk || history.isDecided,
            let report = try await recover(doubt.payment, at: doubt.terminal, isInBackground: true)
        else { return .left(doubt.payment) }
        guard case .inDoubt(let reason) = report.outcome else { return .settled(doubt.payment) }
        return .unresolved(doubt.payment, .unresolved(doubt.payment, reason))
    }
}

extension Failure {
    static func unresolved(_ payment: PaymentID, _ reason: Sentence) -> Failure {
        Failure(
            PaymentFailure.unresolved, Sentence("failure.payment.unresolved", ["payment": payment, "reason": reason]),
            remedy: Sentence("remedy.payment.unresolved", ["payment": payment]), recovery: .retry)
    }
}
