import Foundation

/// An answer of the embedded shop before it is encoded.
struct ShopAnswer {
    let status: Int
    let headers: [String: String]
    let body: JSONValue

    init(_ body: JSONValue, status: Int = 200, headers: [String: String] = [:]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    var response: Response {
        var headers = headers
        headers["content-type"] = "application/json; charset=UTF-8"
        return Response(status: status, headers: headers, body: body.data)
    }
}

extension ShopAnswer {
    init(_ refusal: ShopRefusal) {
        switch refusal {
        case .noRoute:
            self.init(404, "rest_no_route", "No route was found matching the URL and request method.")
        case .noSuchOrder(let status):
            let message = status == 404 ? "Invalid ID." : "ID is invalid."
            self.init(status, "woocommerce_rest_shop_order_invalid_id", message)
        case .invalidParameter(let name, let reason):
            self.init(
                400, "rest_invalid_param", "Invalid parameter(s): \(name)",
                more: ["params": [name: .string("\(name) \(reason)")]])
        case .invalidJSON:
            self.init(400, "rest_invalid_json", "Invalid JSON body passed.")
        case .invalidRefund:
            self.init(500, "woocommerce_rest_cannot_create_order_refund", "Invalid refund amount.")
        case .storage(let failure):
            self.init(500, "embedded_shop_\(failure.code)", failure.sentence)
        }
    }

    private init(_ status: Int, _ code: String, _ message: String, more: [String: [String: JSONValue]] = [:]) {
        var data: [String: JSONValue] = more.mapValues(JSONValue.object)
        data["status"] = .integer(Int64(status))
        self.init(
            ["code": .string(code), "message": .string(message), "data": .object(data)], status: status)
    }
}

/// The `_fields` of a request: the wanted members of an object, or all without `_fields`.
struct ShopFields {
    private let names: Set<String>?

    init(_ request: Request) {
        names = request.query["_fields"].map { Set($0.split(separator: ",").map(String.init)) }
    }

    func apply(to body: JSONValue) -> JSONValue {
        guard let names, case .object(let members) = body else { return body }
        return .object(members.filter { names.contains($0.key) })
    }
}

/// The wanted page of a list (`page`, `per_page`), answered with WooCommerce's headers about the whole list.
struct ShopPage {
    private let page: Int
    let size: Int
    private let fields: ShopFields

    init(_ request: Request) throws(ShopRefusal) {
        fields = ShopFields(request)
        page = try Self.number("page", in: request, default: 1, within: 1...Int(Int32.max))
        size = try Self.number("per_page", in: request, default: 10, within: 1...OrdersRemote.longestPage)
    }

    /// How many items precede the page.
    var offset: Int { (page - 1) * size }

    /// - Parameter items: the items of the page.
    func answer(_ items: [JSONValue], of total: Int) -> ShopAnswer {
        ShopAnswer(
            .array(items.map(fields.apply)),
            headers: ["x-wp-total": String(total), "x-wp-totalpages": String((total + size - 1) / size)])
    }

    /// - Parameter items: all items of the list.
    func answer(partOf items: [JSONValue]) -> ShopAnswer {
        answer(Array(items.dropFirst(offset).prefix(size)), of: items.count)
    }

    private static func number(
        _ name: String, in request: Request, default usual: Int, within range: ClosedRange<Int>
    ) throws(ShopRefusal) -> Int {
        guard let text = request.query[name] else { return usual }
        guard let number = Int(text), range.contains(number) else {
            throw .invalidParameter(
                name, reason: "must be between \(range.lowerBound) (inclusive) and \(range.upperBound) (inclusive)")
        }
        return number
    }
}
