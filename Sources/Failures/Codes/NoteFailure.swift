import Flow

package enum NoteFailure: String, ListedFailure {
    package static let title = "Notes of orders"

    case notFound = "note.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such note.")
        }
    }
}
