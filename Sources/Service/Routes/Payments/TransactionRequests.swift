import Flow
import Model
import Payments
import Storage
import Stores

/// What the routes of payments and reservations have in common: begin a transaction, and answer how it stands.
struct TransactionRequests: Sendable {
    let till: any ServedTill
    let starts: PaymentStarts

    /// The path of transactions of every kind.
    static let path = "/v1/payments"

    /// Takes the rest of a body, and begins what is asked for. Answers 202 once it is durable. A request that was sent before is
    /// answered with what it began, whatever the shop and the configuration say now.
    ///
    /// - Parameter booked: the terminal that is used unless the body names another.
    func begin(
        _ subject: RepeatedRequest.Subject, tip: Money? = nil, currency: Currency? = nil, givesGoods: Bool = false,
        at booked: DeviceAddress? = nil, saysOriginalStands: Bool = false,
        _ key: String, _ rest: BodyReader, _ request: ServiceRequest
    ) async throws(Failure) -> ServiceResponse {
        var body = rest
        let (reader, printer) = (try body.text("reader"), try body.text("printer"))
        let language = try body.receiptLanguage() ?? till.receiptLanguage
        try body.end()
        let asked = RepeatedRequest(
            key: key, subject: subject, tip: tip, currency: currency, givesGoods: givesGoods)
        let begun = try await starts.begin(asked) { () async throws(Failure) in
            let meant = try await meaning(of: subject)
            let devices = try await ServedDevices(till: till).payment(reader, printer, booked: booked)
            var wanted = PaymentRequest(
                subject: meant, tip: tip, currency: currency, givesGoods: givesGoods, terminal: devices.terminal,
                printer: devices.printer, language: language, giveUpAfter: till.giveUpAfter)
            wanted.isPrintedByTerminal = devices.isPrintedByTerminal
            wanted.saysOriginalStands = saysOriginalStands
            wanted.by = request.requester
            return wanted
        }
        return try .json(
            try await state(begun, request), status: 202,
            fields: ["Location": "\(Self.path)/\(begun)"])
    }

    private func meaning(of subject: RepeatedRequest.Subject) async throws(Failure) -> PaymentRequest.Subject {
        switch subject {
        case .pay(let number): .order(try await order(number))
        case .reserve(let number): .reserve(.order(try await order(number)))
        case .understood(let subject): subject
        }
    }

    /// The id of the order that has that number.
    private func order(_ number: OrderNumber) async throws(Failure) -> OrderID {
        try await till.ask { OrderAction.identifyOrder(number, $0) }
    }

    /// The explanation of a transaction by its id. Other names of one are not taken here: an order may have several.
    func explanation(of payment: PaymentID) async throws(Failure) -> PaymentExplanation {
        let known = try till.storage.reading { try $0.payment(id: payment) != nil }
        guard known else { throw .noPayment(payment.rawValue) }
        return try await till.ask { JournalAction.explainPayment(reference: payment.rawValue, $0) }
    }

    func state(_ payment: PaymentID, _ request: ServiceRequest) async throws(Failure) -> Output.StateDocument {
        let explanation = try await explanation(of: payment)
        let next = try till.storage.reading { try $0.payment(key: CollectPaymentFlow.key(after: payment))?.id }
        return Output.state(explanation, followedBy: next, in: request.language)
    }
}
