import Flow

package enum OutputFailure: String, ListedFailure {
    package static let title = "Output of commands"

    case cannotWrite = "output.cannotWrite"
    case json = "output.json"
    case notWritten = "output.notWritten"
    case ownData = "output.ownData"

    package var meaning: FailureMeaning {
        switch self {
        case .cannotWrite: .init(.usage, mends: .operator, "The file that is to be written cannot be opened.")
        case .json: .init(.internalError, mends: .service, "An answer cannot be written as JSON: a mistake in Till.")
        case .notWritten:
            .init(
                .deviceUnavailable, mends: .operator,
                "The output could not be written whole, because the disk is full or its reader has gone.")
        case .ownData:
            .init(.usage, mends: .operator, "The file that is to be written is one that Till keeps, or a database.")
        }
    }
}
