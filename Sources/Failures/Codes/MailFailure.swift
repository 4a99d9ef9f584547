import Flow

package enum MailFailure: String, ListedFailure {
    package static let title = "Receipts by e-mail"

    case badAddress = "mail.badAddress"
    case inUse = "mail.inUse"
    case notFound = "mail.notFound"
    case off = "mail.off"
    case refused = "mail.refused"
    case system = "mail.system"
    case unknown = "mail.unknown"

    package var meaning: FailureMeaning {
        switch self {
        case .badAddress: .init(.usage, mends: .cashier, "The address is no e-mail address.")
        case .inUse: .init(.temporary, mends: .time, "Another process hands e-mails over.")
        case .notFound: .init(.notFound, mends: .cashier, "There is no such e-mail.")
        case .off: .init(.usage, mends: .operator, "No sender is configured, so no receipts are e-mailed.")
        case .refused: .init(.temporary, mends: .cashier, "The machine's mail system refuses the message.")
        case .system: .init(.temporary, mends: .operator, "The machine's mail system cannot be used, or failed.")
        case .unknown: .init(.temporary, mends: .operator, "Nobody knows whether the mail system took the message.")
        }
    }
}
