import Flow

package enum NotificationFailure: String, ListedFailure {
    package static let title = "Notifications of the shop"

    case notFound = "notification.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .cashier, "The till knows no such notification.")
        }
    }
}
