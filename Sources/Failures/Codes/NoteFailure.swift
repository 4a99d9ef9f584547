import Flow

package enum NoteFailure: String, ListedFailure {
    package static let title = "Notes of orders"

    case empty = "note.empty"
    case notFound = "note.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .empty: .init(.usage, mends: .cashier, "A note has no text.")
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such note.")
        }
    }
}
