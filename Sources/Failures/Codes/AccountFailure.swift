import Flow

package enum AccountFailure: String, ListedFailure {
    package static let title = "Who is signed in"

    case signedOut = "account.signedOut"

    package var meaning: FailureMeaning {
        switch self {
        case .signedOut:
            .init(.notPermitted, mends: .cashier, "The command needs somebody who is signed in, and nobody is.")
        }
    }
}
