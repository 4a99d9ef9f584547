import Flow

package enum ProductFailure: String, ListedFailure {
    package static let title = "Products"

    case emptySKU = "product.emptySKU"
    case notFound = "product.notFound"
    case notPurchasable = "product.notPurchasable"

    package var meaning: FailureMeaning {
        switch self {
        case .emptySKU: .init(.usage, mends: .cashier, "No product can be looked up by an empty code.")
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such product.")
        case .notPurchasable: .init(.conflict, mends: .cashier, "The product cannot be sold as it is.")
        }
    }
}
