import Flow
import Model
import Payments
import Stores

/// What the shops have not been told yet, and what an operator decides about it.
struct OutboxRoutes: Sendable {
    let till: any ServedTill

    private static let path = "/v1/outbox"

    var routes: [Route] {
        [
            Route("GET", Self.path, .look) { request throws(Failure) in
                let messages = try await till.ask { OutboxAction.list($0) }
                let part = try ListPart(of: messages, for: request) { ($0.createdAt, $0.id) }
                let items = part.items.map { Output.OutboxMessage($0, in: request.language) }
                return try .json(Output.Page(items: items, next: part.next))
            },
            Route("GET", Self.path + "/{id}", .look) { request throws(Failure) in
                try .json(Output.OutboxMessage(try await message(request), in: request.language))
            },
            Route("POST", Self.path + "/{id}/retry", .manage) { request throws(Failure) in try await retry(request) },
            Route("POST", Self.path + "/{id}/done", .manage) { request throws(Failure) in try await finish(request) },
        ]
    }

    /// Answers once it is durable that the message is to be delivered again. The shop is told then.
    private func retry(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var body = try BodyReader(request)
        let anyway = try body.flag("anyway")
        try body.end()
        let message = try await message(request)
        try await till.ask { OutboxAction.retry(id: message.id, anyway: anyway, by: request.requester, $0) }
        return try .json(
            Output.OutboxMessage.retried(message, in: request.language), status: 202,
            fields: ["Location": "\(Self.path)/\(message.id)"])
    }

    /// A person has seen to it in the shop: the message is not delivered any more.
    private func finish(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var body = try BodyReader(request)
        let words = try body.evidence()
        try body.end()
        guard let words else { throw .missing("evidence") }
        let message = try await message(request)
        try await till.ask { OutboxAction.finish(id: message.id, evidence: words, by: request.requester, $0) }
        return try .json(Output.OutboxMessage(message, in: request.language))
    }

    /// Throws for a message that its shop has been told, or whose delivery an operator has ended.
    private func message(_ request: ServiceRequest) async throws(Failure) -> UndeliveredMessage {
        let id = request.parameter("id")
        guard let found = try await till.ask({ OutboxAction.list($0) }).first(where: { $0.id == id }) else {
            throw .noMessage(id)
        }
        return found
    }
}
