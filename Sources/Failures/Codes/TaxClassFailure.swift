import Flow

package enum TaxClassFailure: String, ListedFailure {
    package static let title = "Tax classes"

    case notFound = "taxClass.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .operator, "The shop has no such tax class.")
        }
    }
}
