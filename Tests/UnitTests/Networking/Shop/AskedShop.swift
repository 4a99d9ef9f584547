import Flow
import Foundation
import Model

@testable import Networking

/// A made-up shop in memory, and what it answers.
struct AskedShop {
    struct Answer {
        let status: Int
        let headers: [String: String]
        let body: JSONValue
        let events: [ShopEvent]

        var code: String? { body["code"]?.text }
        var items: [JSONValue] { body.asItems ?? [] }
        var ids: [Int64] { items.compactMap { $0["id"]?.asInteger } }
        subscript(_ name: String) -> JSONValue? { body[name] }
    }

    let shop: EmbeddedShop

    init(orders: Int = 40, rules: ShopRules = ShopRules(home: "https://shop.example", utcOffset: 3600)) {
        let made = MadeShop(seed: 7, orders: orders, rules: rules, now: Environment.standing.now())
        shop = EmbeddedShop(
            database: made.database(), contents: made.contents, rules: rules, environment: .standing)
    }

    static let manager = ShopCaller(id: 2, role: .shopManager, name: "kiosk")

    func ask(
        _ method: Request.Method, _ path: String, _ query: [String: String] = [:], _ body: JSONValue? = nil,
        from caller: ShopCaller = manager
    ) async throws -> Answer {
        let request = Request(method, path, query: query, body: body?.data)
        let (response, events) = await shop.answer(to: request, from: caller)
        return Answer(
            status: response.status, headers: response.headers, body: try JSONValue(parsing: response.body),
            events: events)
    }

    /// A new order.
    func order(_ body: JSONValue) async throws -> Answer { try await ask(.post, "wc/v3/orders", [:], body) }
}
