import Foundation

/// `wc/v3/orders/ID/notes`.
enum OrderNotes {
    static let path = "wc/v3/orders/:order/notes"

    static let all: [ShopRoute] = [
        ShopRoute([.get], path, .list) { call throws(ShopRefusal) in try list(call) },
        ShopRoute([.post], path, .create) { call throws(ShopRefusal) in try create(call) },
        ShopRoute([.get], "\(path)/:id", .view) { call throws(ShopRefusal) in
            let note = try found(call)
            return shown(note, call)
        },
        ShopRoute([.delete], "\(path)/:id", .delete) { call throws(ShopRefusal) in
            let note = try found(call)
            guard call.parameters.flag("force") else {
                // WooCommerce speaks of webhooks here.
                throw ShopRefusal(501, "woocommerce_rest_trash_not_supported", "Webhooks do not support trashing.")
            }
            call.remove(.notes, note.id, of: note.parent)
            return shown(note, call)
        },
    ]

    /// The longest note.
    private static let longest = 10_000

    /// Adds a note and returns it.
    static func add(
        _ text: String, to order: Int64, isForCustomer: Bool, author: String, _ call: ShopCall
    ) throws(ShopRefusal) -> ShopEntry {
        let id = try call.newID(.notes)
        let body: JSONValue = [
            "id": .integer(id), "author": .string(author), "note": .string(String(text.prefix(longest))),
            "customer_note": .bool(isForCustomer), "date_created": call.rules.local(call.now),
            "date_created_gmt": .string(ShopTime.text(call.now)),
        ]
        call.save(.notes, id, of: order, body)
        return ShopEntry(id: id, parent: order, body: body)
    }

    private static func order(_ call: ShopCall) throws(ShopRefusal) -> Int64 {
        let id = call.number("order")
        do { _ = try OrderRoutes.order(id, status: 404, call) } catch {
            throw ShopRefusal(404, "woocommerce_rest_order_invalid_id", "Invalid order ID.")
        }
        return id
    }

    private static func found(_ call: ShopCall) throws(ShopRefusal) -> ShopEntry {
        let order = try order(call)
        guard let note = try call.document(.notes, call.number("id")), note.parent == order else {
            throw ShopRefusal(404, "woocommerce_rest_invalid_id", "Invalid resource ID.")
        }
        return note
    }

    private static func list(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let order = try order(call)
        let type = try call.parameters.word("type", of: ["any", "customer", "internal"]) ?? "any"
        let notes = try call.documents(.notes, of: order).reversed().filter { note in
            type == "any" || (note.body["customer_note"] == true) == (type == "customer")
        }
        return ShopAnswer(
            list: notes.map { call.fields.apply(to: $0.body.data, links: links($0, call)) })
    }

    private static func create(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let asked = try call.body()
        guard let text = asked["note"]?.asPlain else { throw .missing("note") }
        let order = try order(call)
        let isOwn = asked["added_by_user"]?.asFlag ?? false
        let note = try add(
            text, to: order, isForCustomer: asked["customer_note"]?.asFlag ?? false,
            author: isOwn ? call.caller.name : "WooCommerce", call)
        return shown(note, call, status: 201)
    }

    private static func shown(_ note: ShopEntry, _ call: ShopCall, status: Int = 200) -> ShopAnswer {
        call.answer(note.body, links: links(note, call), status: status)
    }

    private static func links(_ note: ShopEntry, _ call: ShopCall) -> JSONValue {
        ShopLinks.resource(
            "wc/v3/orders/\(note.parent)/notes", id: String(note.id), call.rules, allowed: ["GET", "DELETE"],
            up: "wc/v3/orders/\(note.parent)")
    }
}
