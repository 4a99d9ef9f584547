import Flow

package enum NoteFailure: String, ListedFailure {
    package static let title = "Notes of orders"

    case empty = "note.empty"
    case inDoubt = "note.inDoubt"
    case notFound = "note.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .empty: .init(.usage, mends: .cashier, "A note has no text.")
        case .inDoubt:
            .init(
                .conflict, mends: .cashier,
                "The till was restored, and the shop has a note with the words of one that waits.")
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such note.")
        }
    }
}
