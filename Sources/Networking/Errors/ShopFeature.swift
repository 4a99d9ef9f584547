import Failures
import Model

/// What some shops have and others do not: a plugin, or a part of WooCommerce that can be switched off.
package enum ShopFeature: Hashable, Sendable {
    /// The plugin "WooCommerce Shipment Tracking".
    case shipmentTracking
    /// WooCommerce's analytics, which can be switched off.
    case analytics
    /// Old reports that count the shop's orders. They do not when orders are kept in tables of their own (HPOS).
    case countedOrders
}

extension ShopFeature {
    var kind: any ListedFailure {
        switch self {
        case .shipmentTracking: ShipmentFailure.notInstalled
        case .analytics: ReportFailure.switchedOff
        case .countedOrders: ReportFailure.legacyEmpty
        }
    }

    var sentence: Sentence {
        switch self {
        case .shipmentTracking: Sentence("failure.shipment.notInstalled")
        case .analytics: Sentence("failure.report.switchedOff")
        case .countedOrders: Sentence("failure.report.legacyEmpty")
        }
    }

    var remedy: Sentence {
        switch self {
        case .shipmentTracking: Sentence("remedy.shipment.notInstalled")
        case .analytics, .countedOrders: Sentence("remedy.report.switchedOff")
        }
    }
}
