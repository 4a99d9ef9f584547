import Flow

package enum WebhookFailure: String, ListedFailure {
    package static let title = "Webhooks"

    case notFound = "webhook.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .operator, "The shop has no such webhook.")
        }
    }
}
