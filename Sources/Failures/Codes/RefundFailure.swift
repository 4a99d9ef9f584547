import Flow

package enum RefundFailure: String, ListedFailure {
    package static let title = "Refunds"

    case exceedsPayment = "refund.exceedsPayment"
    case forbidden = "refund.forbidden"
    case notConfirmed = "refund.notConfirmed"
    case notFound = "refund.notFound"
    case notPaid = "refund.notPaid"
    case overLimit = "refund.overLimit"
    case takenBackAtTerminal = "refund.takenBackAtTerminal"

    package var meaning: FailureMeaning {
        switch self {
        case .exceedsPayment:
            .init(.conflict, mends: .cashier, "More was to be given back than is left of the payment.")
        case .forbidden:
            .init(
                .notPermitted, mends: .operator,
                "Money was to be given back without a payment, which this till may not do.")
        case .notConfirmed:
            .init(
                .conflict, mends: .operator,
                "A person typed what the terminal booked, and nobody has confirmed that so much can be given back.")
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such refund.")
        case .notPaid:
            .init(.conflict, mends: .cashier, "There is no approved payment of which something could be given back.")
        case .overLimit:
            .init(
                .notPermitted, mends: .operator,
                "More was to be given back without a payment than this till may give back.")
        case .takenBackAtTerminal:
            .init(.conflict, mends: .operator, "The payment was taken back at the terminal itself.")
        }
    }
}
