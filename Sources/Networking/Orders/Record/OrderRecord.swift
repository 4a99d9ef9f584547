import Foundation
import Model

/// An order as the shop has it: everything that the shop said, with what payments and receipts need as `order`.
package struct OrderRecord: ShopEntity {
    package static var resource: ShopResource { .order }

    package let json: JSONValue
    package let id: OrderID
    package let number: String
    package let status: OrderStatus
    package let parentID: Int64
    /// Zero for a guest.
    package let customerID: Int64
    package let currencyCode: String
    /// The text of the total in the shop's decimals.
    package let total: String
    package let billing: PostalAddress?
    package let shipping: PostalAddress?
    package let items: [OrderItem]
    package let shippingLines: [OrderFee]
    package let fees: [OrderFee]
    package let coupons: [OrderCoupon]
    package let taxes: [OrderTax]
    package let refunds: [OrderRefundEntry]
    package let meta: [MetaData]
    package let dates: OrderDates
    package let payment: OrderPayment
    package let customerNote: String

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = OrderID(rawValue: try object.shopID())
        number = object.optionalText("number").map { PlainText.from(html: $0) } ?? id.description
        status = OrderStatus(rawValue: try object.text("status"))
        parentID = object.optionalInteger("parent_id") ?? 0
        customerID = object.optionalInteger("customer_id") ?? 0
        currencyCode = try object.text("currency")
        total = try object.text("total")
        billing = object.object("billing").map(PostalAddress.init)
        shipping = object.object("shipping").map(PostalAddress.init)
        items = try object.objects("line_items").map { (item) throws(NetworkError) in try OrderItem(item) }
        shippingLines = try object.objects("shipping_lines").map { (line) throws(NetworkError) in try OrderFee(line) }
        fees = try object.objects("fee_lines").map { (line) throws(NetworkError) in try OrderFee(line) }
        coupons = try object.objects("coupon_lines").map { (line) throws(NetworkError) in try OrderCoupon(line) }
        taxes = try object.objects("tax_lines").map { (line) throws(NetworkError) in try OrderTax(line) }
        refunds = try object.objects("refunds").map { (line) throws(NetworkError) in try OrderRefundEntry(line) }
        meta = MetaData.list(object)
        dates = OrderDates(object)
        payment = OrderPayment(object)
        customerNote = object.optionalText("customer_note") ?? ""
    }

    /// What the shop tells of the order's payment; nil if that cannot be read.
    package var paymentState: OrderPaymentState? {
        guard let object = try? ShopObject(json, at: "") else { return nil }
        return try? OrderPaymentState(object)
    }

    package var key: String { id.description }
    /// The requests of tills that made the order.
    package var requests: [String] { meta.filter { $0.key == OrdersRemote.requestKey }.compactMap(\.value.text) }
    package var exactName: String? { number }

    /// People look for the number, the customer's name and e-mail address.
    package var searchText: String {
        [number, billing?.name, billing?.company, billing?.email].compactMap { $0 }.joined(separator: "\n")
    }

    /// What payments and receipts need. Throws `.malformed` when an amount cannot be read exactly.
    package func order(site: SiteID) throws(NetworkError) -> Order {
        try WooOrder(try ShopObject(json, at: "")).order(site: site)
    }
}

extension [OrderRecord] {
    /// What payments and receipts need of these orders, and which of them cannot be read.
    package func orders(site: SiteID) -> (orders: [Order], unreadable: [UnreadableOrder]) {
        var (orders, unreadable): ([Order], [UnreadableOrder]) = ([], [])
        for record in self {
            do throws(NetworkError) { orders.append(try record.order(site: site)) } catch {
                unreadable.append(UnreadableOrder(id: record.id, error: error))
            }
        }
        return (orders, unreadable)
    }
}
