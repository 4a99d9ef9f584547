import Foundation
import Model

/// `wc/v3/orders`.
enum OrderRoutes {
    static let path = "wc/v3/orders"

    static let all: [ShopRoute] = [
        ShopRoute([.get], path, .list) { call throws(ShopRefusal) in try list(call) },
        ShopRoute([.post], path, .create) { call throws(ShopRefusal) in try create(call) },
        ShopRoute([.post, .put], "\(path)/batch", .batch) { call throws(ShopRefusal) in
            try ShopBatch.answer(
                call,
                create: { call, asked throws(ShopRefusal) in linked(try created(call, asked), call) },
                update: { call, id, asked throws(ShopRefusal) in linked(try updated(call, id, asked), call) },
                delete: { call, id, force throws(ShopRefusal) in
                    linked(try deleted(call, id, isForced: force), call)
                })
        },
        ShopRoute([.get], "\(path)/:id", .view) { call throws(ShopRefusal) in
            shown(try found(call.order(id(call)), status: 404, call).json, call)
        },
        ShopRoute([.put, .post], "\(path)/:id", .edit) { call throws(ShopRefusal) in
            shown(try updated(call, call.number("id"), try call.body()), call)
        },
        ShopRoute([.delete], "\(path)/:id", .delete) { call throws(ShopRefusal) in
            shown(try deleted(call, call.number("id"), isForced: call.parameters.flag("force")), call)
        },
        ShopRoute([.get], "wc/v2/orders", .list) { call throws(ShopRefusal) in try list(call) },
        ShopRoute([.get], "wc/v1/orders", .list) { call throws(ShopRefusal) in
            ShopAnswer([], headers: try ShopPage(call.parameters).headers(total: 0, place: nil))
        },
    ]

    private static func id(_ call: ShopCall) -> OrderID { OrderID(rawValue: call.number("id")) }

    /// An order, also one in the bin.
    private static func found(_ order: ShopOrder?, status: Int, _ call: ShopCall) throws(ShopRefusal) -> ShopOrder {
        try found(call.number("id"), order, status: status, call)
    }

    private static func found(
        _ id: Int64, _ order: ShopOrder?, status: Int, _ call: ShopCall
    ) throws(ShopRefusal) -> ShopOrder {
        if let order { return order }
        guard let binned = try call.document(.trashed, id) else { throw .noSuchOrder(status: status) }
        return ShopOrder(
            id: OrderID(rawValue: id), status: OrderStatus(rawValue: ShopStatus.bin), body: binned.body.data)
    }

    /// Finds an order, also in the bin. Throws the refusal with this status if there is none.
    static func order(_ id: Int64, status: Int, _ call: ShopCall) throws(ShopRefusal) -> ShopOrder {
        try found(id, call.order(OrderID(rawValue: id)), status: status, call)
    }

    private static func shown(_ order: JSONValue, _ call: ShopCall, status: Int = 200) -> ShopAnswer {
        call.answer(shaped(order, call), links: links(of: order, call), status: status)
    }

    /// An item of a batch.
    private static func linked(_ order: JSONValue, _ call: ShopCall) -> JSONValue {
        call.rules.home == nil ? order : order.merging(["_links": links(of: order, call)])
    }

    private static func links(of order: JSONValue, _ call: ShopCall) -> JSONValue {
        links(order["id"]?.asInteger ?? 0, order["customer_id"]?.asInteger ?? 0, call)
    }

    private static func links(_ id: Int64, _ customer: Int64, _ call: ShopCall) -> JSONValue {
        let path = call.request.path.hasPrefix("wc/v2") ? "wc/v2/orders" : path
        let person = JSONValue.string(call.rules.link("wc/v3/customers/\(customer)"))
        let links = ShopLinks.resource(path, id: String(id), call.rules)
        return links.merging(customer == 0 ? [:] : ["customer": [["href": person]]]).merging([
            "email_templates": [
                ["embeddable": true, "href": .string(call.rules.link("\(path)/\(id)/actions/email_templates"))]
            ]
        ])
    }

    /// The order with the wanted decimals (`dp`).
    private static func shaped(_ order: JSONValue, _ call: ShopCall) -> JSONValue {
        guard let text = call.request.query["dp"], let decimals = Int(text), (0...8).contains(decimals) else {
            return order
        }
        return OrderDecimals(rules: call.rules, wanted: decimals).shown(order)
    }

    private static func list(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let page = try ShopPage(call.parameters)
        let query = try EmbeddedOrderQuery(call.parameters, page)
        let found = try orders(query, call)
        var bodies: [Data] = []
        let isReshaped = call.request.query["dp"] != nil
        for order in found.orders {
            let body = try isReshaped ? shaped(order.json, call).data : order.body
            let customer = JSONSlices(Array(order.body))?.number("customer_id") ?? 0
            bodies.append(call.fields.apply(to: body, links: links(order.id.rawValue, customer, call)))
        }
        return ShopAnswer(
            list: bodies, headers: page.headers(total: found.total, place: call.place, countsPastEnd: false))
    }

    private static func orders(_ query: EmbeddedOrderQuery, _ call: ShopCall) throws(ShopRefusal) -> EmbeddedOrderPage {
        guard query.statuses == [OrderStatus(rawValue: ShopStatus.bin)] else { return try call.orders(query) }
        let binned = try call.documents(.trashed).map { entry in
            ShopOrder(
                id: OrderID(rawValue: entry.id), status: OrderStatus(rawValue: ShopStatus.bin), body: entry.body.data)
        }
        return query.page(of: binned)
    }

    private static func create(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let order = try created(call, try call.body())
        let id = order["id"]?.asInteger ?? 0
        return call.answer(
            shaped(order, call), links: links(of: order, call), status: 201,
            headers: call.rules.home.map { _ in ["location": call.rules.link("\(path)/\(id)")] } ?? [:])
    }

    static func created(_ call: ShopCall, _ asked: [String: JSONValue]) throws(ShopRefusal) -> JSONValue {
        try OrderParameters.check(asked)
        var draft = try OrderDraft(call)
        draft.members["created_via"] = "rest-api"
        try draft.apply(asked)
        try draft.save()
        return .object(draft.members)
    }

    static func updated(_ call: ShopCall, _ id: Int64, _ asked: [String: JSONValue]) throws(ShopRefusal) -> JSONValue {
        let order = try order(id, status: 400, call)
        try OrderParameters.check(asked)
        var draft = try OrderDraft(order, call)
        try draft.apply(asked)
        // An order comes out of the bin when it gets a status.
        guard draft.status != ShopStatus.bin else {
            call.save(.trashed, id, .object(draft.members))
            return .object(draft.members)
        }
        if order.status.rawValue == ShopStatus.bin { call.remove(.trashed, id) }
        try draft.save()
        return .object(draft.members)
    }

    /// Puts an order into the bin; removes it when that is forced.
    static func deleted(_ call: ShopCall, _ id: Int64, isForced: Bool) throws(ShopRefusal) -> JSONValue {
        let order = try order(id, status: 404, call)
        let body = try order.json
        call.tell(ShopEvent(topic: "order.deleted", id: id, body: JSONValue.object(["id": .integer(id)]).data))
        if isForced {
            if order.status.rawValue == ShopStatus.bin { call.remove(.trashed, id) } else { call.removeOrder(order.id) }
            return body
        }
        guard order.status.rawValue != ShopStatus.bin else {
            throw ShopRefusal(410, "woocommerce_rest_already_trashed", "The shop_order has already been deleted.")
        }
        let binned = body.merging([
            "status": .string(ShopStatus.bin), "date_modified": call.rules.local(call.now),
            "date_modified_gmt": .string(ShopTime.text(call.now)),
        ])
        call.removeOrder(order.id)
        call.save(.trashed, id, binned)
        return binned
    }
}

/// Amounts with other decimals than the shop's.
private struct OrderDecimals {
    let rules: ShopRules
    let wanted: Int

    func shown(_ value: JSONValue, under name: String = "") -> JSONValue {
        switch value {
        case .object(let members):
            return .object(Dictionary(uniqueKeysWithValues: members.map { ($0.key, shown($0.value, under: $0.key)) }))
        case .array(let items): return .array(items.map { shown($0, under: name) })
        case .string(let text):
            let isAmount = name.hasSuffix("total") || name.hasSuffix("tax") || name == "discount" || name == "subtotal"
            guard isAmount, text.contains(where: \.isNumber) else { return value }
            let decimals = text.split(separator: ".").dropFirst().first?.count ?? 0
            guard let units = ShopRules(decimals: max(decimals, wanted)).units(text) else { return value }
            let power = (wanted..<max(decimals, wanted)).reduce(Int128(1)) { power, _ in power * 10 }
            return .string(
                rules.text(ShopShare(numerator: Int128(units), denominator: power).rounded(), decimals: wanted))
        default: return value
        }
    }
}
