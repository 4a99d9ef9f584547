import Flow

package enum AccountFailure: String, ListedFailure {
    package static let title = "Who is signed in"

    case credentialsUnreadable = "account.credentialsUnreadable"
    case credentialsUnwritten = "account.credentialsUnwritten"
    case noLogin = "account.noLogin"
    case signedOut = "account.signedOut"
    case unknownShop = "account.unknownShop"
    case whichShop = "account.whichShop"

    package var meaning: FailureMeaning {
        switch self {
        case .credentialsUnreadable:
            .init(.notPermitted, mends: .operator, "The file with the till's login for a shop cannot be used.")
        case .credentialsUnwritten:
            .init(
                .temporary, mends: .operator,
                "The till's login for a shop, or the secret of a webhook, cannot be stored.")
        case .noLogin: .init(.usage, mends: .operator, "No login was typed.")
        case .unknownShop:
            .init(.notFound, mends: .operator, "The till has never signed in at the shop that was named.")
        case .whichShop:
            .init(.usage, mends: .operator, "A till that has signed in at shops needs the address of one.")
        case .signedOut:
            .init(.notPermitted, mends: .cashier, "The command needs somebody who is signed in, and nobody is.")
        }
    }
}
