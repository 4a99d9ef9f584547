import Failures
import Flow
import Hardware
import LogEvents
import Model
import Networking
import Storage
import Payments

/// Takes and gives back card payments with a person and a card present (docs/payment-steps.md): pre-flight, the steps
/// S0 to S10, recovery, and idempotency keys.
///
/// A key pays once, whatever process is killed in between. An amount is charged only after its intent is durable. A
/// report of `approved` rests on the terminal's own proof. Silence is reported as doubt.
package final class CardPresentPaymentsStore: Store {
    package typealias Handled = CardPresentPaymentsAction

    struct Dependencies: Sendable {
        var payments: CollectPaymentFlow.Dependencies
        var readers: any CardReaderService
        var recovery: RecoveryStore
        var demanded: EndOfDayThenPay
        /// What the shop takes itself.
        var shop: CardPresentPaymentsShopStore
    }

    package let subStores: [any Store]
    private let dependencies: CollectPaymentFlow.Dependencies
    private let readers: any CardReaderService
    private let recovery: RecoveryStore
    private let demanded: EndOfDayThenPay
    private let display: PaymentDisplayStore

    init(_ dependencies: Dependencies, display: PaymentDisplayStore) {
        self.dependencies = dependencies.payments
        readers = dependencies.readers
        recovery = dependencies.recovery
        demanded = dependencies.demanded
        subStores = [dependencies.shop]
        self.display = display
    }

    package func onAction(_ action: CardPresentPaymentsAction) {
        switch action {
        case .collectPayment(let request, let reply): collect(request, reply)
        case .beginPayment(let request, let reply): begin(request, reply)
        case .findRequest(let request, let reply): reply { () throws(Failure) in try find(request) }
        case .cancel(let payment, let reply): reply(dependencies.scheduler.cancel(payment))
        case .settleDoubt(
            let payment, let statement, let words, let numbersRestarted, let newestIsAnothers, let isOfOtherTerminal,
            let requester,
            let reply):
            settle(payment, reply) { settlement throws(Failure) in
                try await settlement.settle(
                    payment, statement, words: words, numbersRestarted: numbersRestarted,
                    newestIsAnothers: newestIsAnothers, isOfOtherTerminal: isOfOtherTerminal, by: requester)
            }
        case .resolve(let payment, let address, let giveUpAfter, let reply):
            resolve(payment, at: address, giveUpAfter, reply)
        case .withdrawSettlement(let payment, let words, let requester, let reply):
            settle(payment, reply) { settlement throws(Failure) in
                try await settlement.withdraw(payment, words: words, by: requester)
            }
        case .goods(let payment, let issue, let reply):
            let counter = DispenseRecorder(
                environment: dependencies.environment, storage: dependencies.storage, scheduler: dependencies.scheduler,
                merchantProfile: dependencies.merchantProfile)
            dependencies.environment.answer(reply, "tell what became of goods") { () throws(Failure) in
                try await counter.tell(issue, of: payment)
            }
        case .cancelPayment(let terminal, let ticket, let reply):
            reply(dependencies.scheduler.cancel(on: terminal, of: ticket))
        case .leavePayment(let terminal, let ticket, let reply):
            reply(dependencies.scheduler.leave(terminal, of: ticket))
        case .discoverReaders(let reply): reply(readers.discover())
        }
    }

    /// The payment runs in the process's environment, so that signing out never cuts it short. The terminal is reserved
    /// before anything else can happen to the session, so that the session cannot end from here on.
    ///
    /// - Parameter begun: called once a new payment's intent is durable.
    private func collect(
        _ asked: PaymentRequest, begun: @escaping @Sendable (PaymentID) -> Void = { _ in },
        _ reply: Reply<PaymentReport>
    ) {
        let (scheduler, environment) = (dependencies.scheduler, dependencies.environment)
        var request = asked
        do throws(Failure) {
            request.subject = try ownSubject(asked.subject)
            try request.checkNoCardData()
            try scheduler.reserve(request.terminal, for: .payment, request.ticket)
        } catch {
            environment.log(.paymentRefused, .device(request.terminal), .failure(error))
            return reply(failing: error)
        }
        let terminal = request.terminal
        let collection = flow(request, begun)
        let (display, recovery, demanded, storage) = (display, recovery, demanded, dependencies.storage)
        _ = environment.spawn("collect payment") {
            display.began(on: terminal)
            let end: Result<PaymentReport, Failure>
            do throws(Failure) {
                try await scheduler.take(terminal)
                end = .success(try await demanded.collect(collection).withSurplus(in: storage))
            } catch { end = .failure(error) }
            // The terminal is released before the reply, so that the caller may ask for the next payment at once.
            scheduler.release(terminal)
            switch end {
            case .success(let report):
                display.ended(report.outcome, on: terminal)
                if !report.outcome.isFinal { recovery.doubtArose() }
            case .failure(let failure):
                environment.log(.paymentRefused, .device(terminal), .failure(failure))
                display.refused(failure, on: terminal)
                // The obstacle may be a doubt that only this request discovered.
                recovery.doubtArose()
            }
            reply(end)
        }
    }
}

extension CardPresentPaymentsStore {
    private func flow(
        _ request: PaymentRequest, _ begun: @escaping @Sendable (PaymentID) -> Void
    ) -> CollectPaymentFlow {
        CollectPaymentFlow(request: request, dependencies: dependencies) { [display] progress in
            if case .begun(let payment) = progress {
                request.ticket?.note(payment)
                begun(payment)
            }
            display.noticed(progress, on: request.terminal)
        }
    }

    /// The reply is answered by whatever comes first: that the payment has begun, or its end.
    private func begin(_ request: PaymentRequest, _ reply: Reply<PaymentID>) {
        let dependencies = dependencies
        collect(
            request, begun: { reply($0) },
            Reply { end in
                reply(
                    Result { () throws(Failure) in
                        let report = try end.get()
                        // Nobody could ask for it by its id.
                        if case .notCharged(let reason) = report.outcome, try !dependencies.isWritten(report.payment) {
                            throw Failure(StorageFailure.system, reason, recovery: .askOperator)
                        }
                        return report.payment
                    })
            })
    }

    private func find(_ asked: PaymentRequest) throws(Failure) -> PaymentID? {
        var request = asked
        request.subject = try ownSubject(asked.subject)
        return try CollectPaymentFlow(request: request, dependencies: dependencies) { _ in }.keyedPayment()
    }

    /// The subject with the order's id in the till. An order that was made at this till has another id in the shop, and must
    /// not be paid under both.
    private func ownSubject(_ subject: PaymentRequest.Subject) throws(Failure) -> PaymentRequest.Subject {
        let (storage, site) = (dependencies.storage, dependencies.orders.site)
        switch subject {
        case .order(let id): return .order(try storage.reading { try $0.ownID(of: id, site: site) })
        case .reserve(.order(let id)):
            return .reserve(.order(try storage.reading { try $0.ownID(of: id, site: site) }))
        case .amount, .giveBack, .reserve, .book, .release: return subject
        }
    }

    private func resolve(
        _ payment: PaymentID, at address: DeviceAddress?, _ giveUpAfter: Duration, _ reply: Reply<PaymentReport>
    ) {
        let (dependencies, display, doubts) = (dependencies, display, recovery)
        dependencies.environment.answer(reply, "resolve a doubt") { () throws(Failure) in
            guard let history = try dependencies.history(of: payment) else {
                throw dependencies.storage.absence(of: payment)
            }
            if let outcome = history.storedOutcome, outcome.isFinal {
                return PaymentReport(history, outcome, wasKnown: true).withSurplus(in: dependencies.storage)
            }
            let (known, place) = (history.intent.terminal, address ?? history.intent.terminal)
            let recovery = PaymentRecovery(
                storage: dependencies.storage, scheduler: dependencies.scheduler, giveUpAfter: giveUpAfter,
                progress: { display.noticed($0, on: place) })
            let report = try await dependencies.scheduler.withTerminal(place, for: .recovery(payment)) {
                () throws(Failure) in
                try await dependencies.scheduler.withSecondTerminal(known, besides: place, for: .recovery(payment)) {
                    () throws(Failure) in try await recovery.recover(payment, at: place)
                }
            }
            guard let report else { throw .noPayment(payment.rawValue) }
            if report.outcome.isFinal {
                doubts.settled(payment)
            } else {
                doubts.doubtArose()
            }
            return report
        }
    }

    private func settle(
        _ payment: PaymentID, _ reply: Reply<PaymentReport>,
        _ work: @escaping @Sendable (OperatorSettlement) async throws(Failure) -> PaymentReport
    ) {
        let settlement = OperatorSettlement(
            environment: dependencies.environment, storage: dependencies.storage, scheduler: dependencies.scheduler,
            merchantProfile: dependencies.merchantProfile, rights: dependencies.rights)
        let (recovery, storage) = (recovery, dependencies.storage)
        dependencies.environment.answer(reply, "settle a doubt") { () throws(Failure) in
            let report = try await work(settlement).withSurplus(in: storage)
            if report.outcome.isFinal { recovery.settled(payment) } else { recovery.doubtArose() }
            return report
        }
    }
}
