import Flow
import Foundation
import Model
import Networking
import Simulator
import Storage
import Synchronization

@testable import Stores

/// A shop in memory: it answers each route as it was told, remembers what it was asked, and can be away.
final class ScriptedShop: Network {
    typealias Answer = @Sendable (Networking.Request) -> Response

    private struct State {
        var answers: [String: Answer] = [:]
        var requests: [Networking.Request] = []
        var isAway = false
        var losesAnswersTo: Networking.Request.Method?
    }

    private let state = Mutex(State())

    /// What it was asked: method and path.
    var asked: [String] { requests.map { "\($0.method.rawValue) \($0.path)" } }
    var requests: [Networking.Request] { state.withLock { $0.requests } }

    /// - Parameter route: method and path: `GET wc/v3/customers/1`.
    func answer(_ route: String, status: Int = 200, _ body: String) {
        answer(route) { _ in Response(status: status, body: Data(body.utf8)) }
    }

    func answer(_ route: String, by answer: @escaping Answer) { state.withLock { $0.answers[route] = answer } }

    /// The shop has no such thing any more.
    func refuse(_ route: String, status: Int = 404, code: String = "woocommerce_rest_invalid_id") {
        answer(route, status: status, #"{"code": "\#(code)", "message": "No."}"#)
    }

    func isAway(_ isAway: Bool = true) { state.withLock { $0.isAway = isAway } }

    /// It does what it is asked by this method, and the answer is lost.
    func loseAnswers(to method: Networking.Request.Method?) { state.withLock { $0.losesAnswersTo = method } }

    func response(for request: Networking.Request) async throws(NetworkError) -> Response {
        let (isAway, answer, lost) = state.withLock { state in
            state.requests.append(request)
            return (state.isAway, state.answers["\(request.method.rawValue) \(request.path)"], state.losesAnswersTo)
        }
        guard !isAway else { throw .unreachable(reason: "the cable is pulled") }
        let response = answer?(request) ?? Self.noRoute
        guard lost != request.method else { throw .unreachable(reason: "the answer is lost") }
        return response
    }

    private static let noRoute = Response(
        status: 404, body: Data(#"{"code": "rest_no_route", "message": "No route was found."}"#.utf8))
}

/// What a store of a shop needs, without the rest of the till.
struct StoreBench {
    let world = VirtualWorld(seed: 1)
    let shop = ScriptedShop()
    let session: ShopSession

    init() throws {
        let world = world
        session = ShopSession(
            network: shop, site: SiteID(rawValue: 7), environment: world.environment,
            caches: ShopCaches(
                storage: try StorageManager.inMemory { world.now }, root: StateStore.till(in: world.environment)))
    }

    /// Asks while the shop is away.
    func askOffline<S: Store, Value: Sendable>(
        _ store: S, _ make: (Reply<Value>) -> S.Handled
    ) throws -> Value {
        shop.isAway()
        defer { shop.isAway(false) }
        return try store.ask(in: world, make)
    }
}
