import Foundation

/// How often a coupon was used in some days, and what it took off, as WooCommerce's analytics count it.
package struct CouponReport: Hashable, Sendable {
    package let orders: Int64
    /// In the shop's currency.
    package let amount: Decimal

    package init(orders: Int64, amount: Decimal) { (self.orders, self.amount) = (orders, amount) }
}

/// Maps the report of one coupon. One that was never used is in no report.
struct CouponReportMapper: Mapper {
    let coupon: Int64

    func map(_ response: Response) throws(NetworkError) -> CouponReport {
        let rows = try ShopObject(["items": try response.json], at: "").objects("items")
        guard let row = rows.first(where: { (try? $0.integer("coupon_id")) == coupon }) else {
            return CouponReport(orders: 0, amount: 0)
        }
        return CouponReport(orders: try row.integer("orders_count"), amount: row.optionalDecimal("amount") ?? 0)
    }
}
