import Flow

package enum OrderFailure: String, ListedFailure {
    package static let title = "Orders"

    case alreadyPaid = "order.alreadyPaid"
    case notFound = "order.notFound"
    case notPayable = "order.notPayable"
    case otherCurrency = "order.otherCurrency"
    case refunded = "order.refunded"
    case reserved = "order.reserved"
    case underpaid = "order.underpaid"

    package var meaning: FailureMeaning {
        switch self {
        case .alreadyPaid: .init(.conflict, mends: .cashier, "The order is paid already.")
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such order.")
        case .notPayable: .init(.conflict, mends: .cashier, "The order is in a state in which it is not paid.")
        case .otherCurrency: .init(.conflict, mends: .cashier, "The order is in another currency than the one named.")
        case .refunded: .init(.conflict, mends: .cashier, "The order was refunded.")
        case .reserved: .init(.conflict, mends: .cashier, "An amount is reserved for the order.")
        case .underpaid:
            .init(
                .conflict, mends: .cashier,
                "The terminal booked less than the order comes to, so the order is not marked as paid.")
        }
    }
}
