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
    /// An extension that takes card payments in person.
    case cardPayments(PaymentGatewayExtension)
    /// Receipts of the shop itself, which came with WooCommerce 8.7.
    case shopReceipts
}

extension ShopFeature {
    var kind: any ListedFailure {
        switch self {
        case .shipmentTracking: ShipmentFailure.notInstalled
        case .analytics: ReportFailure.switchedOff
        case .countedOrders: ReportFailure.legacyEmpty
        case .cardPayments: GatewayFailure.notInstalled
        case .shopReceipts: ShopFailure.unsupported
        }
    }

    var sentence: Sentence {
        switch self {
        case .shipmentTracking: Sentence("failure.shipment.notInstalled")
        case .analytics: Sentence("failure.report.switchedOff")
        case .countedOrders: Sentence("failure.report.legacyEmpty")
        case .cardPayments(let gateway): Sentence("failure.gateway.notInstalled", ["name": gateway.name])
        case .shopReceipts:
            Sentence("failure.shop.unsupported", ["reason": Sentence("detail.unsupported.shopReceipts")])
        }
    }

    var remedy: Sentence {
        switch self {
        case .shipmentTracking: Sentence("remedy.shipment.notInstalled")
        case .analytics, .countedOrders: Sentence("remedy.report.switchedOff")
        case .cardPayments(let gateway): Sentence("remedy.gateway.notInstalled", ["name": gateway.name])
        case .shopReceipts: Sentence("remedy.shop.unsupported.shopReceipts")
        }
    }
}
