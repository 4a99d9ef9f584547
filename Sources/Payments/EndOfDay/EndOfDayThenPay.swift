import Failures
import Flow
import Model
import Storage

/// Payments on terminals that may want their end of day first, and payments asked for again of which nothing came.
///
/// What ended as not charged never began at the terminal, or the terminal has none of it. The payment that goes on is another
/// one, with a key made of the first one's id, so that whoever asks again with the key of the first finds it, and there is
/// never more than one that goes on.
package struct EndOfDayThenPay: Sendable {
    let policy: EndOfDayPolicy
    let desk: EndOfDayDesk

    package init(policy: EndOfDayPolicy, desk: EndOfDayDesk) {
        self.policy = policy
        self.desk = desk
    }

    /// The reader must be taken.
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

    /// What became of an end of day that was cut off, before another payment is put on the terminal. What it does not tell
    /// now stays open, and keeps nobody from paying.
    package func settleOpen(before payment: PaymentRequest) async {
        let run = EndOfDayRun(request: EndOfDayRequest(for: payment), dependencies: desk.dependencies) { _ in }
        try? await run.settleOpen()
    }

    private func endDay(for payment: PaymentRequest) async throws(Failure) {
        var request = EndOfDayRequest(for: payment)
        request.isDemanded = true
        let report = try await desk.perform(request) { run async throws(Failure) in try await run.close() }
        guard report.outcome.isClosed else { throw .endOfDayDemanded }
    }
}

extension EndOfDayRequest {
    fileprivate init(for payment: PaymentRequest) {
        self.init(
            reader: payment.reader, printer: payment.printer, language: payment.language,
            giveUpAfter: payment.giveUpAfter)
    }
}

extension CollectPaymentFlow {
    /// The same, asked for after the terminal refused that payment.
    func following(_ refused: PaymentID) -> CollectPaymentFlow {
        var request = request
        request.key = "after \(refused)"
        return CollectPaymentFlow(request: request, dependencies: dependencies, notice: notice)
    }
}

extension PaymentOutcome {
    /// The terminal wants its end of day; of the payment it has begun nothing.
    static let endOfDayDemanded = PaymentOutcome.notCharged(reason: Sentence("reason.endOfDayWanted"))
}
