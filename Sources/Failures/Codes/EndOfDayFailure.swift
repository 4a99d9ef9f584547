import Flow

package enum EndOfDayFailure: String, ListedFailure {
    package static let title = "Ends of day"

    case lost = "endOfDay.lost"
    case notDone = "endOfDay.notDone"
    case notFound = "endOfDay.notFound"
    case open = "endOfDay.open"
    case otherTerminal = "endOfDay.otherTerminal"
    case unclear = "endOfDay.unclear"

    package var meaning: FailureMeaning {
        switch self {
        case .lost: .init(.malformed, mends: .operator, "An end of day was begun, and the journal does not have it.")
        case .notDone:
            .init(
                .temporary, mends: .time,
                "An end of day was disturbed or failed, and it was not done, or it is not known whether it was.")
        case .notFound: .init(.notFound, mends: .cashier, "There is no such end of day.")
        case .open:
            .init(
                .inDoubt, mends: .operator,
                "An earlier end of day was cut off, and whether it has happened is not known.")
        case .otherTerminal:
            .init(
                .deviceUnavailable, mends: .operator,
                "Another terminal answers than the one whose end of day was begun.")
        case .unclear: .init(.inDoubt, mends: .cashier, "The terminal does not tell whether it has ended its day.")
        }
    }
}
