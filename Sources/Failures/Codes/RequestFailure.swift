import Flow

package enum RequestFailure: String, ListedFailure {
    package static let title = "Requests to the service"

    case badHost = "request.badHost"
    case badKey = "request.badKey"
    case badOrigin = "request.badOrigin"
    case badSignature = "request.badSignature"
    case forbidden = "request.forbidden"
    case interrupted = "request.interrupted"
    case invalid = "request.invalid"
    case keyConflict = "request.keyConflict"
    case malformed = "request.malformed"
    case methodNotAllowed = "request.methodNotAllowed"
    case noRoute = "request.noRoute"
    case notJSON = "request.notJSON"
    case tooLarge = "request.tooLarge"
    case tooMany = "request.tooMany"
    case unauthorized = "request.unauthorized"

    package var meaning: FailureMeaning {
        switch self {
        case .badHost:
            .init(.notPermitted, mends: .integrator, "The request's Host is none of the service's own addresses.")
        case .badKey:
            .init(
                .usage, mends: .integrator,
                """
                The request needs the header Idempotency-Key, or its key does not have 1 to 200 bytes, or is one of \
                Till's own.
                """)
        case .badOrigin:
            .init(.notPermitted, mends: .integrator, "A page of another origin sent the request.")
        case .badSignature:
            .init(
                .notPermitted, mends: .operator,
                "A delivery is not signed with the secret that the shop has from this till.")
        case .forbidden:
            .init(.notPermitted, mends: .operator, "The token or the user does not have this right.")
        case .interrupted:
            .init(
                .conflict, mends: .operator,
                "The service was stopped while it did what this key had asked for. It is not done again.")
        case .invalid: .init(.usage, mends: .integrator, "A value in the request is not as the interface takes it.")
        case .keyConflict:
            .init(.conflict, mends: .integrator, "The idempotency key belongs to a request for something else.")
        case .malformed:
            .init(
                .malformed, mends: .integrator,
                "The request's body is no JSON object, or a field or query member stands there twice.")
        case .methodNotAllowed: .init(.usage, mends: .integrator, "The path takes no request of this method.")
        case .noRoute: .init(.notFound, mends: .integrator, "The interface has no such path.")
        case .notJSON:
            .init(.malformed, mends: .integrator, "The request's body is not declared as application/json.")
        case .tooLarge: .init(.usage, mends: .integrator, "The request's body is longer than 64 KiB.")
        case .tooMany: .init(.temporary, mends: .time, "Too many listeners or requests of this caller are open.")
        case .unauthorized:
            .init(.notPermitted, mends: .operator, "The request has no token, or one that is not valid.")
        }
    }
}
