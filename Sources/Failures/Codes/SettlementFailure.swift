import Flow

package enum SettlementFailure: String, ListedFailure {
    package static let title = "What a person settles"

    case badEvidence = "settlement.badEvidence"
    case badTotal = "settlement.badTotal"
    case contradiction = "settlement.contradiction"
    case givenBack = "settlement.givenBack"
    case noEvidence = "settlement.noEvidence"
    case notInDoubt = "settlement.notInDoubt"
    case notOperators = "settlement.notOperators"
    case otherAmount = "settlement.otherAmount"
    case shopWasTold = "settlement.shopWasTold"
    case tooEarly = "settlement.tooEarly"

    package var meaning: FailureMeaning {
        switch self {
        case .badEvidence:
            .init(.usage, mends: .operator, "The evidence is too long, or holds what looks like a card number.")
        case .badTotal: .init(.usage, mends: .operator, "The total of the day is more than a terminal can count.")
        case .contradiction:
            .init(.conflict, mends: .operator, "What was typed contradicts what is known about the transaction.")
        case .givenBack: .init(.conflict, mends: .operator, "The payment was given back, booked or released since.")
        case .noEvidence: .init(.usage, mends: .operator, "It was not said where this was read.")
        case .notInDoubt: .init(.conflict, mends: .operator, "There is nothing in doubt to be settled.")
        case .notOperators:
            .init(
                .conflict, mends: .operator,
                "The payment was not settled by a person, and what the terminal said stands.")
        case .otherAmount:
            .init(
                .conflict, mends: .operator,
                "The amount that was typed is not the one that the terminal was asked for.")
        case .shopWasTold:
            .init(
                .conflict, mends: .operator,
                "The shop was told of the refund that is to be withdrawn, and cannot take it back.")
        case .tooEarly:
            .init(
                .temporary, mends: .time,
                "The terminal may still be in the middle of it, so its journal does not show yet how it ends.")
        }
    }
}
