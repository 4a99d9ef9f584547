import Failures
import Flow
import Model
import Storage

/// Runs payments on terminals that may demand their end of day first, and repeats payments that ended as not charged.
///
/// A payment that ended as not charged never began at the terminal, or the terminal has no record of it. The payment
/// that follows gets a key made of the first one's id. So a repeated request with the key of the first finds it, and no
/// more than one follows.
package struct EndOfDayThenPay: Sendable {
    let policy: EndOfDayPolicy
    let scheduler: EndOfDayScheduler

    package init(policy: EndOfDayPolicy, scheduler: EndOfDayScheduler) {
        self.policy = policy
        self.scheduler = scheduler
    }

    /// Collects the payment. The caller must have taken the terminal.
    package func collect(_ first: CollectPaymentFlow) async throws(Failure) -> PaymentReport {
        var collection = first
        do throws(Failure) {
            var report = try await collection.collect()
            while report.wasKnown, case .notCharged = report.outcome {
                collection = collection.following(report.payment)
                report = try await collection.collect()
            }
            guard report.outcome == .endOfDayDemanded else { return report }
            if policy == .whenDemanded { collection = collection.following(report.payment) }
        } catch {
            guard error.is(ReaderFailure.endOfDayDemanded) else { throw error }
        }
        guard policy == .whenDemanded else { throw .endOfDayDemanded }
        try await endDay(for: collection.request)
        let report = try await collection.collect()
        guard report.outcome != .endOfDayDemanded else { throw .endOfDayDemanded }
        return report
    }

    /// Finds out what became of an interrupted end of day before another payment is put on the terminal. If the
    /// terminal does not tell now, the end of day stays open and does not prevent payments.
    package func settleOpen(before payment: PaymentRequest) async {
        let run = EndOfDayRun(request: EndOfDayRequest(for: payment), dependencies: scheduler.dependencies) { _ in }
        try? await run.settleOpen()
    }

    private func endDay(for payment: PaymentRequest) async throws(Failure) {
        var request = EndOfDayRequest(for: payment)
        request.isDemanded = true
        let report = try await scheduler.perform(request) { run async throws(Failure) in try await run.close() }
        guard report.outcome.isClosed else { throw .endOfDayDemanded }
    }
}

extension EndOfDayRequest {
    /// The end of day that a payment has to wait for.
    init(for payment: PaymentRequest) {
        self.init(
            terminal: payment.terminal, printer: PaymentDevices(of: payment).paper,
            language: payment.language,
            giveUpAfter: payment.giveUpAfter)
        by = payment.by
    }
}

extension CollectPaymentFlow {
    /// A new payment with the request of the one that the terminal refused.
    func following(_ refused: PaymentID) -> CollectPaymentFlow {
        var request = request
        request.key = Self.key(after: refused)
        return CollectPaymentFlow(request: request, dependencies: dependencies, progress: progress)
    }

    /// The key of the payment that follows one that the terminal refused before its end of day.
    package static func key(after refused: PaymentID) -> String { "\(beginningOfFollowingKeys)\(refused)" }

    /// How these keys begin.
    package static let beginningOfFollowingKeys = "after "
}

extension PaymentOutcome {
    /// The terminal demands its end of day and has not begun the payment.
    static let endOfDayDemanded = PaymentOutcome.notCharged(reason: Sentence("reason.endOfDayWanted"))
}
