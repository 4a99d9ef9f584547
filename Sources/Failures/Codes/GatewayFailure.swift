import Flow

package enum GatewayFailure: String, ListedFailure {
    package static let title = "Payment methods of the shop"

    case captureUnknown = "gateway.captureUnknown"
    case chargeNotFound = "gateway.chargeNotFound"
    case noAccount = "gateway.noAccount"
    case notCaptured = "gateway.notCaptured"
    case notFound = "gateway.notFound"
    case notInstalled = "gateway.notInstalled"
    case otherIntent = "gateway.otherIntent"

    package var meaning: FailureMeaning {
        switch self {
        case .captureUnknown:
            .init(
                .inDoubt, mends: .time,
                "The answer to a capture was lost, and the shop's order does not show one yet.")
        case .chargeNotFound: .init(.notFound, mends: .cashier, "The shop has no such charge.")
        case .noAccount:
            .init(.temporary, mends: .operator, "No account for card payments is chosen, or the shop has none.")
        case .notCaptured: .init(.conflict, mends: .cashier, "The shop did not capture the payment.")
        case .notFound: .init(.notFound, mends: .operator, "The shop has no such payment method.")
        case .notInstalled:
            .init(.temporary, mends: .operator, "The shop does not have the extension that takes card payments.")
        case .otherIntent:
            .init(.conflict, mends: .cashier, "The order belongs to another payment than the one to capture.")
        }
    }
}
