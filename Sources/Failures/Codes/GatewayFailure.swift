import Flow

package enum GatewayFailure: String, ListedFailure {
    package static let title = "Payment methods of the shop"

    case notFound = "gateway.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .operator, "The shop has no such payment method.")
        }
    }
}
