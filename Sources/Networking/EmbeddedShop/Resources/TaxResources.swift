import Foundation
import Model

/// `wc/v3/taxes` and `wc/v3/taxes/classes`.
enum TaxResources {
    static let all: [ShopRoute] = classes + taxes.routes

    private static let taxes = DocumentRules(
        collection: .taxes, path: "wc/v3/taxes", template: ShopTemplate.tax, plural: "Taxes",
        filters: ["class": { entry, wanted, _ throws(ShopRefusal) in entry.text("class") == wanted }],
        orders: ["order", "id", "priority"], isNewestFirst: false)

    private static let path = "wc/v3/taxes/classes"
    private static let classes = [
        ShopRoute([.get], path, .list) { call throws(ShopRefusal) in
            let known = try call.documents(.taxClasses)
            return ShopAnswer(
                list: known.map { call.fields.apply(to: $0.body.data, links: links($0, call)) })
        },
        ShopRoute([.post], path, .create) { call throws(ShopRefusal) in
            guard let name = try call.body()["name"]?.asPlain, !name.isEmpty else { throw .missing("name") }
            let slug = ShopSlug.make(name)
            guard try !call.documents(.taxClasses).contains(where: { $0.text("slug") == slug }) else {
                throw ShopRefusal(400, "woocommerce_rest_tax_class_exists", "Tax class already exists")
            }
            let id = try call.newID(.taxClasses)
            let entry = ShopEntry(id: id, body: ["slug": .string(slug), "name": .string(name)])
            call.save(.taxClasses, id, entry.body)
            return call.answer(entry.body, links: links(entry, call), status: 201)
        },
        ShopRoute([.delete], "\(path)/*slug", .delete) { call throws(ShopRefusal) in
            guard call.parameters.flag("force") else {
                throw ShopRefusal(
                    501, "woocommerce_rest_trash_not_supported", "Taxes do not support trashing.")
            }
            guard let entry = try call.documents(.taxClasses).first(where: { $0.text("slug") == call.names["slug"] }),
                entry.text("slug") != "standard"
            else { throw ShopRefusal(404, "woocommerce_rest_tax_class_invalid_slug", "Invalid slug.") }
            call.remove(.taxClasses, entry.id)
            return call.answer(entry.body, links: links(entry, call))
        },
    ]

    private static func links(_ entry: ShopEntry, _ call: ShopCall) -> JSONValue? {
        call.rules.home.map { _ in ["collection": [["href": .string(call.rules.link(path))]]] }
    }
}
