import Foundation

/// What is set at a coupon; what is nil stays as it is.
package struct CouponChange: Hashable, Sendable {
    package var code: String?
    package var amount: Decimal?
    package var discountType: String?
    package var summary: String?
    package var usageLimit: Int?

    package init(
        code: String? = nil, amount: Decimal? = nil, discountType: String? = nil, summary: String? = nil,
        usageLimit: Int? = nil
    ) {
        self.code = code
        self.amount = amount
        self.discountType = discountType
        self.summary = summary
        self.usageLimit = usageLimit
    }

    /// The body of the request.
    var json: JSONValue {
        var members: [String: JSONValue] = [:]
        members["code"] = code.map { .string($0) }
        members["amount"] = amount.map { .string($0.description) }
        members["discount_type"] = discountType.map { .string($0) }
        members["description"] = summary.map { .string($0) }
        members["usage_limit"] = usageLimit.map { .integer(Int64($0)) }
        return .object(members)
    }

    /// Whether the coupon has everything that is set here.
    func isDone(in coupon: Coupon) -> Bool {
        (code.map { Coupon.name($0) == Coupon.name(coupon.code) } ?? true)
            && (amount.map { $0 == coupon.amount } ?? true)
            && (discountType.map { $0 == coupon.discountType } ?? true)
            && (summary.map { $0 == coupon.summary } ?? true)
            && (usageLimit.map { $0 == coupon.usageLimit } ?? true)
    }
}
