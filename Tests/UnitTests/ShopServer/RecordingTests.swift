import Foundation
import Testing

@testable import ShopServer

/// The requests that were recorded with WooCommerce 11.0.1, asked of this shop: the same status, the same code, the same
/// members of the same types. The values are another shop's.
@Suite(.enabled(if: WooRecordings.isHere, "the recordings are not here"))
struct RecordingTests {
    /// What is not compared, and why, by the number of the recording.
    private static let left: [String: String] = [
        "003": "the shop describes no parameters", "062": "the recorded product's stock was the point",
        "092": "the number of a note", "095": "the number of a note", "096": "the number of a note",
        "065": "the number of an item", "066": "the number of an item", "106": "the number of a refund",
        "111": "the number of a refund", "097": "the number of an item", "115": "the order was in the bin",
        "116": "the order was in the bin", "118": "the order was removed", "117": "the order was in the bin",
        "130": "the recorded SKU", "144": "the same review twice", "145": "the number of a review",
        "151": "the same address twice", "153": "the number of a customer", "154": "the number of a customer",
        "155": "the number of a customer", "156": "the number of a customer", "162": "the same code twice",
        "079": "needs the recorded products", "080": "needs the recorded products",
        "109": "what was left of the recorded order",
        "112": "WooCommerce takes an unknown status of a batch for pending, and this shop refuses it",
        "175": "not served: data about countries",
        "177": "not served: data about countries", "179": "not served: tools", "184": "the recorded class",
        "185": "the recorded class", "200": "not served: this report", "201": "not served: this report",
        "202": "not served: this report", "203": "not served: this report", "204": "not served: this report",
        "205": "not served: this report", "213": "not served: the store's own API",
        "227": "the number of a webhook", "228": "the number of a webhook",
        "006": "ShopGateTests", "012": "ShopGateTests", "013": "ShopGateTests", "016": "ShopGateTests",
        "014": "ShopGateTests",
        "015": "ShopGateTests", "017": "ShopGateTests",
    ]

    /// Links to what only the recorded shop has, and settings of its PHP.
    private static let ignored: [String] = [
        "._links.up", "._links.reviewer", "._links.customer", ".permalink_template", ".generated_slug",
        "remote_get_response", "remote_post_response", ".data.new_draft_order_id", ".images", ".parent_name",
    ]

    private let shop = ServedShop()

    /// The address with the numbers and codes of this shop.
    private func address(_ exchange: WooRecordings.Exchange) -> String {
        let keys = shop.keys
        return exchange.address.replacing(#/orders\/28\d/#, with: "orders/1003")
            .replacing(#/products\/(17|32)\b/#, with: "products/12").replacing("products/44", with: "products/22")
            .replacing("variations/50", with: "variations/100001").replacing("RIG-002", with: "SIM-1001")
            .replacing(#/consumer_key=ck_\w+/#, with: "consumer_key=\(keys.main.key)")
            .replacing(#/consumer_secret=cs_\w+/#, with: "consumer_secret=\(keys.main.secret)")
    }

    private func body(_ exchange: WooRecordings.Exchange) throws -> String {
        guard let body = exchange.body, !(body is NSNull) else { return "" }
        if let text = body as? String { return text }
        let data = try JSONSerialization.data(withJSONObject: body)
        return String(decoding: data, as: UTF8.self).replacing(#/"product_id":(17|32|25)\b/#, with: "\"product_id\":12")
            .replacing("\"product_id\":44", with: "\"product_id\":22").replacing(
                "\"variation_id\":50", with: "\"variation_id\":100001"
            )
            .replacing("\"id\":286", with: "\"id\":1003").replacing("\"id\":32", with: "\"id\":12")
    }

    private func login(_ auth: String, _ path: String) -> String? {
        let keys = shop.keys
        func key(_ key: ShopKeys.Key) -> String { ServedShop.basic(key.key, key.secret) }
        switch auth {
        case "none", "oauth1": return nil
        case "read": return key(keys.readOnly)
        case "write": return key(keys.writeOnly)
        case "customer_key": return key(keys.customer)
        case "admin_key": return key(keys.administrator)
        case "app_password", "apppass": return ServedShop.basic(keys.user, keys.password)
        case "other": return nil
        default: return path.contains("wp/v2") ? ServedShop.basic(keys.user, keys.password) : shop.login
        }
    }

    @Test func everyRecordedRequestIsAnsweredAlike() async throws {
        let exchanges = try WooRecordings.all()
        #expect(exchanges.count > 220)
        var compared = 0
        for exchange in exchanges where Self.left[String(exchange.name.prefix(3))] == nil {
            let login =
                exchange.name.contains("apppass") && exchange.status == 200
                ? ServedShop.basic(shop.keys.user, shop.keys.password) : login(exchange.auth, exchange.address)
            let isUnsecured = exchange.name.contains("http-") && !exchange.isSecure
            let answer = await shop.ask(
                exchange.method, address(exchange), body: try body(exchange),
                login: exchange.address.contains("consumer_key") ? nil : login, isSecure: !isUnsecured)
            compared += 1
            #expect(
                answer.status == exchange.status, "\(exchange.name): \(String(describing: answer.json).prefix(300))")
            guard answer.status == exchange.status, exchange.method != "HEAD" else { continue }
            let code = { (body: Any?) in (body as? [String: Any])?["code"] as? String }
            #expect(code(answer.json) == code(exchange.answer), "\(exchange.name)")
            let differences = Shape(exchange.answer).differences(Shape(answer.json)).filter { difference in
                !Self.ignored.contains { difference.contains($0) }
            }
            #expect(differences.isEmpty, "\(exchange.name): \(differences.prefix(5))")
        }
        #expect(compared > 160, "\(compared)")
    }
}
