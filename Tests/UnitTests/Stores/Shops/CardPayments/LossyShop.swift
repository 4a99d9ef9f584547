import Flow
import Foundation
import Model
import Networking
import Synchronization

/// A made-up WooCommerce shop with both extensions for card payments, whose answers may be lost.
final class LossyShop: Network {
    private struct State {
        var lost: NetworkError?
        var away: NetworkError?
        var posts = 0
    }

    let shop: EmbeddedShop
    private let state = Mutex(State())

    init(_ environment: Environment, cardPayments: Set<PaymentGatewayExtension> = [.wooPayments]) {
        let rules = ShopRules(
            home: "https://shop.example", currency: "USD", country: "US", cardPayments: cardPayments)
        let made = MadeShop(seed: 1, orders: 3, rules: rules, now: environment.now())
        shop = EmbeddedShop(
            database: made.database(), contents: made.contents, rules: rules, environment: environment)
    }

    /// How often it was asked to capture.
    var captures: Int { state.withLock { $0.posts } }

    /// It does what a capture asks, and the answer is lost.
    func loseAnswers(with error: NetworkError) { state.withLock { $0.lost = error } }
    /// A capture does not reach it; with nil it does again.
    func goAway(with error: NetworkError?) { state.withLock { $0.away = error } }

    func response(for request: Networking.Request) async throws(NetworkError) -> Response {
        guard request.path.hasSuffix("capture_terminal_payment") else {
            return try await shop.response(for: request)
        }
        let (away, lost) = state.withLock { state in
            state.posts += 1
            return (state.away, state.lost)
        }
        if let away { throw away }
        let response = try await shop.response(for: request)
        if let lost { throw lost }
        return response
    }

    /// A new order of 12.50, and its id.
    func place() async throws(NetworkError) -> OrderID {
        let body: JSONValue = ["fee_lines": [["name": "Coffee", "total": "12.50", "tax_status": "none"]]]
        let made = try await shop.response(for: Request(.post, "wc/v3/orders", body: body.data))
        guard case .integer(let id)? = try? JSONValue(parsing: made.body)["id"] else {
            throw .malformed(field: "id", reason: Sentence(stored: "no id"))
        }
        return OrderID(rawValue: id)
    }

    /// An order's status and its meta data as text.
    func order(_ id: OrderID) async throws(NetworkError) -> (status: String, body: String) {
        let answer = try await shop.response(for: Request(.get, "wc/v3/orders/\(id)"))
        let status = (try? JSONValue(parsing: answer.body))?["status"]?.text ?? ""
        return (status, String(decoding: answer.body, as: UTF8.self))
    }
}
