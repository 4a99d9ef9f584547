import Flow

package enum SessionFailure: String, ListedFailure {
    package static let title = "Signing out"

    case paymentUnderWay = "session.paymentUnderWay"

    package var meaning: FailureMeaning {
        switch self {
        case .paymentUnderWay:
            .init(.temporary, mends: .time, "A payment is running, and nobody can sign out until it is final.")
        }
    }
}
