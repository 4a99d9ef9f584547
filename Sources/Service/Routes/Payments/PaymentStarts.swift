import Flow
import Model
import Payments
import Storage
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
        let end = await withCheckedContinuation { continuation in
            _ = till.environment.spawn("begin a payment") { [request] in
                let end: Result<PaymentID, Failure>
                do throws(Failure) { end = .success(try await beginOnce(request, key)) } catch { end = .failure(error) }
                continuation.resume(returning: end)
            }
        }
        return try end.get()
    }

    private func beginOnce(_ request: PaymentRequest, _ key: String) async throws(Failure) -> PaymentID {
        await turns.take(key)
        defer { turns.release(key) }
        if let known = try await till.ask({ CardPresentPaymentsAction.findRequest(request, $0) }) { return known }
        let begun = try await gate.admit { () async throws(Failure) in
            try await enquiries.using(request.reader) { () async throws(Failure) in
                try await till.ask { CardPresentPaymentsAction.beginPayment(request, $0) }
            }
        }
        try checkIsWritten(begun, request)
        await till.remember(reader: request.reader, printer: request.printer)
        return begun
    }

    /// Throws for a payment that is in no journal. Its intent could not be written because a payment of the same order was begun on
    /// another terminal at the same moment; nothing was sent.
    private func checkIsWritten(_ payment: PaymentID, _ request: PaymentRequest) throws(Failure) {
        let order: OrderID?
        switch request.subject {
        case .order(let id), .reserve(.order(let id)): order = id
        case .amount, .giveBack, .reserve, .book, .release: order = nil
        }
        let other = try till.storage.reading { reader -> PaymentID? in
            if try reader.payment(id: payment) != nil { return nil }
            let open = try reader.recentPayments(limit: Self.recent).first { $0.isOpen && $0.order == order }
            return open?.id ?? payment
        }
        if let other { throw .inDoubt(other) }
    }

    /// Among how many of the newest payments the other one is looked for.
    private static let recent = 100
}
