import Flow

package enum TokenFailure: String, ListedFailure {
    package static let title = "Tokens for the service"

    case notFound = "token.notFound"
    case tooMany = "token.tooMany"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .operator, "There is no such token.")
        case .tooMany: .init(.conflict, mends: .operator, "The till has as many tokens as it may have.")
        }
    }
}
