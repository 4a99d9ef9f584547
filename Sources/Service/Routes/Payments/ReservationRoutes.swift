import Flow
import Model
import Payments
import Storage
import Stores

/// Amounts that are held on cards: reserve an order's total, and capture or release it. Each is a transaction under
/// `/v1/payments`.
struct ReservationRoutes: Sendable {
    let transactions: TransactionRequests

    private static let path = "/v1/reservations"
    private var till: any ServedTill { transactions.till }

    var routes: [Route] {
        [
            Route("GET", Self.path, .look) { request throws(Failure) in
                let found = try await till.ask { JournalAction.listReservations($0) }
                let part = try ListPart(of: found, for: request) {
                    ($0.reservation.createdAt, $0.reservation.id.rawValue)
                }
                return try .json(Output.Page(items: part.items.map(Output.ReservationRow.init), next: part.next))
            },
            Route("POST", Self.path, .collect) { request throws(Failure) in try await reserve(request) },
            Route("POST", Self.path + "/{id}/capture", .giveBack) { request throws(Failure) in
                try await capture(request)
            },
            Route("POST", Self.path + "/{id}/release", .giveBack) { request throws(Failure) in
                try await release(request)
            },
        ]
    }

    private func reserve(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let key = try IdempotencyKey.of(request)
        var body = try BodyReader(request)
        let order = try body.order()
        let currency = try body.currency("currency")
        return try await transactions.begin(.reserve(order), currency: currency, key, body, request)
    }

    /// Without `amount_minor`, the order's total now is charged. What is not charged is freed.
    private func capture(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let key = try IdempotencyKey.of(request)
        var body = try BodyReader(request)
        let reservation = try await reservation(request)
        let amount = try body.number("amount_minor", 1...Money.mostMinorUnits).map {
            Money(minorUnits: $0, currency: reservation.amount.currency)
        }
        return try await transactions.begin(
            .understood(.book(reservation.id, amount.map { .only($0) } ?? .all)),
            at: DeviceAddress(reservation.terminalAddress), key, body, request)
    }

    private func release(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let key = try IdempotencyKey.of(request)
        let reservation = try await reservation(request)
        return try await transactions.begin(
            .understood(.release(reservation.id)), at: DeviceAddress(reservation.terminalAddress), key,
            try BodyReader(request), request)
    }

    /// The reservation with this id. An order's number is not taken here: an order may have several.
    private func reservation(_ request: ServiceRequest) async throws(Failure) -> PaymentRecord {
        let id = PaymentID(rawValue: request.parameter("id"))
        let known = try till.storage.reading { try $0.payment(id: id) != nil }
        guard known else { throw .noPayment(id.rawValue) }
        return try await till.ask { JournalAction.findReservation(reference: id.rawValue, $0) }
    }
}
