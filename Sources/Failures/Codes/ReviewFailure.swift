import Flow

package enum ReviewFailure: String, ListedFailure {
    package static let title = "Product reviews"

    case notFound = "review.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such review.")
        }
    }
}
