import Flow

package enum OrderFailure: String, ListedFailure {
    package static let title = "Orders"

    case alreadyPaid = "order.alreadyPaid"
    case cardNumber = "order.cardNumber"
    case changed = "order.changed"
    case ended = "order.ended"
    case holdsMoney = "order.holdsMoney"
    case isTwice = "order.isTwice"
    case keyConflict = "order.keyConflict"
    case modified = "order.modified"
    case notFound = "order.notFound"
    case notMade = "order.notMade"
    case notPayable = "order.notPayable"
    case notPriced = "order.notPriced"
    case notTold = "order.notTold"
    case otherCurrency = "order.otherCurrency"
    case otherTotal = "order.otherTotal"
    case paidElsewhere = "order.paidElsewhere"
    case productGone = "order.productGone"
    case refunded = "order.refunded"
    case refundedTwice = "order.refundedTwice"
    case reserved = "order.reserved"
    case takenBack = "order.takenBack"
    case underpaid = "order.underpaid"

    package var meaning: FailureMeaning {
        switch self {
        case .alreadyPaid: .init(.conflict, mends: .cashier, "The order is paid already.")
        case .cardNumber: .init(.usage, mends: .cashier, "A text of an order looks like a card number.")
        case .changed:
            .init(
                .conflict, mends: .cashier, "The order in the shop comes to another amount than was paid at the till.")
        case .ended:
            .init(
                .conflict, mends: .cashier, "The order that was paid at the till was cancelled or refunded in the shop."
            )
        case .notTold: .init(.temporary, mends: .cashier, "The shop has not been told of this order yet.")
        case .holdsMoney:
            .init(.conflict, mends: .cashier, "This till takes or has taken money for the order, so it is not deleted.")
        case .isTwice:
            .init(.conflict, mends: .cashier, "The shop has made two orders of one that was made at this till.")
        case .keyConflict:
            .init(.conflict, mends: .integrator, "The idempotency key has made an order of other goods.")
        case .modified: .init(.conflict, mends: .cashier, "Somebody changed the order in the shop meanwhile.")
        case .productGone:
            .init(
                .conflict, mends: .cashier,
                "The shop does not have a product of the order, and has made the order without it.")
        case .notPriced:
            .init(
                .temporary, mends: .cashier,
                "The till cannot price the order without the shop, which cannot be asked now.")
        case .notMade:
            .init(
                .conflict, mends: .cashier,
                "The shop does not have the order, and nothing will make it there any more.")
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such order.")
        case .notPayable: .init(.conflict, mends: .cashier, "The order is in a state in which it is not paid.")
        case .otherCurrency: .init(.conflict, mends: .cashier, "The order is in another currency than the one named.")
        case .otherTotal:
            .init(.conflict, mends: .cashier, "The order has come to another total than the payer has seen.")
        case .paidElsewhere:
            .init(.conflict, mends: .cashier, "The order that was paid at the till was paid by something else too.")
        case .refundedTwice:
            .init(.conflict, mends: .cashier, "The shop has recorded a refund of this till more than once.")
        case .refunded: .init(.conflict, mends: .cashier, "The order was refunded.")
        case .takenBack:
            .init(
                .conflict, mends: .cashier,
                "The shop has noted that the payment of which it is to be told was taken back.")
        case .reserved: .init(.conflict, mends: .cashier, "An amount is reserved for the order.")
        case .underpaid:
            .init(
                .conflict, mends: .cashier,
                "The terminal booked less than the order comes to, so the order is not marked as paid.")
        }
    }
}
