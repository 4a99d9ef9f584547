import Flow
import Model
import Payments
import Stores

/// Begins payments for requests over HTTP: once for each idempotency key, however often and from wherever a request comes.
struct PaymentStarts: Sendable {
    let till: any ServedTill
    let gate: StopGate
    private let turns = KeyedTurns()

    init(till: any ServedTill, gate: StopGate) {
        self.till = till
        self.gate = gate
    }

    /// The payment of the request's key, once its intent is durable: a new one, or the one that the key stands for already. It
    /// goes on whether or not the caller waits.
    func begin(_ request: PaymentRequest) async throws(Failure) -> PaymentID {
        let end = await withCheckedContinuation { continuation in
            _ = till.environment.spawn("begin a payment") {
                let end: Result<PaymentID, Failure>
                do throws(Failure) { end = .success(try await beginOnce(request)) } catch { end = .failure(error) }
                continuation.resume(returning: end)
            }
        }
        return try end.get()
    }

    private func beginOnce(_ request: PaymentRequest) async throws(Failure) -> PaymentID {
        let key = request.key ?? ""
        await turns.take(key)
        defer { turns.giveBack(key) }
        if let known = try await till.ask({ CardPresentPaymentsAction.findRequest(request, $0) }) { return known }
        try gate.check()
        let begun = try await till.ask { CardPresentPaymentsAction.beginPayment(request, $0) }
        await till.remember(reader: request.reader, printer: request.printer)
        return begun
    }
}
