import Foundation

/// What the site says about itself: `wp-json`, `system_status`, users, currencies, shipping.
enum SiteResources {
    static let all: [ShopRoute] = [
        ShopRoute([.get], "", .everybody) { call throws(ShopRefusal) in call.answer(index(call), links: nil) },
        ShopRoute([.get], "wc/v3", .everybody) { call throws(ShopRefusal) in
            ShopAnswer(["namespace": "wc/v3", "routes": .object(routes(call, "/wc/v3"))])
        },
        ShopRoute([.get], "wc/v3/system_status", .list) { call throws(ShopRefusal) in
            call.answer(status(call), links: nil)
        },
        ShopRoute([.get], "wc/v3/data/currencies/current", .list) { call throws(ShopRefusal) in
            let code = call.rules.currency
            return call.answer(
                ["code": .string(code), "name": .string(code), "symbol": .string(call.rules.currencySymbol)],
                links: ShopLinks.resource("wc/v3/data/currencies", id: code, call.rules, allowed: ["GET"]))
        },
        ShopRoute([.get], "wc/v3/shipping_methods", .list) { call throws(ShopRefusal) in
            let methods = [
                ("flat_rate", "Flat rate"), ("free_shipping", "Free shipping"), ("local_pickup", "Local pickup"),
            ]
            return ShopAnswer(
                list: methods.map { id, title in
                    let body: JSONValue = ["id": .string(id), "title": .string(title), "description": ""]
                    let links = ShopLinks.resource("wc/v3/shipping_methods", id: id, call.rules, allowed: ["GET"])
                    return call.fields.apply(to: body.data, links: links)
                }, headers: ["x-wp-total": "3", "x-wp-totalpages": "1"])
        },
        ShopRoute([.get], "wc/v3/shipping/zones", .list) { call throws(ShopRefusal) in
            let body: JSONValue = ["id": 0, "name": "Locations not covered by your other zones", "order": 0]
            var links = ShopLinks.resource("wc/v3/shipping/zones", id: "0", call.rules)
            let place = call.rules.link("wc/v3/shipping/zones/0/locations")
            if call.rules.home != nil { links = links.merging(["describedby": [["href": .string(place)]]]) }
            return ShopAnswer(
                list: [call.fields.apply(to: body.data, links: links)],
                headers: ["x-wp-total": "1", "x-wp-totalpages": "1"])
        },
        ShopRoute([.get], "wp/v2/users/me", .view) { call throws(ShopRefusal) in me(call) },
        ShopRoute([.get], "wp/v2/settings", .list) { call throws(ShopRefusal) in
            ShopAnswer(["title": .string(call.rules.name), "url": .string(call.rules.address(""))])
        },
    ]

    private static let namespaces: JSONValue = [
        "oembed/1.0", "wc/v1", "wc/v2", "wc/v3", "wc-analytics", "wc/store/v1", "wp/v2",
    ]

    private static func index(_ call: ShopCall) -> JSONValue {
        [
            "name": .string(call.rules.name), "description": "", "url": .string(call.rules.home ?? "embedded:"),
            "home": .string(call.rules.home ?? "embedded:"),
            "gmt_offset": .number(String(Int(call.rules.utcOffset / 3600))), "timezone_string": "",
            "namespaces": namespaces,
            "authentication": [
                "application-passwords": [
                    "endpoints": ["authorization": .string(call.rules.address("wp-admin/authorize-application.php"))]
                ]
            ],
            "routes": .object(routes(call, "")), "site_logo": 0, "site_icon": 0, "site_icon_url": "",
        ]
    }

    private static func routes(_ call: ShopCall, _ start: String) -> [String: JSONValue] {
        let paths = ["/", "/wc/v3", "/wc/v3/orders", "/wc/v3/products", "/wc/v3/system_status", "/wp/v2/users/me"]
        return Dictionary(
            uniqueKeysWithValues: paths.filter { $0.hasPrefix(start) }.map { path in
                (path, ["namespace": "wc/v3", "methods": ["GET"], "endpoints": [["methods": ["GET"], "args": []]]])
            })
    }

    private static func status(_ call: ShopCall) -> JSONValue {
        let rules = call.rules
        let home = JSONValue.string(rules.home ?? "embedded:")
        let status = ShopTemplate.systemStatus
        let tracking = plugin("woocommerce-shipment-tracking", "WooCommerce Shipment Tracking", version: "2.9.0")
        let extensions =
            rules.cardPayments.sorted { $0.rawValue < $1.rawValue }.map(CardPaymentResources.plugin)
            + (rules.hasTracking ? [tracking] : [])
        return status.merging([
            "active_plugins": .array((status["active_plugins"]?.asItems ?? []) + extensions),
            "environment": (status["environment"] ?? [:]).merging([
                "home_url": home, "site_url": home, "version": .string(ShopRules.version),
            ]),
            "settings": (status["settings"] ?? [:]).merging([
                "currency": .string(rules.currency), "currency_symbol": .string(rules.currencySymbol),
                "number_of_decimals": .integer(Int64(rules.decimals)),
            ]),
        ])
    }

    /// An active plugin, as the system status names it.
    static func plugin(_ folder: String, _ name: String, version: String) -> JSONValue {
        [
            "plugin": .string("\(folder)/\(folder).php"), "name": .string(name), "version": .string(version),
            "version_latest": .string(version), "url": "", "author_name": "", "author_url": "",
            "network_activated": false,
        ]
    }

    private static func me(_ call: ShopCall) -> ShopAnswer {
        let caller = call.caller
        var members: [String: JSONValue] = [
            "id": .integer(caller.id), "name": .string(caller.name), "url": "", "description": "",
            "link": .string(call.rules.address("author/\(caller.name)/")), "slug": .string(caller.name),
            "avatar_urls": ShopTemplate.avatars, "meta": ["persisted_preferences": []], "is_super_admin": false,
            "woocommerce_meta": ShopTemplate.userMeta,
        ]
        if call.request.query["context"] == "edit" {
            let role = caller.role?.rawValue ?? ""
            members.merge([
                "username": .string(caller.name), "first_name": .string(caller.name), "last_name": "",
                "email": .string("\(caller.name)@shop.example"), "locale": "en_US", "nickname": .string(caller.name),
                "roles": [.string(role)], "registered_date": "2026-01-02T08:00:00+00:00",
                "capabilities": [
                    "read": true, "edit_posts": true, "manage_woocommerce": .bool(caller.isStaff),
                    "view_woocommerce_reports": .bool(caller.isStaff), "moderate_comments": .bool(caller.isStaff),
                    "edit_shop_orders": .bool(caller.isStaff),
                ], "extra_capabilities": .object([role: true]),
            ]) { $1 }
        }
        let links = ShopLinks.resource(
            "wp/v2/users", id: String(caller.id), call.rules, allowed: ["GET", "POST", "PUT", "PATCH"])
        return call.answer(.object(members), links: links)
    }
}
