import Flow

package enum ShipmentFailure: String, ListedFailure {
    package static let title = "Shipments"

    case notFound = "shipment.notFound"
    case notInstalled = "shipment.notInstalled"

    package var meaning: FailureMeaning {
        switch self {
        case .notFound: .init(.notFound, mends: .cashier, "The shop has no such shipment.")
        case .notInstalled:
            .init(.temporary, mends: .operator, "The shop does not have the plugin that tracks shipments.")
        }
    }
}
