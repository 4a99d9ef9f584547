import Flow

/// A refusal of the embedded shop, in WooCommerce's words.
struct ShopRefusal: Error, Hashable {
    let status: Int
    let code: String
    let message: String
    /// The members of `data` besides the status; nil when `data` is a bare number, as the controller of refunds answers.
    let data: [String: JSONValue]?
    /// The number that stands in the place of `data`.
    let bareData: Int64

    init(_ status: Int, _ code: String, _ message: String, data: [String: JSONValue] = [:]) {
        self.status = status
        self.code = code
        self.message = message
        self.data = data
        bareData = 0
    }

    /// A refusal of the controller of refunds: always 500, with the intended status as a bare number.
    init(refund code: String, _ message: String, data: Int64) {
        status = 500
        self.code = code
        self.message = message
        self.data = nil
        bareData = data
    }

    var body: JSONValue {
        var data = JSONValue.integer(bareData)
        if let members = self.data {
            data = .object(members.merging(["status": .integer(Int64(status))]) { old, _ in old })
        }
        return ["code": .string(code), "message": .string(message), "data": data]
    }

    /// An item of a batch that was refused.
    func batchItem(id: Int64) -> JSONValue {
        ["id": .integer(id), "error": body]
    }
}

extension ShopRefusal {
    static let noRoute = ShopRefusal(
        404, "rest_no_route", "No route was found matching the URL and request method.")
    static let invalidJSON = ShopRefusal(
        400, "rest_invalid_json", "Invalid JSON body passed.",
        data: ["json_error_code": 4, "json_error_message": "Syntax error"])

    /// There is no order with the id. WooCommerce answers with the status 400 where an order is changed, and 404
    /// elsewhere.
    static func noSuchOrder(status: Int) -> ShopRefusal {
        ShopRefusal(
            status, "woocommerce_rest_shop_order_invalid_id", status == 404 ? "Invalid ID." : "ID is invalid.")
    }

    static func noSuchVariation(_ variation: Int64, of product: Int64) -> ShopRefusal {
        ShopRefusal(
            400, "woocommerce_rest_product_variation_invalid_id", "Product \(product) has no variation \(variation).")
    }

    /// A parameter of a request is not allowed. `reason` follows its name, or is the whole sentence if it ends in `!`.
    ///
    /// - Parameter code: the code of the detail.
    static func invalidParameter(
        _ name: String, reason: String, code: String = "rest_invalid_type", detail: JSONValue = .null
    ) -> ShopRefusal {
        let sentence = reason.hasSuffix("!") ? String(reason.dropLast()) : "\(name) \(reason)"
        return ShopRefusal(
            400, "rest_invalid_param", "Invalid parameter(s): \(name)",
            data: [
                "params": .object([name: .string(sentence)]),
                "details": .object([
                    name: ["code": .string(code), "message": .string(sentence), "data": detail]
                ]),
            ])
    }

    static func notInEnum(_ name: String, _ place: String = "", allowed: [String]) -> ShopRefusal {
        var list = allowed.joined(separator: ", ")
        if allowed.count > 1, let last = allowed.last {
            list = allowed.dropLast().joined(separator: ", ") + ", and \(last)"
        }
        return invalidParameter(name, reason: "\(name)\(place) is not one of \(list).!", code: "rest_not_in_enum")
    }

    static func missing(_ name: String) -> ShopRefusal {
        ShopRefusal(
            400, "rest_missing_callback_param", "Missing parameter(s): \(name)",
            data: ["params": .array([.string(name)])])
    }

    /// The shop's own storage failed.
    static func storage(_ failure: Failure) -> ShopRefusal {
        ShopRefusal(500, "embedded_shop_\(failure.code)", failure.sentence)
    }
}
