import Foundation
import Model

/// `wc/v3/coupons`.
enum CouponResources {
    static let all: [ShopRoute] = coupons.routes

    private static let coupons = DocumentRules(
        collection: .coupons, path: "wc/v3/coupons", template: ShopTemplate.coupon,
        fixed: ["id", "date_created", "date_created_gmt", "usage_count", "used_by"],
        missing: "woocommerce_rest_shop_coupon_invalid_id", searched: ["code", "description"],
        filters: ["code": { entry, wanted, _ throws(ShopRefusal) in entry.text("code") == wanted.lowercased() }],
        topic: "coupon",
        prepare: { call, asked, old throws(ShopRefusal) in
            var changes = asked
            if old == nil || asked["code"] != nil {
                let code = (asked["code"]?.asPlain ?? "").lowercased()
                guard !code.isEmpty else { throw .missing("code") }
                guard try !call.documents(.coupons).contains(where: { $0.text("code") == code && $0.id != old?.id })
                else {
                    throw ShopRefusal(
                        400, "woocommerce_rest_coupon_code_already_exists", "The coupon code already exists")
                }
                changes["code"] = .string(code)
            }
            if let kind = asked["discount_type"]?.asPlain, !kinds.contains(kind) {
                throw .notInEnum("discount_type", allowed: kinds)
            }
            for name in ["amount", "minimum_amount", "maximum_amount"] {
                guard let value = asked[name], let text = value.asPlain, !text.isEmpty else { continue }
                guard let units = call.rules.units(text) else {
                    throw .invalidParameter(name, reason: "is not of type string.")
                }
                changes[name] = call.rules.amount(units)
            }
            return (old?.body ?? .null).merging(changes)
        })

    private static let kinds = ["percent", "fixed_cart", "fixed_product"]
}
