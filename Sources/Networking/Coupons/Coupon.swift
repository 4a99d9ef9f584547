import Foundation

/// A coupon of a shop.
package struct Coupon: ShopEntity {
    package static var resource: ShopResource { .coupon }

    package let json: JSONValue
    package let id: Int64
    /// The shop keeps codes in lower case and compares them so.
    package let code: String
    /// Percent or an amount of money, as `discountType` says.
    package let amount: Decimal
    /// `percent`, `fixed_cart`, `fixed_product`, or a word of a plugin.
    package let discountType: String
    package let status: String
    package let summary: String
    /// The first moment at which it cannot be used any more; nil when it does not expire.
    package let expires: Date?
    package let usageCount: Int
    /// Nil when it can be used any number of times.
    package let usageLimit: Int?
    package let minimumAmount: Decimal?
    package let maximumAmount: Decimal?
    package let givesFreeShipping: Bool

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = try object.integer("id")
        code = object.plainText("code")
        amount = try object.decimal("amount")
        discountType = object.optionalText("discount_type") ?? ""
        status = object.optionalText("status") ?? "publish"
        summary = object.plainText("description")
        expires = object.time("date_expires")
        usageCount = object.count("usage_count") ?? 0
        usageLimit = object.count("usage_limit").flatMap { $0 > 0 ? $0 : nil }
        minimumAmount = object.optionalDecimal("minimum_amount")
        maximumAmount = object.optionalDecimal("maximum_amount")
        givesFreeShipping = object.flag("free_shipping")
    }

    package var key: String { String(id) }
    package var exactName: String? { code.isEmpty ? nil : Self.name(code) }
    package var searchText: String { [code, summary].filter { !$0.isEmpty }.joined(separator: "\n") }

    /// A code in the form in which codes are compared.
    package static func name(_ code: String) -> String {
        code.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }

    /// Whether it can be used at that time, as far as that does not depend on the order.
    package func isUsable(at now: Date) -> Bool {
        if let expires, expires <= now { return false }
        if let usageLimit, usageCount >= usageLimit { return false }
        return status == "publish"
    }
}
