import Foundation
import Model

/// `wc/v3/products/reviews`, and the same reviews with their replies as `wp/v2/comments`.
enum ReviewResources {
    static let all: [ShopRoute] = reviews.routes + comments

    private static let statuses = ["approved", "hold", "spam", "unspam", "trash", "untrash"]

    private static let reviews = DocumentRules(
        collection: .reviews, path: "wc/v3/products/reviews", template: ShopTemplate.review,
        fixed: ["id", "date_created", "date_created_gmt", "product_name", "product_permalink", "verified"],
        missing: "woocommerce_rest_review_invalid_id", missingMessage: "Invalid review ID.",
        searched: ["review", "reviewer", "reviewer_email"],
        filters: [
            "status": { entry, wanted, _ throws(ShopRefusal) in wanted == "all" || entry.text("status") == wanted },
            "product": { entry, wanted, _ throws(ShopRefusal) in
                wanted.split(separator: ",").contains { entry.text("product_id") == $0 }
            },
            "type": { entry, _, _ throws(ShopRefusal) in entry.body["parent"] == nil },
        ], usual: ["status": "approved", "type": "review"],
        upper: { "wc/v3/products/\($0.text("product_id"))" }, hidden: ["parent", before],
        prepare: prepared)

    private static let prepared: DocumentRules.Check = { call, asked, old throws(ShopRefusal) in
        if let status = asked["status"]?.asPlain, !statuses.contains(status) {
            throw .notInEnum("status", allowed: statuses)
        }
        if let old { return moderated(old, asked) }
        for name in ["product_id", "review", "reviewer", "reviewer_email"] where (asked[name]?.asPlain ?? "").isEmpty {
            throw .missing(name)
        }
        let id = asked["product_id"]?.asInteger ?? 0
        guard let product = try call.document(.products, id) else {
            throw ShopRefusal(404, "woocommerce_rest_product_invalid_id", "Invalid product ID.")
        }
        let isKnown = try call.documents(.reviews).contains { other in
            ["review", "reviewer", "reviewer_email", "product_id"].allSatisfy { other.text($0) == asked[$0]?.asPlain }
        }
        guard !isKnown else {
            throw ShopRefusal(
                409, "woocommerce_rest_comment_duplicate",
                "Duplicate comment detected; it looks as though you&#8217;ve already said that!")
        }
        return JSONValue.object(asked).merging([
            "product_id": .integer(id), "product_name": product.body["name"] ?? "",
            "product_permalink": product.body["permalink"] ?? "",
        ])
    }

    /// The member with the status that a review had before it was spam or in the bin.
    private static let before = "status_before"

    /// A review comes back from spam and from the bin with the status that it had.
    private static func moderated(_ old: ShopEntry, _ asked: [String: JSONValue]) -> JSONValue {
        let changed = old.body.merging(asked)
        switch asked["status"]?.asPlain {
        case "spam", "trash": return changed.merging([before: .string(old.text("status"))])
        case "unspam", "untrash": return changed.merging(["status": old.body[before] ?? "hold"])
        default: return changed
        }
    }

    private static let path = "wp/v2/comments"
    private static let comments = [
        ShopRoute([.get], path, .list) { call throws(ShopRefusal) in
            let page = try ShopPage(call.parameters)
            var known = try call.documents(.reviews)
            if let post = try call.parameters.integer("post") {
                known = known.filter { $0.body["product_id"]?.asInteger == post }
            }
            if let parent = try call.parameters.integer("parent") {
                known = known.filter { $0.body["parent"]?.asInteger ?? 0 == parent }
            }
            let status = call.parameters.text("status") ?? "approve"
            let isEvery = status == "all" || status == "any"
            known = known.filter { isEvery || word(of: $0) == status || word(of: $0) == status + "d" }
            return call.list(
                known.reversed().map { ShopEntry(id: $0.id, body: comment($0, call)) }, links: { links($0, call) },
                page: page)
        },
        ShopRoute([.post], path, .create) { call throws(ShopRefusal) in try reply(call) },
        ShopRoute([.get], "\(path)/:id", .view) { call throws(ShopRefusal) in
            let entry = try found(call)
            return call.answer(comment(entry, call), links: links(entry, call))
        },
        ShopRoute([.put, .post], "\(path)/:id", .edit) { call throws(ShopRefusal) in try change(call) },
        ShopRoute([.delete], "\(path)/:id", .delete) { call throws(ShopRefusal) in
            let entry = try found(call)
            guard call.parameters.flag("force") else {
                let binned = ShopEntry(id: entry.id, body: entry.body.merging(["status": "trash"]))
                call.save(.reviews, entry.id, binned.body)
                return call.answer(comment(binned, call), links: links(binned, call))
            }
            call.remove(.reviews, entry.id)
            return call.answer(["deleted": true, "previous": comment(entry, call)], links: nil)
        },
    ]

    private static func found(_ call: ShopCall) throws(ShopRefusal) -> ShopEntry {
        guard let entry = try call.document(.reviews, call.number("id")) else {
            throw ShopRefusal(404, "rest_comment_invalid_id", "Invalid comment ID.")
        }
        return entry
    }

    /// A status in the words of WordPress.
    private static func word(of entry: ShopEntry) -> String { entry.text("status") }

    private static func comment(_ entry: ShopEntry, _ call: ShopCall) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .integer(entry.id), "post": entry.body["product_id"] ?? 0, "parent": entry.body["parent"] ?? 0,
            "author": 0, "author_name": entry.body["reviewer"] ?? "", "author_url": "",
            "date": entry.body["date_created"] ?? .null, "date_gmt": entry.body["date_created_gmt"] ?? .null,
            "content": ["rendered": entry.body["review"] ?? ""], "status": entry.body["status"] ?? "",
            "link": .string(call.rules.address("?p=\(entry.text("product_id"))#comment-\(entry.id)")),
            "type": entry.body["parent"] == nil ? "review" : "comment", "meta": [],
            "author_avatar_urls": entry.body["reviewer_avatar_urls"] ?? [:],
        ]
        if call.request.query["context"] == "edit" {
            members["author_email"] = entry.body["reviewer_email"] ?? ""
            members["content"] = ["rendered": entry.body["review"] ?? "", "raw": entry.body["review"] ?? ""]
        }
        return .object(members)
    }

    private static func links(_ entry: ShopEntry, _ call: ShopCall) -> JSONValue? {
        ShopLinks.resource(path, id: String(entry.id), call.rules)
    }

    /// The text of a comment, which may be an object with the raw text.
    private static func content(_ asked: [String: JSONValue]) -> String? {
        (asked["content"]?["raw"] ?? asked["content"])?.asPlain
    }

    /// The product of a review.
    private static func post(of review: Int64, _ call: ShopCall) throws(ShopRefusal) -> Int64 {
        try call.document(.reviews, review)?.body["product_id"]?.asInteger ?? 0
    }

    private static func reply(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let asked = try call.body()
        guard let text = content(asked), !text.isEmpty else {
            throw ShopRefusal(400, "rest_comment_content_invalid", "Invalid comment content.")
        }
        let parent = asked["parent"]?.asInteger ?? 0
        let named = asked["post"]?.asInteger
        let post = try named == nil ? self.post(of: parent, call) : named ?? 0
        guard let product = try call.document(.products, post) else {
            throw ShopRefusal(
                403, "rest_comment_invalid_post_id", "Sorry, you are not allowed to create this comment without a post."
            )
        }
        let isKnown = try call.documents(.reviews).contains { other in
            other.text("review") == text && other.text("reviewer") == call.caller.name
                && other.body["parent"]?.asInteger ?? 0 == parent
        }
        guard !isKnown else {
            throw ShopRefusal(
                409, "comment_duplicate",
                "Duplicate comment detected; it looks as though you&#8217;ve already said that!")
        }
        let id = try call.newID(.reviews)
        let body = ShopTemplate.review.merging([
            "id": .integer(id), "product_id": .integer(post), "product_name": product.body["name"] ?? "",
            "product_permalink": product.body["permalink"] ?? "", "review": .string(text), "rating": 0,
            "reviewer": .string(asked["author_name"]?.asPlain ?? call.caller.name),
            "reviewer_email": .string(asked["author_email"]?.asPlain ?? ""), "parent": .integer(parent),
            "date_created": call.rules.local(call.now), "date_created_gmt": .string(ShopTime.text(call.now)),
        ])
        call.save(.reviews, id, body)
        let entry = ShopEntry(id: id, body: body)
        return call.answer(comment(entry, call), links: links(entry, call), status: 201)
    }

    private static func change(_ call: ShopCall) throws(ShopRefusal) -> ShopAnswer {
        let entry = try found(call)
        let asked = try call.body()
        var changes: [String: JSONValue] = [:]
        if let status = asked["status"]?.asPlain {
            changes["status"] = .string(["approve": "approved", "0": "hold", "1": "approved"][status] ?? status)
        }
        if let text = content(asked) { changes["review"] = .string(text) }
        let changed = ShopEntry(id: entry.id, body: entry.body.merging(changes))
        call.save(.reviews, entry.id, changed.body)
        return call.answer(comment(changed, call), links: links(changed, call))
    }
}
