import Flow

package enum BackupFailure: String, ListedFailure {
    package static let title = "Backups"

    case damaged = "backup.damaged"
    case exists = "backup.exists"
    case notFound = "backup.notFound"
    case notData = "backup.notData"
    case notOne = "backup.notOne"
    case nothing = "backup.nothing"
    case onTerminal = "backup.onTerminal"
    case running = "backup.running"
    case tooLarge = "backup.tooLarge"

    package var meaning: FailureMeaning {
        switch self {
        case .damaged: .init(.malformed, mends: .operator, "The backup is not what was written. Nothing was restored.")
        case .exists: .init(.conflict, mends: .operator, "The place for the backup is taken.")
        case .notFound: .init(.notFound, mends: .operator, "There is no backup of that name.")
        case .notData:
            .init(
                .usage, mends: .operator,
                "The data directory is a backup, which is restored and not used in place. Nothing in it was changed.")
        case .notOne: .init(.malformed, mends: .operator, "The file or folder is no backup of a till.")
        case .nothing: .init(.notFound, mends: .operator, "There is no till's data to back up.")
        case .onTerminal: .init(.usage, mends: .operator, "A backup was to be written to a screen.")
        case .running: .init(.temporary, mends: .time, "Another process is making a backup of the same data.")
        case .tooLarge:
            .init(.conflict, mends: .operator, "The data are larger than a backup may be. No backup was made.")
        }
    }
}
