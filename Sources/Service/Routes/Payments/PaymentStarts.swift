import Flow
import Model
import Payments
import Stores

/// Begins payments for requests over HTTP: once for each idempotency key, however often and from wherever a request comes.
struct PaymentStarts: Sendable {
    let till: any ServedTill
    let gate: ShutdownGate
    let enquiries: TerminalEnquiries
    private let turns = KeyedTurns()

    init(till: any ServedTill, gate: ShutdownGate, enquiries: TerminalEnquiries) {
        self.till = till
        self.gate = gate
        self.enquiries = enquiries
    }

    /// The payment of this idempotency key, once its intent is durable: a new one, or the one that the key stands for already.
    /// It goes on whether or not the caller waits.
    func begin(_ unkeyed: PaymentRequest, key: String) async throws(Failure) -> PaymentID {
        var request = unkeyed
        request.key = key
        return try await till.environment.toTheEnd("begin a payment") { [request] () async throws(Failure) in
            await turns.take(key)
            defer { turns.release(key) }
            return try await beginOnce(request)
        }
    }

    /// The same for a request as it came. Unless it was sent before, `prepare` finds out what it means.
    func begin(
        _ asked: RepeatedRequest, prepare: @escaping @Sendable () async throws(Failure) -> PaymentRequest
    ) async throws(Failure) -> PaymentID {
        try await till.environment.toTheEnd("begin a payment") { () async throws(Failure) in
            await turns.take(asked.key)
            defer { turns.release(asked.key) }
            if let known = try await till.ask({ JournalAction.findRepeated(asked, $0) }) { return known.id }
            var request = try await prepare()
            request.key = asked.key
            return try await beginOnce(request)
        }
    }

    private func beginOnce(_ request: PaymentRequest) async throws(Failure) -> PaymentID {
        if let known = try await till.ask({ CardPresentPaymentsAction.findRequest(request, $0) }) { return known }
        try JournalTimes(till: till).check()
        let begun = try await gate.admit { () async throws(Failure) in
            try await enquiries.using(request.terminal) { () async throws(Failure) in
                try await till.ask { CardPresentPaymentsAction.beginPayment(request, $0) }
            }
        }
        await till.remember(terminal: request.terminal, printer: request.printer)
        return begun
    }
}
