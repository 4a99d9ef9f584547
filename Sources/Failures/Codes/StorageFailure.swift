import Flow

package enum StorageFailure: String, ListedFailure {
    package static let title = "Till's data"

    case abandoned = "storage.abandoned"
    case busy = "storage.busy"
    case cannotOpen = "storage.cannotOpen"
    case conflict = "storage.conflict"
    case corrupt = "storage.corrupt"
    case diskFull = "storage.diskFull"
    case missing = "storage.missing"
    case newerVersion = "storage.newerVersion"
    case noTill = "storage.noTill"
    case olderJournal = "storage.olderJournal"
    case openPayments = "storage.openPayments"
    case olderVersion = "storage.olderVersion"
    case readOnly = "storage.readOnly"
    case system = "storage.system"

    package var meaning: FailureMeaning {
        switch self {
        case .abandoned:
            .init(
                .internalError, mends: .service,
                "Work on the data was abandoned for a reason that Till does not know: a mistake in Till.")
        case .busy: .init(.temporary, mends: .time, "Another process kept the data locked for longer than is waited.")
        case .cannotOpen:
            .init(
                .deviceUnavailable, mends: .operator,
                "The data directory or the database in it cannot be opened or made.")
        case .conflict: .init(.conflict, mends: .integrator, "What was to be stored contradicts something stored.")
        case .corrupt: .init(.deviceUnavailable, mends: .operator, "The database is damaged.")
        case .diskFull: .init(.deviceUnavailable, mends: .operator, "The disk with the data is full.")
        case .missing: .init(.internalError, mends: .service, "A record that must be there is not: a mistake in Till.")
        case .newerVersion: .init(.deviceUnavailable, mends: .operator, "A newer release of Till wrote the data.")
        case .noTill:
            .init(
                .notFound, mends: .operator,
                "There is no till in the data directory, and a command that reads its records does not make one.")
        case .olderJournal:
            .init(
                .deviceUnavailable, mends: .operator,
                "The journal lacks entries that are known to have been written.")
        case .openPayments:
            .init(
                .conflict, mends: .operator,
                "The data must be brought up to date, and the outcome of a payment is not known.")
        case .olderVersion:
            .init(
                .deviceUnavailable, mends: .operator,
                "An older release of Till wrote the data, and a command that only reads does not bring it up to date.")
        case .readOnly: .init(.deviceUnavailable, mends: .operator, "The data can be read and not written.")
        case .system: .init(.deviceUnavailable, mends: .operator, "SQLite reports another error.")
        }
    }
}
