import Failures
import Flow
import Model
import Storage

/// Settles a transaction in doubt by a person's evidence, or withdraws such a settlement, while nobody else has the
/// terminal.
package struct OperatorSettlement: Sendable {
    let environment: Environment
    let storage: any StorageManagerType
    let scheduler: TerminalScheduler
    let merchantProfile: MerchantProfile
    let rights: OperatorRights

    package init(
        environment: Environment, storage: any StorageManagerType, scheduler: TerminalScheduler,
        merchantProfile: MerchantProfile,
        rights: OperatorRights
    ) {
        self.environment = environment
        self.storage = storage
        self.scheduler = scheduler
        self.merchantProfile = merchantProfile
        self.rights = rights
    }

    package func settle(
        _ payment: PaymentID, _ statement: OperatorEvidence.Statement, words: String?, numbersRestarted: Bool,
        newestIsAnothers: Bool, isOfOtherTerminal: Bool, by requester: Requester? = nil
    ) async throws(Failure) -> PaymentReport {
        if try isEndOfReservation(payment, statement) { return try await end(payment, statement, words, by: requester) }
        let report = try await write(payment) { history, name throws(Failure) in
            if let outcome = history.storedOutcome, outcome.isFinal {
                guard history.isConfirmed(by: statement), let words else { throw .nothingToSettle(payment, outcome) }
                return .operatorConfirmed(
                    OperatorEvidence(
                        statement, words: try OperatorEvidence.checked(words), operatorName: name, by: requester))
            }
            try checkIsOver(history)
            let evidence = OperatorEvidence(
                statement, words: words, operatorName: name, numbersRestarted: numbersRestarted,
                newestIsAnothers: newestIsAnothers, isOfOtherTerminal: isOfOtherTerminal, by: requester)
            let claimed = try storage.reading { try ClaimedTransaction.all(besides: history.intent, in: $0) }
            let largest = rights.largest(in: history.intent.amount.currency)
            let outcome = try OperatorRule(history: history, claimed: claimed, largest: largest).outcome(of: evidence)
            if case .booked(let receipt, let trace, let typed) = statement, history.needsSecondTyping(statement) {
                return .inDoubt(
                    reason: .typedOnce(receipt, trace, typed, asked: history.intent.amount, by: name))
            }
            return .operatorSettled(evidence, history.withGoods(outcome))
        }
        if case .inDoubt = report.outcome, case .booked(_, _, let typed) = statement {
            throw .typedOnce(payment, asked: report.amount, typed)
        }
        return report
    }

    /// Throws while the terminal may still be running it: its journal does not show yet how it ends.
    private func checkIsOver(_ history: PaymentHistory) throws(Failure) {
        // It was over when a person typed it for the first time.
        guard history.typedOnce == nil else { return }
        let rest: Duration
        if history.isAskedSince(environment.bootTime()) {
            rest = history.mayStillRun(at: environment.bootTime())
        } else {
            // Nobody has asked since the machine was started, so the wall clock and the last written fact decide.
            let record = try storage.reading { try $0.payment(id: history.intent.payment) }
            let since = environment.now().timeIntervalSince(record?.updatedAt ?? history.intent.startedAt)
            rest = min(history.mayStillRun(at: .unknown), history.cardPhase) - .seconds(max(0, since))
        }
        if rest > .zero { throw .mayStillRun(rest) }
    }

    package func withdraw(
        _ payment: PaymentID, words: String, by requester: Requester? = nil
    ) async throws(Failure) -> PaymentReport {
        try await write(saidEnd(of: payment) ?? payment) { history, name throws(Failure) in
            guard history.wasSettledByOperator else {
                throw history.storedOutcome?.isFinal == true ? .notSettledByOperator(payment) : .isInDoubt(payment)
            }
            try checkIsNotEndedSince(history)
            return .operatorWithdrew(words: try OperatorEvidence.checked(words), operatorName: name, by: requester)
        }
    }

    /// Writes the fact and everything that follows from it.
    private func write(
        _ payment: PaymentID, _ fact: (PaymentHistory, String) throws(Failure) -> PaymentEvent
    ) async throws(Failure) -> PaymentReport {
        let name = try Account.signedIn(in: storage).name
        guard let terminal = try history(of: payment)?.intent.terminal else { throw storage.absence(of: payment) }
        return try await scheduler.withTerminal(terminal, for: .recovery(payment)) { () throws(Failure) in
            // The history is read only now, because the terminal's former user may have settled it.
            guard var history = try history(of: payment) else { throw .noPayment(payment.rawValue) }
            let event = try fact(history, name)
            history.apply(event)
            var events = [(event, history)]
            // A transaction for which no terminal was asked needs no recovery.
            if history.intent.isSaid, history.storedOutcome?.isFinal == false {
                let nothing = PaymentEvent.settled(.notCharged(reason: PaymentMachine.nothingSent))
                history.apply(nothing)
                events.append((nothing, history))
            }
            try write(events)
            return PaymentReport(history, history.storedOutcome ?? .inDoubt(reason: PaymentHistory.withdrawn))
        }
    }

    func write(_ events: [(event: PaymentEvent, history: PaymentHistory)]) throws(Failure) {
        let ledger = StoredLedger(storage: storage, environment: environment, merchantProfile: merchantProfile)
        try storage.writing { transaction in
            for (event, history) in events { try ledger.write(event, of: history, into: transaction) }
        }
    }

    func history(of payment: PaymentID) throws(Failure) -> PaymentHistory? {
        try storage.reading { try StoredLedger.history(payment, in: $0) }
    }
}

extension Failure {
    static func mayStillRun(_ rest: Duration) -> Failure {
        Failure(
            SettlementFailure.tooEarly, Sentence("failure.settlement.tooEarly"),
            remedy: Sentence("remedy.settlement.tooEarly", ["seconds": rest.components.seconds + 1]),
            recovery: .retry)
    }

    static func isInDoubt(_ payment: PaymentID) -> Failure {
        Failure(
            SettlementFailure.notOperators, Sentence("failure.settlement.notOperators.inDoubt", ["payment": payment]),
            recovery: .giveUp)
    }

    static func notSettledByOperator(_ payment: PaymentID) -> Failure {
        Failure(
            SettlementFailure.notOperators, Sentence("failure.settlement.notOperators", ["payment": payment]),
            recovery: .giveUp)
    }
}
