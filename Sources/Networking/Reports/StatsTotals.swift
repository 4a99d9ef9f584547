import Foundation

/// The numbers of a report or of one of its parts. Amounts are in the shop's currency and may carry more decimals than it has,
/// because the shop adds in floating point.
package struct StatsTotals: Hashable, Sendable {
    package let orders: Int
    package let itemsSold: Decimal
    /// What was sold, with tax and shipping, without refunds.
    package let grossRevenue: Decimal
    /// What was sold, without tax, shipping and refunds.
    package let netRevenue: Decimal
    package let averageOrder: Decimal

    init(_ object: ShopObject) throws(NetworkError) {
        orders = Int(try object.integer("orders_count"))
        itemsSold = object.optionalDecimal("num_items_sold") ?? 0
        grossRevenue = try object.decimal("total_sales")
        netRevenue = try object.decimal("net_revenue")
        averageOrder = object.optionalDecimal("avg_order_value") ?? 0
    }
}
