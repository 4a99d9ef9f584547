import Flow

package enum ServiceFailure: String, ListedFailure {
    package static let title = "The service"

    case alreadyRuns = "service.alreadyRuns"
    case badAddress = "service.badAddress"
    case cannotListen = "service.cannotListen"
    case commandRuns = "service.commandRuns"
    case ownsTill = "service.ownsTill"
    case stopping = "service.stopping"
    case unexpected = "service.unexpected"
    case unreachable = "service.unreachable"

    package var meaning: FailureMeaning {
        switch self {
        case .alreadyRuns:
            .init(.temporary, mends: .operator, "Another service already owns this data directory.")
        case .badAddress:
            .init(.usage, mends: .operator, "The service was told to listen where it does not.")
        case .cannotListen:
            .init(.deviceUnavailable, mends: .operator, "The service cannot listen at an address or a socket.")
        case .commandRuns:
            .init(.temporary, mends: .time, "A command still uses this data directory, so the service does not start.")
        case .ownsTill:
            .init(
                .temporary, mends: .operator,
                "A service owns the devices, the waiting prints and the session that the command needs.")
        case .stopping:
            .init(.temporary, mends: .time, "The service is stopping and begins nothing new. Nothing was charged.")
        case .unexpected:
            .init(.internalError, mends: .service, "A request failed in a way that Till has no code for.")
        case .unreachable:
            .init(.temporary, mends: .operator, "No service answers there, or it answers no events.")
        }
    }
}
