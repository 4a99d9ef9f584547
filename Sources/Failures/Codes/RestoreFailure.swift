import Flow

package enum RestoreFailure: String, ListedFailure {
    package static let title = "Restored data"

    case anotherTill = "restore.anotherTill"
    case notCompared = "restore.notCompared"
    case nothing = "restore.nothing"
    case nothingToCompare = "restore.nothingToCompare"
    case presentUnreadable = "restore.presentUnreadable"
    case wouldForget = "restore.wouldForget"

    package var meaning: FailureMeaning {
        switch self {
        case .anotherTill: .init(.conflict, mends: .operator, "The backup is of another till than the data there.")
        case .notCompared:
            .init(
                .conflict, mends: .operator,
                "The data are from a backup, and what the terminal did since then is not known. Nothing was charged.")
        case .nothing: .init(.conflict, mends: .operator, "The data there are those of the backup already.")
        case .nothingToCompare:
            .init(.conflict, mends: .operator, "A terminal was to be confirmed, and nothing waits for that.")
        case .presentUnreadable:
            .init(.conflict, mends: .operator, "What the data there know cannot be read, so a backup may forget it.")
        case .wouldForget:
            .init(.conflict, mends: .operator, "The backup does not know payments that the data there know.")
        }
    }
}
