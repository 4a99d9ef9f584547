import Flow

package enum UsageFailure: String, ListedFailure {
    package static let title = "The command line"

    case amount = "usage.amount"
    case arguments = "usage.arguments"
    case badHead = "usage.badHead"
    case cannotRead = "usage.cannotRead"
    case noDataDirectory = "usage.noDataDirectory"

    package var meaning: FailureMeaning {
        switch self {
        case .amount: .init(.usage, mends: .integrator, "An amount on the command line is none in its currency.")
        case .arguments: .init(.usage, mends: .integrator, "The arguments are not as the command takes them.")
        case .badHead: .init(.usage, mends: .integrator, "What was given as the journal's head is none.")
        case .cannotRead: .init(.usage, mends: .integrator, "A file that was named cannot be read.")
        case .noDataDirectory:
            .init(.usage, mends: .operator, "There is no home directory, and no data directory is named.")
        }
    }
}
