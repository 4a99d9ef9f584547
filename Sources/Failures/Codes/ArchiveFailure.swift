import Flow

package enum ArchiveFailure: String, ListedFailure {
    package static let title = "Archives of the journal"

    case damaged = "archive.damaged"
    case exists = "archive.exists"
    case inUse = "archive.inUse"
    case missing = "archive.missing"
    case noRoom = "archive.noRoom"
    case notOne = "archive.notOne"
    case nothing = "archive.nothing"
    case roomInUse = "archive.roomInUse"
    case tooRecent = "archive.tooRecent"

    package var meaning: FailureMeaning {
        switch self {
        case .damaged: .init(.malformed, mends: .operator, "An archive does not verify, or cannot be read.")
        case .exists: .init(.conflict, mends: .operator, "The file that an archive would be written to exists already.")
        case .inUse:
            .init(.temporary, mends: .time, "The till is at work, so nothing can be moved into an archive now.")
        case .missing: .init(.notFound, mends: .operator, "An archive is not where it is looked for.")
        case .noRoom: .init(.conflict, mends: .operator, "The disk has no room to make the database smaller.")
        case .notOne: .init(.malformed, mends: .operator, "The file is no archive of a journal.")
        case .nothing: .init(.conflict, mends: .operator, "There are no entries that could be moved into an archive.")
        case .roomInUse:
            .init(
                .conflict, mends: .time,
                "The database could not be made smaller, because another process has it open.")
        case .tooRecent:
            .init(
                .usage, mends: .operator,
                "The date is so recent that payments from before it may still be given back.")
        }
    }
}
