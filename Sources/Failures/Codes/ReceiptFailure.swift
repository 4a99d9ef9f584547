import Flow

package enum ReceiptFailure: String, ListedFailure {
    package static let title = "Receipts"

    case archived = "receipt.archived"
    case badTemplate = "receipt.badTemplate"
    case beingPrinted = "receipt.beingPrinted"
    case cardData = "receipt.cardData"
    case dropped = "receipt.dropped"
    case malformed = "receipt.malformed"
    case notForThis = "receipt.notForThis"
    case notFound = "receipt.notFound"
    case notWaiting = "receipt.notWaiting"
    case printedBefore = "receipt.printedBefore"
    case totalsDiffer = "receipt.totalsDiffer"
    case waived = "receipt.waived"
    case withdrawn = "receipt.withdrawn"

    package var meaning: FailureMeaning {
        switch self {
        case .archived: .init(.conflict, mends: .operator, "The receipt's payment is in an archive.")
        case .badTemplate: .init(.malformed, mends: .operator, "The receipt template has mistakes.")
        case .beingPrinted:
            .init(.conflict, mends: .time, "The receipt is being printed, so nobody can do without its paper.")
        case .cardData:
            .init(
                .malformed, mends: .integrator,
                "The receipt holds what looks like card data; it is neither printed nor stored.")
        case .dropped:
            .init(
                .notFound, mends: .operator, "The receipt was deleted, because `[retention]` keeps none of its age.")
        case .malformed: .init(.malformed, mends: .integrator, "The file is no receipt.")
        case .notForThis:
            .init(
                .usage, mends: .integrator,
                "A receipt of one's own was to go with something else than a payment of an amount.")
        case .notFound: .init(.notFound, mends: .cashier, "There is no such receipt.")
        case .notWaiting: .init(.conflict, mends: .cashier, "No print of the receipt waits, and none has failed.")
        case .printedBefore:
            .init(
                .conflict, mends: .cashier,
                "The receipt was printed before, or may have been; only a marked duplicate is printed.")
        case .totalsDiffer:
            .init(.malformed, mends: .integrator, "The receipt does not come to what is charged. Nothing was charged.")
        case .waived:
            .init(
                .conflict, mends: .cashier,
                "Somebody did without the paper of the receipt before its print began. Nothing was printed.")
        case .withdrawn:
            .init(
                .conflict, mends: .cashier,
                "The receipt was withdrawn, because it is known now that the payment became something else.")
        }
    }
}
