import Flow

package enum ReservationFailure: String, ListedFailure {
    package static let title = "Reservations"

    case ended = "reservation.ended"
    case exceeded = "reservation.exceeded"
    case exceedsOrder = "reservation.exceedsOrder"
    case noReceipt = "reservation.noReceipt"
    case notReserved = "reservation.notReserved"
    case numberReused = "reservation.numberReused"
    case otherShop = "reservation.otherShop"
    case otherTerminal = "reservation.otherTerminal"

    package var meaning: FailureMeaning {
        switch self {
        case .ended: .init(.conflict, mends: .cashier, "The reservation was booked or released before.")
        case .exceeded: .init(.conflict, mends: .cashier, "More was to be booked than is reserved.")
        case .exceedsOrder: .init(.conflict, mends: .cashier, "More was to be booked than the order comes to.")
        case .noReceipt:
            .init(
                .conflict, mends: .operator,
                "The terminal gave no receipt number, without which the reservation cannot be booked or released.")
        case .notReserved: .init(.conflict, mends: .cashier, "There is no such reservation that stands.")
        case .numberReused:
            .init(
                .conflict, mends: .operator,
                "The terminal has given the reservation's receipt number to another transaction.")
        case .otherShop:
            .init(
                .conflict, mends: .cashier,
                "The reservation is for an order of another shop than the one that the till is signed in to.")
        case .otherTerminal:
            .init(
                .deviceUnavailable, mends: .operator,
                "Another terminal is connected than the one that holds the reservation.")
        }
    }
}
