import Flow

package enum ShipmentFailure: String, ListedFailure {
    package static let title = "Shipments"

    case notFound = "shipment.notFound"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such shipment.")
        }
    }
}
