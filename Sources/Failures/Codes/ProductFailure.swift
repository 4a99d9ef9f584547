import Flow

package enum ProductFailure: String, ListedFailure {
    package static let title = "Products"

    case notFound = "product.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such product.")
        }
    }
}
