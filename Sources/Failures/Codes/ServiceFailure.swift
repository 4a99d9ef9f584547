import Flow

package enum ServiceFailure: String, ListedFailure {
    package static let title = "The service"

    case alreadyRuns = "service.alreadyRuns"
    case badAddress = "service.badAddress"
    case badCertificate = "service.badCertificate"
    case cannotListen = "service.cannotListen"
    case certificateEnds = "service.certificateEnds"
    case certificateExpired = "service.certificateExpired"
    case certificateNotYet = "service.certificateNotYet"
    case clockIsBehind = "service.clockIsBehind"
    case commandRuns = "service.commandRuns"
    case findingOut = "service.findingOut"
    case gone = "service.gone"
    case otherConfiguration = "service.otherConfiguration"
    case otherVersion = "service.otherVersion"
    case ownsTill = "service.ownsTill"
    case stopping = "service.stopping"
    case tooManyCommands = "service.tooManyCommands"
    case tooManyConnections = "service.tooManyConnections"
    case unexpected = "service.unexpected"
    case unreachable = "service.unreachable"

    package var meaning: FailureMeaning {
        switch self {
        case .alreadyRuns:
            .init(.temporary, mends: .operator, "Another service already owns this data directory.")
        case .badAddress:
            .init(.usage, mends: .operator, "The service was told to listen where it does not.")
        case .badCertificate:
            .init(
                .usage, mends: .operator,
                "The service's certificate or its key cannot be read, or they do not belong together.")
        case .cannotListen:
            .init(.deviceUnavailable, mends: .operator, "The service cannot listen at an address or a socket.")
        case .certificateEnds:
            .init(
                .deviceUnavailable, mends: .operator,
                "A warning: the service's certificate is valid for two weeks or less.")
        case .certificateExpired:
            .init(
                .deviceUnavailable, mends: .operator,
                "A warning: the service's certificate is no longer valid, so that clients refuse it.")
        case .certificateNotYet:
            .init(
                .deviceUnavailable, mends: .operator,
                "A warning: the service's certificate is not valid yet, so that clients refuse it.")
        case .clockIsBehind:
            .init(
                .deviceUnavailable, mends: .operator,
                "This machine's clock shows a time before that of the journal's last entry.")
        case .commandRuns:
            .init(.temporary, mends: .time, "A command still uses this data directory, so the service does not start.")
        case .findingOut:
            .init(
                .deviceUnavailable, mends: .time,
                "The line to a terminal broke in the middle of a payment, and the terminal is being asked how it ended."
            )
        case .gone:
            .init(
                .temporary, mends: .operator,
                "The service ended before it said how the command ended. What the command had begun may have happened.")
        case .otherConfiguration:
            .init(.conflict, mends: .operator, "The command names another configuration than the service has.")
        case .otherVersion:
            .init(.temporary, mends: .operator, "The service is of another version than the command.")
        case .ownsTill:
            .init(
                .temporary, mends: .operator,
                "A service owns what the command needs, and does not run commands for others at the moment.")
        case .stopping:
            .init(.temporary, mends: .time, "The service is stopping and begins nothing new. Nothing was charged.")
        case .tooManyCommands:
            .init(.temporary, mends: .time, "The service runs as many commands as it can. Nothing was begun.")
        case .tooManyConnections:
            .init(.temporary, mends: .time, "The service has as many connections open as it takes. Nothing was begun.")
        case .unexpected:
            .init(.internalError, mends: .service, "A request failed in a way that Till has no code for.")
        case .unreachable:
            .init(.temporary, mends: .operator, "No service answers there, or it answers no events.")
        }
    }
}
