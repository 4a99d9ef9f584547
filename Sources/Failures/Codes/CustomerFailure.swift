import Flow

package enum CustomerFailure: String, ListedFailure {
    package static let title = "Customers"

    case notFound = "customer.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such customer.")
        }
    }
}
