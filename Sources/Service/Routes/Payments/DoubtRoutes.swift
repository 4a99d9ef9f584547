import Flow
import Model
import Payments
import Storage
import Stores

/// Transactions whose outcome is not known: which, and what settles them.
struct DoubtRoutes: Sendable {
    let till: any ServedTill
    let enquiries: TerminalEnquiries

    private static let path = "/v1/doubts"
    /// How long a request to resolve one asks the terminal, in seconds.
    private static let longestAsking: Int64 = 60
    private static let usualAsking: Int64 = 20

    var routes: [Route] {
        [
            Route("GET", Self.path, .look) { request throws(Failure) in
                let found = try await till.ask { JournalAction.listDoubts($0) }
                let part = try ListPart(of: found, for: request) { ($0.createdAt, $0.id.rawValue) }
                return try .json(
                    Output.Page(items: try Output.PaymentRow.rows(part.items, in: till.storage), next: part.next))
            },
            Route("POST", Self.path + "/{id}/resolve", .manage) { request throws(Failure) in
                try await resolve(request)
            },
            Route("POST", Self.path + "/{id}/settlement", .manage) { request throws(Failure) in
                try await settle(request)
            },
        ]
    }

    private func resolve(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var body = try BodyReader(request)
        let seconds = try body.number("give_up_after", 1...Self.longestAsking) ?? Self.usualAsking
        try body.end()
        let record = try record(request)
        let ask = { () async throws(Failure) in
            try await till.ask {
                CardPresentPaymentsAction.resolve(record.id, at: nil, giveUpAfter: .seconds(seconds), $0)
            }
        }
        let terminal = DeviceAddress(record.terminalAddress)
        let report = if let terminal { try await enquiries.using(terminal, ask) } else { try await ask() }
        return try .json(Output.payment(report, prints: nil))
    }

    /// What a person read in the terminal's own journal. The till refuses what contradicts the terminal.
    private func settle(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        let record = try record(request)
        var body = try BodyReader(request)
        let words = try body.evidence()
        let (restarted, anothers) = (try body.flag("numbers_restarted"), try body.flag("newest_is_anothers"))
        let isOfOtherTerminal = try body.flag("other_terminal")
        let statement = try statement(&body, record.amount.currency)
        try body.end()
        guard words != nil || statement?.needsNoWords == true else { throw .missing("evidence") }
        let (till, requester) = (till, request.requester)
        let report = try await enquiries.settling(record) { () async throws(Failure) in
            guard let statement else {
                return try await till.ask {
                    CardPresentPaymentsAction.withdrawSettlement(record.id, words: words ?? "", by: requester, $0)
                }
            }
            return try await till.ask {
                CardPresentPaymentsAction.settleDoubt(
                    record.id, statement, words: words, numbersRestarted: restarted, newestIsAnothers: anothers,
                    isOfOtherTerminal: isOfOtherTerminal, by: requester, $0)
            }
        }
        return try .json(Output.payment(report, prints: nil))
    }

    /// Nil for the wish to withdraw an earlier statement.
    private func statement(
        _ body: inout BodyReader, _ currency: Currency
    ) throws(Failure) -> OperatorEvidence.Statement? {
        let said = try body.text("statement")
        let (receipt, trace) = (try body.number("receipt", 1...9_999), try body.number("trace", 1...999_999))
        let (amount, newest) = (
            try body.number("amount_minor", 0...Money.mostMinorUnits), try body.number("newest_receipt", 0...9_999)
        )
        switch said {
        case "booked":
            guard let trace, let amount else { throw .badStatement }
            return .booked(
                receipt: receipt.map { Int($0) }, trace: Int(trace),
                amount: Money(minorUnits: amount, currency: currency))
        case "not_booked":
            guard let newest else { throw .badStatement }
            return .notBooked(newestReceipt: Int(newest))
        case "taken_back":
            guard let newest else { throw .badStatement }
            return .takenBack(newestReceipt: Int(newest))
        case "ended": return .ended
        case "withdrawn": return nil
        default:
            throw .invalid(
                "statement",
                Sentence("detail.request.oneOf", ["words": "booked, not_booked, taken_back, ended, withdrawn"]))
        }
    }

    private func record(_ request: ServiceRequest) throws(Failure) -> PaymentRecord {
        let id = PaymentID(rawValue: request.parameter("id"))
        guard let record = try till.storage.reading({ try $0.payment(id: id) }) else { throw .noPayment(id.rawValue) }
        return record
    }
}

extension OperatorEvidence.Statement {
    /// A booking is told by its numbers; everything else needs to be told in words as well.
    fileprivate var needsNoWords: Bool { if case .booked = self { true } else { false } }
}

extension Failure {
    fileprivate static let badStatement = Failure.invalid("statement", Sentence("detail.request.statement"))
}
