import Flow

package enum JournalFailure: String, ListedFailure {
    package static let title = "The journal"

    case broken = "journal.broken"
    case contradicted = "journal.contradicted"
    case key = "journal.key"
    case notSigned = "journal.notSigned"
    case nothingLost = "journal.nothingLost"

    package var meaning: FailureMeaning {
        switch self {
        case .broken: .init(.malformed, mends: .operator, "The hash chain of the journal does not verify.")
        case .contradicted: .init(.malformed, mends: .operator, "The tables contradict the journal, so no money moves.")
        case .key: .init(.deviceUnavailable, mends: .operator, "The file of the signing key cannot be used.")
        case .notSigned:
            .init(.malformed, mends: .operator, "A signature was to be verified, and the journal names no key.")
        case .nothingLost: .init(.conflict, mends: .operator, "A loss was to be accepted, and the journal is complete.")
        }
    }
}
