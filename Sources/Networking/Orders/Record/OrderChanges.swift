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
        /// The slug of the tax class; nil for the product's.
        package var taxClass: String?
        /// What is kept with the line, such as an engraving; nil for nothing.
        package var meta: [String: String]?

        package init(
            id: Int64? = nil, productID: Int64? = nil, variationID: Int64? = nil, quantity: String,
            total: String? = nil, taxClass: String? = nil, meta: [String: String]? = nil
        ) {
            self.taxClass = taxClass
            self.meta = meta
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

    /// A way of delivery to add, or to change when `id` is set. Without a method the line of this id is removed.
    package struct Shipping: Hashable, Codable, Sendable {
        package var id: Int64?
        /// The id of the shop's way of delivery, such as `flat_rate`.
        package var methodID: String?
        package var title: String?
        /// The net amount.
        package var total: String?

        package init(id: Int64? = nil, methodID: String?, title: String? = nil, total: String? = nil) {
            self.id = id
            self.methodID = methodID
            self.title = title
            self.total = total
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
    @OmittedWhenEmpty package var shippingLines: [Shipping] = []
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
        if !shippingLines.isEmpty { members["shipping_lines"] = .array(shippingLines.map(\.json)) }
        members["coupon_lines"] = coupons.map { .array($0.map { ["code": .string($0)] }) }
        members["payment_method"] = paymentMethod.map(JSONValue.string)
        members["payment_method_title"] = paymentMethodTitle.map(JSONValue.string)
        if !meta.isEmpty { members["meta_data"] = meta.metaData }
        return .object(members)
    }
}

extension [String: String] {
    /// Metadata as WooCommerce takes it.
    fileprivate var metaData: JSONValue {
        .array(sorted { $0.key < $1.key }.map { ["key": .string($0.key), "value": .string($0.value)] })
    }
}

extension OrderChanges.Shipping {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["method_id": methodID.map(JSONValue.string) ?? .null]
        members["id"] = id.map(JSONValue.integer)
        members["method_title"] = title.map(JSONValue.string)
        members["total"] = total.map(JSONValue.string)
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
        members["tax_class"] = taxClass.map(JSONValue.string)
        members["meta_data"] = meta.map(\.metaData)
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
