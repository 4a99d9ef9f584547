import Flow

package enum GoodsFailure: String, ListedFailure {
    package static let title = "Goods that are given before the booking"

    case badAnswer = "goods.badAnswer"
    case charged = "goods.charged"
    case notApproved = "goods.notApproved"
    case notAsked = "goods.notAsked"
    case notForThis = "goods.notForThis"
    case toldOtherwise = "goods.toldOtherwise"
    case unpaid = "goods.unpaid"

    package var meaning: FailureMeaning {
        switch self {
        case .badAnswer:
            .init(
                .usage, mends: .integrator,
                "What was said to be given is less than nothing or more than was asked for.")
        case .charged: .init(.conflict, mends: .cashier, "More is charged than goods were given for.")
        case .notApproved:
            .init(.temporary, mends: .time, "The terminal has not approved the payment yet, so no goods may be given.")
        case .notAsked: .init(.conflict, mends: .integrator, "The payment does not wait for goods.")
        case .notForThis: .init(.usage, mends: .integrator, "Goods were to go with something else than a payment.")
        case .toldOtherwise:
            .init(.conflict, mends: .integrator, "Something else was said of the same goods before, and that stands.")
        case .unpaid:
            .init(.conflict, mends: .cashier, "Goods were given, and the terminal has not booked the money for them.")
        }
    }
}
