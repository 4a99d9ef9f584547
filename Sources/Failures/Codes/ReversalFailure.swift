import Flow

package enum ReversalFailure: String, ListedFailure {
    package static let title = "Reversals"

    case dayEnded = "reversal.dayEnded"
    case noReceipt = "reversal.noReceipt"
    case numberReused = "reversal.numberReused"
    case otherTerminal = "reversal.otherTerminal"
    case partlyGivenBack = "reversal.partlyGivenBack"

    package var meaning: FailureMeaning {
        switch self {
        case .dayEnded:
            .init(
                .conflict, mends: .cashier,
                "The terminal has ended its day since the payment, so the payment can only be refunded.")
        case .noReceipt:
            .init(
                .conflict, mends: .cashier,
                "The terminal gave no receipt number, without which the payment cannot be reversed.")
        case .numberReused:
            .init(
                .conflict, mends: .cashier,
                "The terminal has given the payment's receipt number to another transaction.")
        case .otherTerminal:
            .init(
                .deviceUnavailable, mends: .operator,
                "Another terminal is connected than the one that booked the payment.")
        case .partlyGivenBack:
            .init(
                .conflict, mends: .cashier,
                "A part of the payment was given back, so it cannot be reversed as a whole.")
        }
    }
}
