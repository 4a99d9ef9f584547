import Foundation
import Model

/// An order of the demonstration shop and its WooCommerce body.
package struct DemoOrder: Hashable, Sendable {
    package struct Line: Hashable, Sendable {
        package let product: DemoProduct
        package let quantity: Int64

        package init(_ quantity: Int64, _ product: DemoProduct) {
            self.product = product
            self.quantity = quantity
        }
    }

    package let id: OrderID
    package let status: OrderStatus
    package let firstName: String
    package let lastName: String
    package let currency: Currency
    package let lines: [Line]

    package init(
        _ id: Int64, _ status: OrderStatus = .pending, firstName: String, lastName: String, currency: Currency = .eur,
        lines: [Line]
    ) {
        self.id = OrderID(rawValue: id)
        self.status = status
        self.firstName = firstName
        self.lastName = lastName
        self.currency = currency
        self.lines = lines
    }

    /// The order as the embedded shop stores it, placed at this time.
    package func embedded(placedAt time: Date) -> ShopOrder {
        ShopOrder(id: id, status: status, body: json(placedAt: .string(ShopTime.text(time))).data)
    }
}

extension DemoOrder {
    private func json(placedAt time: JSONValue) -> JSONValue {
        let paidAt: JSONValue = ShopStatus.paid.contains(status.rawValue) ? time : .null
        return [
            "id": .integer(id.rawValue), "number": .string(String(id.rawValue)), "status": .string(status.rawValue),
            "currency": .string(currency.code), "prices_include_tax": true, "created_via": "till", "customer_id": 0,
            "total": amount(lines.reduce(0) { $0 + $1.gross }), "total_tax": amount(lines.reduce(0) { $0 + $1.tax }),
            "billing": ["first_name": .string(firstName), "last_name": .string(lastName)],
            "line_items": .array(zip(1..., lines).map(item)), "tax_lines": .array(taxes), "shipping_lines": [],
            "fee_lines": [], "coupon_lines": [], "refunds": [], "meta_data": [], "customer_note": "",
            "payment_method": "", "payment_method_title": "", "transaction_id": "",
            "needs_payment": .bool(ShopStatus.payable.contains(status.rawValue)),
            "date_created": time, "date_created_gmt": time, "date_modified": time, "date_modified_gmt": time,
            "date_paid": paidAt, "date_paid_gmt": paidAt,
        ]
    }

    private func item(_ number: Int64, _ line: Line) -> JSONValue {
        [
            "id": .integer(id.rawValue * 100 + number), "name": .string(line.product.name),
            "product_id": .integer(line.product.id), "sku": .string(line.product.sku),
            "quantity": .integer(line.quantity), "total": amount(line.gross - line.tax), "total_tax": amount(line.tax),
        ]
    }

    /// One tax line for each rate above zero, the lowest first.
    private var taxes: [JSONValue] {
        Dictionary(grouping: lines.filter { $0.product.taxPercent > 0 }, by: \.product.taxPercent)
            .sorted { $0.key < $1.key }
            .map { rate, lines in
                [
                    "label": .string("\(DemoShop.taxName(of: currency)) \(rate) %"), "rate_percent": .integer(rate),
                    "tax_total": amount(lines.reduce(0) { $0 + $1.tax }), "shipping_tax_total": amount(0),
                ]
            }
    }

    private func amount(_ minorUnits: Int64) -> JSONValue {
        .string(Money(minorUnits: minorUnits, currency: currency).formatted())
    }
}

extension DemoOrder.Line {
    var gross: Int64 { product.price.minorUnits * quantity }

    /// The tax within the gross price, computed in whole numbers and rounded half up: gross · rate / (100 + rate).
    var tax: Int64 {
        let divisor = 100 + product.taxPercent
        return (gross * product.taxPercent * 2 + divisor) / (divisor * 2)
    }
}
