import Flow

package enum TaxRateFailure: String, ListedFailure {
    package static let title = "Tax rates"

    case notFound = "taxRate.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .operator, "The shop has no such tax rate.")
        }
    }
}
