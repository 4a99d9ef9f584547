import Foundation
import Model

/// `wc/v3/orders/ID/shipment-trackings`, of a plugin that a shop may have.
enum OrderTrackings {
    private static let providers: JSONValue = [
        "Germany": [
            "DHL Intraship (DE)": "https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?idc=%1$s",
            "DPD.de": "https://tracking.dpd.de/status/de_DE/parcel/%1$s",
        ]
    ]

    static let all: [ShopRoute] = ["wc/v2", "wc/v3"].flatMap { version in
        let path = "\(version)/orders/:order/shipment-trackings"
        return [
            route([.get], "\(path)/providers", .list) { _ throws(ShopRefusal) in ShopAnswer(providers) },
            route([.get], path, .list) { call throws(ShopRefusal) in
                let known = try call.documents(.trackings, of: order(call))
                return ShopAnswer(list: known.map { call.fields.apply(to: $0.body.data, links: nil) })
            },
            route([.post], path, .create) { call throws(ShopRefusal) in try create(call) },
            route([.get], "\(path)/*id", .view) { call throws(ShopRefusal) in ShopAnswer(try found(call).body) },
            route([.delete], "\(path)/*id", .delete) { call throws(ShopRefusal) in
                let tracking = try found(call)
                call.remove(.trackings, tracking.id, of: tracking.parent)
                return ShopAnswer(tracking.body)
            },
        ]
    }

    /// A route that is there with the plugin only.
    private static func route(
        _ methods: [Request.Method], _ pattern: String, _ right: ShopRoute.Right, _ handler: @escaping ShopRoute.Handler
    ) -> ShopRoute {
        ShopRoute(methods, pattern, right) { call throws(ShopRefusal) in
            guard call.rules.hasTracking else { throw .noRoute }
            return try handler(call)
        }
    }

    private static func order(_ call: ShopCall) throws(ShopRefusal) -> Int64 {
        try OrderRoutes.order(call.number("order"), status: 404, call).id.rawValue
    }

    private static func found(_ call: ShopCall) throws(ShopRefusal) -> ShopEntry {
        let known = try call.documents(.trackings, of: order(call))
        guard let tracking = known.first(where: { $0.text("tracking_id") == call.names["id"] }) else {
            throw ShopRefusal(
                404, "woocommerce_rest_order_shipment_tracking_invalid_id", "Invalid shipment tracking ID.")
        }
        return tracking
    }

    private static func create(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let order = try order(call)
        let asked = try call.body()
        guard let number = asked["tracking_number"]?.asPlain else { throw .missing("tracking_number") }
        let id = try call.newID(.trackings)
        let provider = asked["tracking_provider"]?.asPlain ?? asked["custom_tracking_provider"]?.asPlain ?? ""
        let body: JSONValue = [
            "tracking_id": .string(String(format: "%032x", id)), "tracking_number": .string(number),
            "tracking_provider": .string(provider),
            "tracking_link": .string(asked["custom_tracking_link"]?.asPlain ?? ""),
            "date_shipped": .string(asked["date_shipped"]?.asPlain ?? String(ShopTime.text(call.now).prefix(10))),
        ]
        call.save(.trackings, id, of: order, body)
        return ShopAnswer(body, status: 201)
    }
}
