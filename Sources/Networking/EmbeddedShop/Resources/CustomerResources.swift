import Foundation
import Model

/// `wc/v3/customers`.
enum CustomerResources {
    static let all: [ShopRoute] =
        customers.routes + [
            ShopRoute([.get], "wc/v3/customers/:id/downloads", .list) { call throws(ShopRefusal) in
                guard try call.document(.customers, call.number("id")) != nil else {
                    throw ShopRefusal(404, "woocommerce_rest_invalid_id", "Invalid resource ID.")
                }
                return ShopAnswer([])
            }
        ]

    private static let customers = DocumentRules(
        collection: .customers, path: "wc/v3/customers", template: ShopTemplate.customer,
        fixed: ["id", "date_created", "date_created_gmt", "is_paying_customer", "avatar_url", "role"],
        missing: "wc_user_invalid_id", missingMessage: "Invalid user ID.", plural: "Customers", isProtected: true,
        searched: ["email", "first_name", "last_name", "username"],
        filters: [
            "email": { entry, wanted, _ throws(ShopRefusal) in entry.text("email") == wanted.lowercased() },
            "role": { entry, wanted, _ throws(ShopRefusal) in wanted == "all" || entry.text("role") == wanted },
        ], words: ["role": ["all"] + roles], usual: ["role": "customer"],
        orders: ["name", "id", "include", "registered_date"], isNewestFirst: false,
        topic: "customer", prepare: prepared)

    /// The roles that WordPress and WooCommerce give.
    private static let roles = [
        "administrator", "editor", "author", "contributor", "subscriber", "customer", "shop_manager",
    ]

    /// Whether somebody with an account runs the shop, and so is not counted in reports about its customers.
    static func isStaff(_ person: ShopEntry) -> Bool {
        ["administrator", "shop_manager"].contains(person.text("role"))
    }

    private static let prepared: DocumentRules.Check = { call, asked, old throws(ShopRefusal) in
        let email = (asked["email"]?.asPlain ?? "").lowercased()
        if old == nil, email.isEmpty { throw .missing("email") }
        if asked["email"] != nil {
            guard OrderParameters.isAddress(email) else {
                throw .invalidParameter("email", reason: "Invalid email address.!", code: "rest_invalid_email")
            }
            let others = try call.documents(.customers)
            guard !others.contains(where: { $0.text("email") == email && $0.id != old?.id }) else {
                throw ShopRefusal(
                    400, "registration-error-email-exists",
                    "An account is already registered with \(email). Please log in or use a different email address.")
            }
        }
        var body = (old?.body ?? .null).merging(asked)
        for name in ["billing", "shipping"] {
            let known = (old?.body ?? ShopTemplate.customer)[name] ?? [:]
            body = body.merging([name: known.merging(asked[name]?.asMembers ?? [:])])
        }
        if old == nil, (body["username"]?.text ?? "").isEmpty {
            body = body.merging(["username": .string(String(email.prefix { $0 != "@" }))])
        }
        return asked["email"] == nil ? body : body.merging(["email": .string(email)])
    }
}
