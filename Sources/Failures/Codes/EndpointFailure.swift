import Flow

package enum EndpointFailure: String, ListedFailure {
    package static let title = "Webhooks of the service"

    case badAddress = "endpoint.badAddress"
    case full = "endpoint.full"
    case noSecret = "endpoint.noSecret"
    case notFound = "endpoint.notFound"
    case notSetAside = "endpoint.notSetAside"
    case refused = "endpoint.refused"
    case tooMany = "endpoint.tooMany"
    case unanswered = "endpoint.unanswered"
    case unknownEvent = "endpoint.unknownEvent"

    package var meaning: FailureMeaning {
        switch self {
        case .badAddress:
            .init(.usage, mends: .integrator, "Events go to https addresses, and over http to this machine only.")
        case .full:
            .init(
                .temporary, mends: .operator,
                "A webhook has refused so many events that the next ones wait until somebody has looked at them.")
        case .noSecret:
            .init(.temporary, mends: .operator, "The secret of a webhook is not on this machine.")
        case .notFound: .init(.notFound, mends: .operator, "There is no such webhook.")
        case .notSetAside: .init(.notFound, mends: .operator, "The webhook has not refused this event.")
        case .refused: .init(.conflict, mends: .integrator, "A webhook refused an event for good.")
        case .tooMany: .init(.conflict, mends: .operator, "The till has as many webhooks as it may have.")
        case .unanswered:
            .init(.temporary, mends: .integrator, "A webhook did not answer with a status of 200 to 299.")
        case .unknownEvent: .init(.usage, mends: .integrator, "There is no such kind of event.")
        }
    }
}
