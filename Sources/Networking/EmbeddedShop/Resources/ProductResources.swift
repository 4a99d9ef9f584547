import Foundation
import Model

/// `wc/v3/products` and what belongs to products.
enum ProductResources {
    static let all: [ShopRoute] =
        terms.flatMap(\.routes) + attributes + variations.routes + products.routes

    private static let fixed: Set = [
        "id", "date_created", "date_created_gmt", "date_modified", "date_modified_gmt", "permalink", "price",
        "price_html", "on_sale", "purchasable", "total_sales", "average_rating", "rating_count", "related_ids",
        "variations", "has_options", "backorders_allowed", "backordered", "shipping_required", "shipping_taxable",
    ]

    static let products = DocumentRules(
        collection: .products, path: "wc/v3/products", template: ShopTemplate.product, fixed: fixed,
        missing: "woocommerce_rest_product_invalid_id", searched: ["name", "sku", "description", "short_description"],
        filters: [
            "sku": { entry, wanted, call throws(ShopRefusal) in
                let skus = wanted.split(separator: ",").map(String.init)
                if skus.contains(entry.text("sku")) { return true }
                return try call.documents(.variations, of: entry.id).contains { skus.contains($0.text("sku")) }
            },
            "global_unique_id": { entry, wanted, _ throws(ShopRefusal) in
                wanted.split(separator: ",").contains { entry.text("global_unique_id") == $0 }
            },
            "status": { entry, wanted, _ throws(ShopRefusal) in
                wanted == "any" ? entry.text("status") != ShopStatus.bin : entry.text("status") == wanted
            },
            "stock_status": { entry, wanted, _ throws(ShopRefusal) in entry.text("stock_status") == wanted },
            "type": { entry, wanted, _ throws(ShopRefusal) in entry.text("type") == wanted },
            "slug": { entry, wanted, _ throws(ShopRefusal) in entry.text("slug") == wanted },
            "on_sale": { entry, wanted, _ throws(ShopRefusal) in
                (entry.body["on_sale"] == true) == JSONValue.string(wanted).asFlag
            },
            "featured": { entry, wanted, _ throws(ShopRefusal) in
                (entry.body["featured"] == true) == JSONValue.string(wanted).asFlag
            },
            "category": { entry, wanted, _ throws(ShopRefusal) in
                (entry.body["categories"]?.asItems ?? []).contains { $0["id"]?.asPlain == wanted }
            },
        ], usual: ["status": "any"], topic: "product",
        prepare: { call, asked, old throws(ShopRefusal) in
            try checkSKU(call, asked, old)
            let body = (old?.body ?? .null).merging(asked)
            let name = body["name"]?.asPlain ?? ""
            let slug = old == nil && (body["slug"]?.text ?? "").isEmpty ? ShopSlug.make(name) : body["slug"]?.text ?? ""
            return try priced(body, call).merging([
                "slug": .string(slug), "permalink": .string(call.rules.address("product/\(slug)/")),
            ])
        })

    static let variations = DocumentRules(
        collection: .variations, path: "wc/v3/products/:product/variations", parent: "product",
        template: ShopTemplate.variation, fixed: fixed.union(["parent_id"]),
        missing: "woocommerce_rest_product_variation_invalid_id", searched: ["name", "sku"],
        filters: ["sku": { entry, wanted, _ throws(ShopRefusal) in entry.text("sku") == wanted }],
        prepare: { call, asked, old throws(ShopRefusal) in
            guard try call.document(.products, call.number("product")) != nil else {
                throw ShopRefusal(404, "woocommerce_rest_product_invalid_id", "Invalid ID.")
            }
            try checkSKU(call, asked, old)
            return try priced((old?.body ?? .null).merging(asked), call)
        })

    private static let terms: [DocumentRules] = [
        DocumentRules(
            collection: .categories, path: "wc/v3/products/categories", template: ShopTemplate.category,
            missing: "woocommerce_rest_term_invalid", missingMessage: "Resource does not exist.", plural: "Terms",
            searched: ["name"], orders: ["name", "id", "include", "slug", "count"], isNewestFirst: false),
        DocumentRules(
            collection: .tags, path: "wc/v3/products/tags", template: ShopTemplate.tag,
            missing: "woocommerce_rest_term_invalid", missingMessage: "Resource does not exist.", plural: "Terms",
            searched: ["name"], orders: ["name", "id", "include", "slug", "count"], isNewestFirst: false),
        DocumentRules(
            collection: .terms, path: "wc/v3/products/attributes/:attribute/terms", parent: "attribute",
            template: ShopTemplate.term, missing: "woocommerce_rest_term_invalid",
            missingMessage: "Resource does not exist.", plural: "Terms", searched: ["name"],
            orders: ["name", "id", "include", "slug", "count"], isNewestFirst: false),
    ]

    private static let attributes: [ShopRoute] =
        DocumentRules(
            collection: .attributes, path: "wc/v3/products/attributes", template: ShopTemplate.attribute,
            missing: "woocommerce_rest_taxonomy_invalid", missingMessage: "Resource does not exist.",
            plural: "Attributes", isNewestFirst: false
        ).routes
        + ["shipping_classes", "brands"].map { name in
            ShopRoute([.get], "wc/v3/products/\(name)", .list) { call throws(ShopRefusal) in
                call.list([], links: { _ in nil }, page: try ShopPage(call.parameters))
            }
        }

    private static func checkSKU(
        _ call: ShopCall, _ asked: [String: JSONValue], _ old: ShopEntry?
    ) throws(ShopRefusal) {
        guard let sku = asked["sku"]?.asPlain, !sku.isEmpty, sku != old?.text("sku") else { return }
        let others = try call.documents(.products) + call.documents(.variations)
        guard let other = others.first(where: { $0.text("sku") == sku && $0.text("status") != ShopStatus.bin }) else {
            return
        }
        throw ShopRefusal(
            400, "product_invalid_sku", "Invalid or duplicated SKU.",
            data: ["resource_id": .integer(other.id), "unique_sku": .string("\(sku)-1")])
    }

    /// The product with what follows from its prices and its stock.
    private static func priced(_ product: JSONValue, _ call: ShopCall) throws(ShopRefusal) -> JSONValue {
        var changes: [String: JSONValue] = [:]
        for name in ["regular_price", "sale_price"] {
            guard let text = product[name]?.asPlain, !text.isEmpty else { continue }
            guard let units = call.rules.units(text) else {
                throw .invalidParameter(name, reason: "is not of type string.")
            }
            changes[name] = call.rules.amount(units)
        }
        let regular = (changes["regular_price"] ?? product["regular_price"])?.text ?? ""
        let sale = (changes["sale_price"] ?? product["sale_price"])?.text ?? ""
        let isOnSale = !sale.isEmpty && (call.rules.units(sale) ?? 0) < (call.rules.units(regular) ?? 0)
        let price = isOnSale ? sale : regular
        if product["type"]?.text != "variable" {
            changes["price"] = .string(price)
            changes["on_sale"] = .bool(isOnSale)
            changes["purchasable"] = .bool(!price.isEmpty)
            if product["price_html"] != nil {
                changes["price_html"] = .string("<span class=\"woocommerce-Price-amount amount\">\(price)</span>")
            }
        }
        if product["manage_stock"] == true {
            let count = product["stock_quantity"]?.asInteger ?? 0
            changes["stock_quantity"] = .integer(count)
            changes["stock_status"] = ShopStock.status(count, product)
        }
        return product.merging(changes)
    }
}
