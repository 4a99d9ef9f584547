import Flow
import Model
import Payments
import Stores

/// Receipts by e-mail.
struct MailRoutes: Sendable {
    let till: any ServedTill
    let acts: KeyedActs

    private static let path = "/v1/emails"

    var routes: [Route] {
        [
            Route("POST", "/v1/receipts/{receipt}/emails", .print) { request throws(Failure) in try await send(request)
            },
            Route("GET", Self.path + "/{id}", .look) { request throws(Failure) in
                try .json(try await document(of: MailID(rawValue: request.parameter("id"))))
            },
        ]
    }

    /// Answers once the e-mail is durable. It is handed to the mail system then.
    private func send(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var body = try BodyReader(request)
        guard let address = try body.text("to") else { throw .missing("to") }
        try body.end()
        let receipt = ReceiptReference(request.parameter("receipt"))
        return try await acts.perform(.email, for: request) { () async throws(Failure) in
            let mail = try await till.ask { MailAction.enqueue(receipt, to: address, by: request.requester, $0) }
            // It is in the outbox, and is handed over later if that cannot begin now.
            try? await till.ask { MailAction.deliver($0) }
            // Nothing fails from here on: a failure would mean that nothing was sent.
            let fields = ["Location": "\(Self.path)/\(mail)"]
            let told = try? ServiceResponse.json(try await document(of: mail), status: 202, fields: fields)
            return told ?? ServiceResponse(status: 202, fields: fields)
        }
    }

    private func document(of mail: MailID) async throws(Failure) -> Output.Mail {
        Output.Mail(try await till.ask { MailAction.report(mail, $0) })
    }
}
