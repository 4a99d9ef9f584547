import Flow
import Model
import Storage

/// Finds out what became of payments that an earlier life, or an earlier disturbance, left without an end.
struct PaymentRecovery: Sendable {
    let storage: any StorageManagerType
    let desk: PaymentDesk
    var giveUpAfter = Duration.seconds(60)
    let notice: @Sendable (PaymentNotice) -> Void

    /// One payment, on a terminal the caller has taken. Nil when the journal knows nothing of it.
    func recover(_ payment: PaymentID, at address: DeviceAddress) async throws(Failure) -> PaymentReport? {
        guard let history = try history(of: payment) else { return nil }
        let (end, outcome) = await desk.run(history, on: nil, at: address, giveUpAfter: giveUpAfter, notice: notice)
        return PaymentReport(end, outcome, wasKnown: true)
    }

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

    private func history(of payment: PaymentID) throws(Failure) -> PaymentHistory? {
        try storage.reading { try StoredLedger.history(payment, in: $0) }
    }
}

extension Failure {
    static func unresolved(_ payment: PaymentID, _ reason: String) -> Failure {
        Failure(
            "payment.unresolved", "Payment \(payment) is in doubt: \(reason)", remedy: "run `till why \(payment)`",
            recovery: .retry)
    }
}
