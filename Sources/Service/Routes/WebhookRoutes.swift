import Failures
import Flow
import Model
import Stores

/// Routes for the webhooks: who is told of events by requests of the service, and what each has refused.
struct WebhookRoutes: Sendable {
    let till: any ServedTill

    private static let path = "/v1/webhooks"
    private var endpoints: EventEndpoints { till.endpoints }

    var routes: [Route] {
        [
            Route("GET", Self.path, .configure) { request throws(Failure) in try list(request) },
            Route("POST", Self.path, .configure) { request throws(Failure) in try create(request) },
            Route("GET", Self.path + "/{id}", .configure) { request throws(Failure) in
                try answer(request.parameter("id"), request)
            },
            Route("DELETE", Self.path + "/{id}", .configure) { request throws(Failure) in
                let known = try endpoints.find(request.parameter("id"))
                _ = try endpoints.remove(known.endpoint.id)
                return try .json(Output.Endpoint(known.endpoint, known.progress, in: request.language))
            },
            Route("GET", Self.path + "/{id}/refused", .configure) { request throws(Failure) in
                let refused = try endpoints.find(request.parameter("id")).progress.setAside
                let items = refused.map { Output.SetAsideEvent($0, in: request.language) }
                return try .json(Output.Page(items: items, next: nil))
            },
            Route("POST", Self.path + "/{id}/refused/{event}/retry", .configure) { request throws(Failure) in
                try BodyReader(request).end()
                return try decide(request) { event, id throws(Failure) in try endpoints.retry(event, of: id) }
            },
            Route("DELETE", Self.path + "/{id}/refused/{event}", .configure) { request throws(Failure) in
                try decide(request) { event, id throws(Failure) in try endpoints.discard(event, of: id) }
            },
        ]
    }

    private func list(_ request: ServiceRequest) throws(Failure) -> ServiceResponse {
        var items: [Output.Endpoint] = []
        for endpoint in try endpoints.all() {
            let progress = try endpoints.find(endpoint.id).progress
            items.append(Output.Endpoint(endpoint, progress, in: request.language))
        }
        return try .json(Output.Page(items: items, next: nil))
    }

    private func create(_ request: ServiceRequest) throws(Failure) -> ServiceResponse {
        var body = try BodyReader(request)
        let (url, events) = (try body.text("url", most: 500), try body.texts("events"))
        try body.end()
        guard let url else { throw .missing("url") }
        guard let events else { throw .missing("events") }
        let (secret, endpoint) = try endpoints.create(url, events)
        let progress = try endpoints.find(endpoint.id).progress
        return try .json(
            Joined(
                body: Output.Endpoint(endpoint, progress, in: request.language), more: Output.NewSecret(secret)),
            status: 201, fields: ["Location": "\(Self.path)/\(endpoint.id)"])
    }

    private func decide(
        _ request: ServiceRequest, _ decision: (Int64, String) throws(Failure) -> Void
    ) throws(Failure) -> ServiceResponse {
        guard let event = Int64(request.parameter("event")) else {
            throw .invalid("event", Sentence("detail.request.count", ["least": 1, "most": Int.max]))
        }
        try decision(event, request.parameter("id"))
        till.eventDelivery.wake()
        return try answer(request.parameter("id"), request)
    }

    private func answer(_ id: String, _ request: ServiceRequest) throws(Failure) -> ServiceResponse {
        let (endpoint, progress) = try endpoints.find(id)
        return try .json(Output.Endpoint(endpoint, progress, in: request.language))
    }
}
