import Flow
import Model
import Storage

/// Finds out what became of payments that an earlier life, or an earlier disturbance, left without an end.
struct PaymentRecovery: Sendable {
    let storage: any StorageManagerType
    let desk: PaymentDesk
    let giveUpAfter: Duration
    let notice: @Sendable (PaymentNotice) -> Void

    /// One payment, on a terminal the caller has claimed. Nil when the journal knows nothing of it.
    func recover(_ record: PaymentRecord, at address: DeviceAddress) async throws(Failure) -> PaymentReport? {
        guard let history = try history(of: record.id) else { return nil }
        let (end, outcome) = await desk.run(history, on: nil, at: address, giveUpAfter: giveUpAfter, notice: notice)
        return PaymentReport(end, outcome, wasKnown: true)
    }

    /// Every open payment whose end the journal tells already: nothing is asked of any terminal. One that a living
    /// process is in the middle of is its own.
    func settleKnown() async throws(Failure) -> [PaymentReport] {
        var reports: [PaymentReport] = []
        for record in try storage.reading({ try $0.unsettledPayments() }) {
            guard let address = DeviceAddress(record.terminalAddress) else { continue }
            do throws(Failure) { try desk.claim(address) } catch  where error.code == Failure.terminalInUse.code {
                continue
            }
            defer { desk.release(address) }
            // Read again: whoever had it until now may have gone on.
            guard try history(of: record.id)?.isDecided == true else { continue }
            if let report = try await recover(record, at: address) { reports.append(report) }
        }
        return reports
    }

    private func history(of payment: PaymentID) throws(Failure) -> PaymentHistory? {
        try storage.reading { try StoredLedger.history(payment, in: $0) }
    }
}
