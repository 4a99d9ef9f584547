import Failures
import Flow
import Model
import Payments
import Storage
import Stores

/// Payments, and what gives them back: begin, look, explain and cancel.
struct PaymentRoutes: Sendable {
    let till: any ServedTill
    let starts: PaymentStarts

    private static let path = "/v1/payments"

    var routes: [Route] {
        [
            Route("GET", Self.path, .look) { request throws(Failure) in try await list(request) },
            Route("POST", Self.path, .collect) { request throws(Failure) in try await pay(request) },
            Route("GET", Self.path + "/{id}", .look) { request throws(Failure) in
                try .json(try await state(PaymentID(rawValue: request.parameter("id")), request))
            },
            Route("GET", Self.path + "/{id}/why", .look) { request throws(Failure) in try await explain(request) },
            Route("POST", Self.path + "/{id}/cancel", .collect) { request throws(Failure) in
                try await cancel(request)
            },
            Route("POST", Self.path + "/{id}/refunds", .giveBack) { request throws(Failure) in
                try await refund(request)
            },
            Route("POST", Self.path + "/{id}/reversal", .giveBack) { request throws(Failure) in
                try await reverse(request)
            },
        ]
    }

    // MARK: Looking

    private func list(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var query = QueryReader(request)
        let (limit, cursor) = (try query.limit(), try query.text("cursor"))
        try query.end()
        let before = cursor.map(PaymentID.init(rawValue:))
        let found = try await till.ask { JournalAction.listPayments(before: before, limit: limit, $0) }
        let next = found.count == limit ? found.last?.id.rawValue : nil
        return try .json(Output.Page(items: found.map(Output.PaymentRow.init), next: next))
    }

    private func explain(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        try .json(Output.why(try await explanation(of: PaymentID(rawValue: request.parameter("id"))), request.language))
    }

    /// The explanation of a payment by its id. Other names of a payment are not taken here: an order may have several.
    private func explanation(of payment: PaymentID) async throws(Failure) -> PaymentExplanation {
        let known = try till.storage.reading { try $0.payment(id: payment) != nil }
        guard known else { throw .noPayment(payment.rawValue) }
        return try await till.ask { JournalAction.explainPayment(reference: payment.rawValue, $0) }
    }

    private func state(_ payment: PaymentID, _ request: ServiceRequest) async throws(Failure) -> Output.StateDocument {
        let explanation = try await explanation(of: payment)
        let next = try till.storage.reading { try $0.payment(key: CollectPaymentFlow.key(after: payment))?.id }
        return Output.state(explanation, followedBy: next, in: request.language)
    }

    // MARK: Money

    private func pay(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let key = try IdempotencyKey.of(request)
        var body = try BodyReader(request)
        guard let named = try body.word("order") else { throw .missing("order") }
        guard let order = OrderID(typed: named) else { throw .invalid("order", Sentence("detail.request.order")) }
        let currency = try body.currency("currency")
        let tip = try body.number("tip_minor", 1...Self.mostMinor)
        let money = try tip.map { tip throws(Failure) in
            guard let currency else { throw .missing("currency") }
            return Money(minorUnits: tip, currency: currency)
        }
        return try await begin(.order(order), tip: money, currency: currency, key, body, request)
    }

    private func refund(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let key = try IdempotencyKey.of(request)
        var body = try BodyReader(request)
        let original = try await original(request)
        let amount = try body.number("amount_minor", 1...Self.mostMinor)
        return try await begin(
            .giveBack(
                .refund(
                    of: original.id, amount.map { Money(minorUnits: $0, currency: original.amount.currency) })),
            key, body, request)
    }

    private func reverse(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let key = try IdempotencyKey.of(request)
        let original = try await original(request)
        return try await begin(
            .giveBack(.reversal(of: original.id)), at: DeviceAddress(original.terminalAddress), key,
            try BodyReader(request), request)
    }

    private func original(_ request: ServiceRequest) async throws(Failure) -> PaymentRecord {
        let id = PaymentID(rawValue: request.parameter("id"))
        let known = try till.storage.reading { try $0.payment(id: id) != nil }
        guard known else { throw .noPayment(id.rawValue) }
        return try await till.ask { JournalAction.findPayment(reference: id.rawValue, $0) }
    }

    /// The greatest amount that a terminal can be asked for: twelve digits (ZVT BMP 04).
    private static let mostMinor: Int64 = 999_999_999_999

    /// Takes the rest of the body, and begins what is asked for.
    ///
    /// - Parameter booked: the terminal that is used unless the body names another.
    private func begin(
        _ subject: PaymentRequest.Subject, tip: Money? = nil, currency: Currency? = nil,
        at booked: DeviceAddress? = nil,
        _ key: String, _ rest: BodyReader, _ request: ServiceRequest
    ) async throws(Failure) -> ServiceResponse {
        var body = rest
        let (reader, printer) = (try body.text("reader"), try body.text("printer"))
        let language = try body.text("language") ?? till.receiptLanguage
        try body.end()
        let devices = try await ServedDevices(till: till).payment(reader, printer, booked: booked)
        let begun = try await starts.begin(
            PaymentRequest(
                subject: subject, tip: tip, currency: currency, key: key, reader: devices.reader,
                printer: devices.printer, language: language, giveUpAfter: till.giveUpAfter))
        return try .json(
            try await state(begun, request), status: 202,
            fields: ["Location": "\(Self.path)/\(begun)"])
    }

    /// Cancelling is a wish: the state tells what the terminal has decided.
    private func cancel(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        try BodyReader(request).end()
        let payment = PaymentID(rawValue: request.parameter("id"))
        let before = try await explanation(of: payment)
        let isAsked = try await till.ask { CardPresentPaymentsAction.cancel(payment, $0) }
        guard isAsked else { throw before.isFinal ? .ended(payment) : .inDoubt(payment) }
        return try .json(try await state(payment, request), status: 202)
    }
}

extension Failure {
    fileprivate static func ended(_ payment: PaymentID) -> Failure {
        Failure(
            PaymentFailure.ended, Sentence("failure.payment.ended", ["payment": payment]), recovery: .giveUp)
    }
}
