import Foundation

/// What is set at a coupon; what is nil stays as it is.
package struct CouponChange: Hashable, Sendable {
    package var code: String?
    package var amount: Decimal?
    package var discountType: String?
    package var summary: String?
    package var usageLimit: Int?
    package var minimumAmount: Decimal?
    /// The first day on which it cannot be used any more, by the shop's clock: `2026-12-01`.
    package var expires: String?

    package init(
        code: String? = nil, amount: Decimal? = nil, discountType: String? = nil, summary: String? = nil,
        usageLimit: Int? = nil, minimumAmount: Decimal? = nil, expires: String? = nil
    ) {
        self.code = code
        self.amount = amount
        self.discountType = discountType
        self.summary = summary
        self.usageLimit = usageLimit
        self.minimumAmount = minimumAmount
        self.expires = expires
    }

    /// The body of the request.
    var json: JSONValue {
        var members: [String: JSONValue] = [:]
        members["code"] = code.map { .string($0) }
        members["amount"] = amount.map { .string($0.description) }
        members["discount_type"] = discountType.map { .string($0) }
        members["description"] = summary.map { .string($0) }
        members["usage_limit"] = usageLimit.map { .integer(Int64($0)) }
        members["minimum_amount"] = minimumAmount.map { .string($0.description) }
        members["date_expires"] = expires.map { .string("\($0)T00:00:00") }
        return .object(members)
    }

    /// Whether the coupon has everything that is set here.
    func isDone(in coupon: Coupon) -> Bool {
        (code.map { Coupon.name($0) == Coupon.name(coupon.code) } ?? true)
            && (amount.map { $0 == coupon.amount } ?? true)
            && (discountType.map { $0 == coupon.discountType } ?? true)
            && (summary.map { $0 == coupon.summary } ?? true)
            && (usageLimit.map { $0 == coupon.usageLimit } ?? true)
            && (minimumAmount.map { $0 == coupon.minimumAmount } ?? true)
            && (expires.map { coupon.json["date_expires"]?.text?.hasPrefix($0) == true } ?? true)
    }
}
