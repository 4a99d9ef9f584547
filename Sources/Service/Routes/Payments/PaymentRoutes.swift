import Failures
import Flow
import Model
import Payments
import Storage
import Stores

/// Payments, and what gives them back: begin, look, explain and cancel.
struct PaymentRoutes: Sendable {
    let transactions: TransactionRequests

    private static let path = TransactionRequests.path
    private var till: any ServedTill { transactions.till }

    var routes: [Route] {
        [
            Route("GET", Self.path, .look) { request throws(Failure) in try await list(request) },
            Route("POST", Self.path, .collect) { request throws(Failure) in try await pay(request) },
            Route("GET", Self.path + "/{id}", .look) { request throws(Failure) in
                try .json(try await transactions.state(PaymentID(rawValue: request.parameter("id")), request))
            },
            Route("GET", Self.path + "/{id}/why", .look) { request throws(Failure) in try await explain(request) },
            Route("POST", Self.path + "/{id}/cancel", .collect) { request throws(Failure) in
                try await cancel(request)
            },
            Route("POST", Self.path + "/{id}/goods", .collect) { request throws(Failure) in
                try await tellGoods(request)
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
        if let before, try till.storage.reading({ try $0.payment(id: before) }) == nil { throw .unknownCursor }
        let found = try await till.ask { JournalAction.listPayments(before: before, limit: limit, $0) }
        let next = found.count == limit ? found.last?.id.rawValue : nil
        return try .json(Output.Page(items: try Output.PaymentRow.rows(found, in: till.storage), next: next))
    }

    private func explain(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        try .json(
            Output.why(
                try await transactions.explanation(of: PaymentID(rawValue: request.parameter("id"))), request.language))
    }

    // MARK: Money

    private func pay(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let key = try IdempotencyKey.of(request)
        var body = try BodyReader(request)
        let order = try body.order()
        let currency = try body.currency("currency")
        let tip = try body.number("tip_minor", 1...Money.mostMinorUnits)
        let money = try tip.map { tip throws(Failure) in
            guard let currency else { throw .missing("currency") }
            return Money(minorUnits: tip, currency: currency)
        }
        let givesGoods = try body.flag("goods")
        return try await transactions.begin(
            .pay(order), tip: money, currency: currency, givesGoods: givesGoods, key, body, request)
    }

    /// What became of the goods of a payment that was begun with `goods`. The same report may be repeated.
    private func tellGoods(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let payment = PaymentID(rawValue: request.parameter("id"))
        var body = try BodyReader(request)
        let (given, minor) = (try body.text("given"), try body.number("amount_minor", 1...Money.mostMinorUnits))
        try body.end()
        let currency = try await transactions.explanation(of: payment).history.intent.amount.currency
        let result: DispenseResult
        switch (given, minor) {
        case ("all", nil): result = .given
        case ("none", nil): result = .notGiven
        case ("part", let minor?): result = .givenInPart(Money(minorUnits: minor, currency: currency))
        case ("part", nil): throw .missing("amount_minor")
        case ("all", _), ("none", _): throw .unknownName("amount_minor")
        default: throw .invalid("given", Sentence("detail.request.oneOf", ["words": "all, part, none"]))
        }
        try await till.ask { CardPresentPaymentsAction.goods(payment, result, $0) }
        return try .json(try await transactions.state(payment, request))
    }

    private func refund(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let key = try IdempotencyKey.of(request)
        var body = try BodyReader(request)
        let original = try await original(request)
        let amount = try body.number("amount_minor", 1...Money.mostMinorUnits)
        let stands = try body.flag("stands")
        return try await transactions.begin(
            .understood(
                .giveBack(
                    .refund(
                        of: original.id, amount.map { Money(minorUnits: $0, currency: original.amount.currency) }))),
            saysOriginalStands: stands, key, body, request)
    }

    private func reverse(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let key = try IdempotencyKey.of(request)
        let original = try await original(request)
        return try await transactions.begin(
            .understood(.giveBack(.reversal(of: original.id))), at: DeviceAddress(original.terminalAddress), key,
            try BodyReader(request), request)
    }

    private func original(_ request: ServiceRequest) async throws(Failure) -> PaymentRecord {
        let id = PaymentID(rawValue: request.parameter("id"))
        let known = try till.storage.reading { try $0.payment(id: id) != nil }
        guard known else { throw .noPayment(id.rawValue) }
        return try await till.ask { JournalAction.findPayment(reference: id.rawValue, $0) }
    }

    /// Cancelling is a wish: the state tells what the terminal has decided.
    private func cancel(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        try BodyReader(request).end()
        let payment = PaymentID(rawValue: request.parameter("id"))
        // Throws for an unknown payment.
        _ = try await transactions.explanation(of: payment)
        let isAsked = try await till.ask { CardPresentPaymentsAction.cancel(payment, $0) }
        guard isAsked else {
            // Looked at only now: the payment may have ended meanwhile.
            throw try await transactions.explanation(of: payment).isFinal ? .ended(payment) : .unresolved(payment)
        }
        return try .json(try await transactions.state(payment, request), status: 202)
    }
}

extension Failure {
    fileprivate static func ended(_ payment: PaymentID) -> Failure {
        Failure(
            PaymentFailure.ended, Sentence("failure.payment.ended", ["payment": payment]), recovery: .giveUp)
    }
}
