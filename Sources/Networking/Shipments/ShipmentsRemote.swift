import Foundation
import Model

/// The parcels of one order: `orders/ID/shipment-trackings` of the plugin "WooCommerce Shipment Tracking".
///
/// Throws `.missingFeature(.shipmentTracking)` when the shop does not have the plugin. Old releases of the plugin have their
/// routes under `wc/v2` only.
package struct ShipmentsRemote: Remote {
    package let network: any Network
    package var resource: ShopResource { .shipment }
    private let order: OrderID

    package init(network: any Network, order: OrderID) {
        self.network = network
        self.order = order
    }

    package func loadTrackings() async throws(NetworkError) -> Page<ShipmentTracking> {
        let mapper = TrackingListMapper(order: order)
        return try await inEitherVersion { path async throws(NetworkError) in
            try await enqueue(Request(.get, path), mapper: mapper)
        }
    }

    package func loadProviders() async throws(NetworkError) -> Page<ShipmentProviderGroup> {
        try await inEitherVersion { path async throws(NetworkError) in
            try await enqueue(Request(.get, "\(path)/providers"), mapper: ProvidersMapper())
        }
    }

    /// May be repeated: a parcel with this carrier and number that is there already is the result.
    package func add(_ shipment: NewShipment) async throws(NetworkError) -> ShipmentTracking {
        if let there = try await loadTrackings().items.first(where: shipment.isDone) { return there }
        let mapper = TrackingMapper(order: order)
        return try await inEitherVersion { path async throws(NetworkError) in
            try await enqueue(Request(.post, path, body: shipment.json.data), mapper: mapper)
        }
    }

    /// Throws `.notFound` when the order has no such parcel.
    package func delete(_ tracking: String) async throws(NetworkError) {
        _ = try await inEitherVersion { path async throws(NetworkError) in
            try await ResourceRemote<AnyTracking>(path, network: network).delete(tracking, force: true)
        }
    }

    private func inEitherVersion<Value: Sendable>(
        _ work: (String) async throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        do throws(NetworkError) { return try await work(path("wc/v3")) } catch {
            guard error.saysNoRoute else { throw error }
        }
        do throws(NetworkError) { return try await work(path("wc/v2")) } catch {
            throw error.saysNoRoute ? .missingFeature(.shipmentTracking) : error
        }
    }

    private func path(_ namespace: String) -> String { "\(namespace)/orders/\(order)/shipment-trackings" }
}

extension NetworkError {
    /// Whether the shop says that it does not know the path: a plugin, or a part of WooCommerce, is not there.
    var saysNoRoute: Bool {
        if case .notFound(let complaint?, _) = self { complaint.code == "rest_no_route" } else { false }
    }
}
