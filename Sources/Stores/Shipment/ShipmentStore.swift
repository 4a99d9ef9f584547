import Flow
import Model
import Networking
import Payments

/// The parcels of orders, where the shop has the plugin for them.
package final class ShipmentStore: Store {
    package typealias Handled = ShipmentAction

    private let network: any Network
    private let trackings: ShopCache<ShipmentTracking>
    private let providers: ShopCache<ShipmentProviderGroup>
    private let customProviders: ShopCache<CustomShipmentProvider>
    private let environment: Environment

    init(shop: ShopSession) {
        network = shop.network
        trackings = shop.cache()
        providers = shop.cache()
        customProviders = shop.cache()
        environment = shop.environment
    }

    package func onAction(_ action: ShipmentAction) {
        switch action {
        case .synchronizeShipmentTrackingData(let order, let reply):
            let remote = ShipmentsRemote(network: network, order: order)
            trackings.answer(reply, Self.query(order)) { () throws(NetworkError) in try await remote.loadTrackings() }
        case .synchronizeShipmentTrackingProviders(let order, let reply):
            let remote = ShipmentsRemote(network: network, order: order)
            providers.answer(reply, ShopQuery(page: nil, isOfAll: true)) { () throws(NetworkError) in
                try await remote.loadProviders()
            }
        case .loadCustomTrackingProviders(let reply):
            environment.answer(reply, "load carriers") { [customProviders] () throws(Failure) in
                try customProviders.everything()
            }
        case .addTracking(let order, let provider, let number, let day, let reply):
            add(NewShipment(.known(provider), number: number, shipped: day?.text), to: order, reply)
        case .addCustomTracking(let order, let provider, let number, let link, let day, let reply):
            let carrier = NewShipment.Carrier.custom(provider, link: link)
            add(NewShipment(carrier, number: number, shipped: day?.text), to: order, reply)
        case .deleteTracking(let order, let id, let reply):
            let remote = ShipmentsRemote(network: network, order: order)
            trackings.delete(reply, key: "\(order)-\(id)") { () throws(NetworkError) in try await remote.delete(id) }
        }
    }

    package func clearOperatorData() {
        trackings.clear()
        providers.clear()
        customProviders.clear()
    }

    private static func query(_ order: OrderID) -> ShopQuery {
        ShopQuery(scope: "order \(order)", page: nil, isOfAll: true)
    }

    private func add(_ shipment: NewShipment, to order: OrderID, _ reply: Reply<ShipmentTracking>) {
        let remote = ShipmentsRemote(network: network, order: order)
        let (trackings, customProviders) = (trackings, customProviders)
        environment.answer(reply, "add a parcel") { () throws(Failure) in
            let tracking = try await trackings.changed(key: nil) { () throws(NetworkError) in
                try await remote.add(shipment)
            }
            if case .custom(let name, let link) = shipment.carrier {
                try customProviders.add(CustomShipmentProvider(name: name, link: link))
            }
            return tracking
        }
    }
}
