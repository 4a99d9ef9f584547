import Flow
import Networking

/// The network of a session's shop. Once the shop no longer accepts the till's credentials, the session is ended. A 401 in
/// which the shop itself says nothing of that, such as a web host's or that of a plugin that switches REST off, ends nothing.
/// What the shop answers ends an outage, unless it is an error of its own or a web page, whoever has asked: the outbox too.
struct SessionNetwork: Network {
    let shop: any Network
    let outage: ShopOutage
    let environment: Environment
    /// Ends the session.
    let end: @Sendable (NetworkError) -> Void

    func response(for request: Request) async throws(NetworkError) -> Response {
        let start = environment.uptime()
        let response = try await shop.response(for: request)
        let isShops = response.status < 500 && response.headers["content-type"]?.contains("json") == true
        if isShops { outage.note(nil, since: start, at: environment.uptime()) }
        if Self.refusesLogin(response), await refusesEverything() { end(.unauthorized(nil)) }
        return response
    }

    private static func refusesLogin(_ response: Response) -> Bool {
        if case .unauthorized(_?)? = NetworkError(response) { true } else { false }
    }

    /// WooCommerce also answers 401 to a key that may read but not write, and to one whose user may not do this.
    private func refusesEverything() async -> Bool {
        let look = Request(.get, "wc/v3/orders", query: ["_fields": "id", "per_page": "1"])
        guard let answer = try? await shop.response(for: look) else { return false }
        return Self.refusesLogin(answer)
    }
}
