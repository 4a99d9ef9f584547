import Flow
import Model
import Networking

/// Requests for the parcels of orders. They need the plugin "WooCommerce Shipment Tracking", and fail with
/// `shipment.notInstalled` where the shop does not have it.
package enum ShipmentAction: Action {
    /// The parcels of an order.
    /// - Endpoint: GET wc/v3/orders/{order}/shipment-trackings
    /// - Offline: the kept list, with its time
    /// - Test: ShipmentStoreTests
    case synchronizeShipmentTrackingData(OrderID, Reply<Cached<Listing<ShipmentTracking>>>)
    /// The carriers that the plugin knows, by country. Those that were named at this till are not touched.
    /// - Endpoint: GET wc/v3/orders/{order}/shipment-trackings/providers
    /// - Offline: the kept carriers, with their time
    /// - Test: ShipmentStoreTests
    case synchronizeShipmentTrackingProviders(OrderID, Reply<Cached<Listing<ShipmentProviderGroup>>>)
    /// The carriers that were named at this till.
    /// - Endpoint: none
    /// - Offline: works
    /// - Test: ShipmentStoreTests
    case loadCustomTrackingProviders(Reply<[CustomShipmentProvider]>)
    /// Tells the shop of a parcel with a carrier that the plugin knows. A parcel that is there already is the result.
    /// - Endpoint: GET and POST wc/v3/orders/{order}/shipment-trackings
    /// - Offline: fails
    /// - Test: ShipmentStoreTests
    case addTracking(OrderID, provider: String, number: String, dateShipped: CalendarDay?, Reply<ShipmentTracking>)
    /// Tells the shop of a parcel with another carrier, and remembers that carrier.
    /// - Endpoint: GET and POST wc/v3/orders/{order}/shipment-trackings
    /// - Offline: fails
    /// - Test: ShipmentStoreTests
    case addCustomTracking(
        OrderID, provider: String, number: String, link: String, dateShipped: CalendarDay?, Reply<ShipmentTracking>)
    /// Removes a parcel. One that the shop does not have any more counts as removed.
    /// - Endpoint: DELETE wc/v3/orders/{order}/shipment-trackings/{id}
    /// - Offline: fails
    /// - Test: ShipmentStoreTests
    case deleteTracking(OrderID, String, Reply<Void>)
}
