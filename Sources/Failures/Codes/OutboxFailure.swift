import Flow

package enum OutboxFailure: String, ListedFailure {
    package static let title = "Telling the shop"

    case inUse = "outbox.inUse"
    case notFound = "outbox.notFound"
    case unknownItem = "outbox.unknownItem"

    package var meaning: FailureMeaning {
        switch self {
        case .inUse: .init(.temporary, mends: .time, "Another process is telling the shop what happened here.")
        case .notFound: .init(.notFound, mends: .operator, "No message with this id waits for a shop.")
        case .unknownItem:
            .init(
                .temporary, mends: .operator,
                "A newer release has left something to tell the shop that this one does not know.")
        }
    }
}
