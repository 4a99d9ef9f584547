import Flow
import Hardware
import Model
import Storage

/// Records what became of goods, whether their payment runs here, was left open, or is over.
package struct DispenseRecorder: Sendable {
    let environment: Environment
    let storage: any StorageManagerType
    let scheduler: TerminalScheduler
    let merchantProfile: MerchantProfile

    package init(
        environment: Environment, storage: any StorageManagerType, scheduler: TerminalScheduler,
        merchantProfile: MerchantProfile
    ) {
        self.environment = environment
        self.storage = storage
        self.scheduler = scheduler
        self.merchantProfile = merchantProfile
    }

    package func tell(_ issue: DispenseResult, of payment: PaymentID) async throws(Failure) {
        if let told = await scheduler.tellGoods(issue, of: payment) { return try told.get() }
        let history = try storage.reading { try StoredLedger.history(payment, in: $0) }
        guard let history else { throw storage.absence(of: payment) }
        guard case .settled = history.stage else {
            // Another process may be running the payment.
            return try await scheduler.withTerminal(history.intent.terminal, for: .recovery(payment)) {
                () throws(Failure) in
                try write(issue, of: payment)
            }
        }
        try write(issue, of: payment)
    }

    /// Reads and writes in one transaction: of two contradicting reports only one is accepted.
    private func write(_ issue: DispenseResult, of payment: PaymentID) throws(Failure) {
        let ledger = StoredLedger(storage: storage, environment: environment, merchantProfile: merchantProfile)
        let consequence = try storage.writing { transaction -> DispenseRule.Consequence in
            guard var history = try StoredLedger.history(payment, in: transaction) else {
                throw Failure.noPayment(payment.rawValue)
            }
            let consequence = DispenseRule(history: history).consequence(of: issue)
            if case .write(let event, _) = consequence {
                history.apply(event)
                try ledger.write(event, of: history, into: transaction)
            }
            return consequence
        }
        try consequence.answer.get()
    }
}
