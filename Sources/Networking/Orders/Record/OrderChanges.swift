import Foundation
import Model

/// What is to be changed of an order, or what a new order holds. Only the members that are set are sent, so everything else
/// of the order stays in the shop as it is.
package struct OrderChanges: Hashable, Codable, Sendable {
    /// Goods to add, or to change when `id` is set. A quantity of zero removes the line.
    package struct Item: Hashable, Codable, Sendable {
        package var id: Int64?
        package var productID: Int64?
        package var variationID: Int64?
        /// In exact decimal form: `2.5`.
        package var quantity: String
        /// The net amount of the line; nil for the product's price.
        package var total: String?

        package init(
            id: Int64? = nil, productID: Int64? = nil, variationID: Int64? = nil, quantity: String, total: String? = nil
        ) {
            self.id = id
            self.productID = productID
            self.variationID = variationID
            self.quantity = quantity
            self.total = total
        }
    }

    /// A fee to add, or to change when `id` is set. Without a name the fee of this id is removed.
    package struct Fee: Hashable, Codable, Sendable {
        package var id: Int64?
        package var name: String?
        package var total: String
        package var isTaxable: Bool

        package init(id: Int64? = nil, name: String?, total: String, isTaxable: Bool) {
            self.id = id
            self.name = name
            self.total = total
            self.isTaxable = isTaxable
        }
    }

    package var status: OrderStatus?
    package var customerID: Int64?
    package var customerNote: String?
    /// Members of WooCommerce's address, such as `first_name`.
    package var billing: [String: String]?
    package var shipping: [String: String]?
    package var items: [Item] = []
    package var fees: [Fee] = []
    /// The codes of all coupons that the order is to have; nil to leave them.
    package var coupons: [String]?
    package var paymentMethod: String?
    package var paymentMethodTitle: String?
    package var meta: [String: String] = [:]

    package init() {}

    package var isEmpty: Bool { self == OrderChanges() }

    /// The body of the request.
    package var json: JSONValue {
        var members: [String: JSONValue] = [:]
        members["status"] = status.map { .string($0.rawValue) }
        members["customer_id"] = customerID.map(JSONValue.integer)
        members["customer_note"] = customerNote.map(JSONValue.string)
        members["billing"] = billing.map { .object($0.mapValues(JSONValue.string)) }
        members["shipping"] = shipping.map { .object($0.mapValues(JSONValue.string)) }
        if !items.isEmpty { members["line_items"] = .array(items.map(\.json)) }
        if !fees.isEmpty { members["fee_lines"] = .array(fees.map(\.json)) }
        members["coupon_lines"] = coupons.map { .array($0.map { ["code": .string($0)] }) }
        members["payment_method"] = paymentMethod.map(JSONValue.string)
        members["payment_method_title"] = paymentMethodTitle.map(JSONValue.string)
        if !meta.isEmpty {
            members["meta_data"] = .array(
                meta.sorted { $0.key < $1.key }.map { ["key": .string($0.key), "value": .string($0.value)] })
        }
        return .object(members)
    }
}

extension OrderChanges.Item {
    /// WooCommerce takes quantities as numbers.
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [:]
        members["id"] = id.map(JSONValue.integer)
        members["product_id"] = productID.map(JSONValue.integer)
        members["variation_id"] = variationID.map(JSONValue.integer)
        members["quantity"] = (try? JSONValue(parsing: Data(quantity.utf8))) ?? .string(quantity)
        if let total {
            members["subtotal"] = .string(total)
            members["total"] = .string(total)
        }
        return .object(members)
    }
}

extension OrderChanges.Fee {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["name": name.map(JSONValue.string) ?? .null, "total": .string(total)]
        members["id"] = id.map(JSONValue.integer)
        members["tax_status"] = .string(isTaxable ? "taxable" : "none")
        return .object(members)
    }
}
