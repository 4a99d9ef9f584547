import Model

/// Checks the types of what is asked of an order, before anything is changed.
enum OrderParameters {
    /// The most items of one order that a request may name.
    static let mostItems = 500
    /// The greatest quantity of an item.
    static let mostOfOne: Int64 = 1_000_000

    static func check(_ asked: [String: JSONValue]) throws(ShopRefusal) {
        if let status = asked["status"] {
            guard let name = status.text, (ShopStatus.known + ["auto-draft"]).contains(name) else {
                throw .notInEnum("status", allowed: ["auto-draft"] + ShopStatus.known)
            }
        }
        if let currency = asked["currency"] {
            guard let code = currency.text, let known = Currency(code: code), known.code == code else {
                throw .notInEnum("currency", allowed: ShopTemplate.currencies)
            }
        }
        if let email = asked["billing"]?["email"]?.text, !email.isEmpty, !isAddress(email) {
            throw .invalidParameter("billing", reason: "Invalid email address.!", code: "rest_invalid_email")
        }
        for name in ["payment_method", "payment_method_title", "transaction_id", "customer_note"] {
            if let value = asked[name], value.asPlain == nil {
                throw .invalidParameter(name, reason: "is not of type string.")
            }
        }
        if let customer = asked["customer_id"], customer.asInteger == nil {
            throw .invalidParameter("customer_id", reason: "is not of type integer.")
        }
        for name in ["line_items", "shipping_lines", "fee_lines", "coupon_lines", "meta_data"] {
            try checkList(name, asked[name])
        }
    }

    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !text.contains(" ")
    }

    private static func checkList(_ name: String, _ value: JSONValue?) throws(ShopRefusal) {
        guard let value, value != .null else { return }
        guard let items = value.asItems else { throw .invalidParameter(name, reason: "is not of type array.") }
        guard items.count <= mostItems else {
            throw .invalidParameter(
                name, reason: "must contain at most \(mostItems) items.", code: "rest_too_many_items")
        }
        for (place, item) in items.enumerated() {
            guard item.asMembers != nil else {
                throw .invalidParameter(name, reason: "\(name)[\(place)] is not of type object.!")
            }
            for number in ["id", "quantity", "product_id", "variation_id"] {
                guard let value = item[number], value != .null else { continue }
                guard let integer = value.asInteger, number != "quantity" || integer.magnitude <= mostOfOne else {
                    let place = "\(name)[\(place)][\(number)]"
                    throw .invalidParameter(
                        name, reason: "\(place) is not of type integer.!", detail: ["param": .string(place)])
                }
            }
        }
    }
}
