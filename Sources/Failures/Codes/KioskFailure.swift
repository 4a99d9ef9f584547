import Flow

package enum KioskFailure: String, ListedFailure {
    package static let title = "The kiosk"

    case logo = "kiosk.logo"
    case noScreen = "kiosk.noScreen"
    case notTaken = "kiosk.notTaken"
    case off = "kiosk.off"
    case otherScreen = "kiosk.otherScreen"
    case pageMissing = "kiosk.pageMissing"
    case pageSilent = "kiosk.pageSilent"

    package var meaning: FailureMeaning {
        switch self {
        case .logo: .init(.usage, mends: .operator, "The file of the kiosk's logo cannot be shown.")
        case .noScreen: .init(.usage, mends: .operator, "The kiosk has no screen of this name.")
        case .notTaken: .init(.usage, mends: .integrator, "The kiosk's screen does not take what was done on it.")
        case .off: .init(.notFound, mends: .operator, "The service is not configured to be a kiosk.")
        case .otherScreen:
            .init(.conflict, mends: .integrator, "The kiosk's screen on which something was done is gone.")
        case .pageMissing:
            .init(
                .deviceUnavailable, mends: .operator,
                "No page of the kiosk has answered since the service was started.")
        case .pageSilent: .init(.deviceUnavailable, mends: .operator, "The kiosk's page has stopped answering.")
        }
    }
}
