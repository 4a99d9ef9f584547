import Flow
import Model
import Storage

/// Finds out what became of payments that an earlier process or a disturbance left open.
package struct PaymentRecovery: Sendable {
    let storage: any StorageManagerType
    package let scheduler: TerminalScheduler
    var giveUpAfter = Duration.seconds(60)
    let progress: @Sendable (PaymentProgress) -> Void

    package init(
        storage: any StorageManagerType, scheduler: TerminalScheduler, giveUpAfter: Duration = .seconds(60),
        progress: @escaping @Sendable (PaymentProgress) -> Void
    ) {
        self.storage = storage
        self.scheduler = scheduler
        self.giveUpAfter = giveUpAfter
        self.progress = progress
    }

    /// Recovers one payment on a terminal that the caller has taken. Returns nil if the journal does not know the
    /// payment.
    ///
    /// - Parameter isInBackground: whether nobody asked for it, so that it makes room for other work on the terminal.
    package func recover(
        _ payment: PaymentID, at address: DeviceAddress, isInBackground: Bool = false
    ) async throws(Failure) -> PaymentReport? {
        guard let history = try history(of: payment) else { return nil }
        let (end, outcome) = await scheduler.run(
            history, on: nil, at: address, giveUpAfter: giveUpAfter, isInBackground: isInBackground, progress: progress)
        return PaymentReport(end, outcome, wasKnown: true).withSurplus(in: storage)
    }

    package func history(of payment: PaymentID) throws(Failure) -> PaymentHistory? {
        try storage.reading { try StoredLedger.history(payment, in: $0) }
    }
}
