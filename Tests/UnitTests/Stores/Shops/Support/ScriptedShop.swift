import Flow
import Foundation
import Networking
import Synchronization

@testable import Stores

/// A shop that answers each request with what the test has set for its method and path, and remembers what it was asked.
final class ScriptedShop: Network {
    private struct State {
        var answers: [String: Response] = [:]
        var asked: [Request] = []
        var isAway = false
        var held: [CheckedContinuation<Void, Never>]?
    }

    private let state = Mutex(State())

    /// What was asked, in order: `GET wc/v3/customers`.
    var asked: [String] { state.withLock { $0.asked.map { "\($0.method.rawValue) \($0.path)" } } }
    var requests: [Request] { state.withLock { $0.asked } }

    func answer(_ request: String, _ body: String, status: Int = 200, headers: [String: String] = [:]) {
        let response = Response(status: status, headers: headers, body: Data(body.utf8))
        state.withLock { $0.answers[request] = response }
    }

    /// From now on nothing reaches the shop, or everything does again.
    func goAway(_ isAway: Bool = true) { state.withLock { $0.isAway = isAway } }

    /// From now on requests wait for `release`.
    func hold() { state.withLock { $0.held = [] } }

    func release() {
        let held = state.withLock { state in
            defer { state.held = nil }
            return state.held ?? []
        }
        for continuation in held { continuation.resume() }
    }

    func response(for request: Request) async throws(NetworkError) -> Response {
        if state.withLock({ $0.held != nil }) {
            await withCheckedContinuation { continuation in
                let isHeld = state.withLock { state in
                    state.held?.append(continuation)
                    return state.held != nil
                }
                if !isHeld { continuation.resume() }
            }
        }
        return try answer(to: request)
    }

    private func answer(to request: Request) throws(NetworkError) -> Response {
        let answer: Response? = state.withLock { state in
            state.asked.append(request)
            guard !state.isAway else { return nil }
            return state.answers["\(request.method.rawValue) \(request.path)"]
                ?? Response(
                    status: 404,
                    body: Data(#"{"code":"rest_no_route","message":"No route","data":{"status":404}}"#.utf8))
        }
        guard let answer else { throw .unreachable(reason: "it is away") }
        return answer
    }
}

/// A till that is signed in at a scripted shop, in virtual time.
struct ShopTill {
    let counter: Counter
    let shop = ScriptedShop()
    let till: TillStores
    var world: VirtualWorld { counter.world }

    init() throws {
        counter = try Counter()
        till = try counter.start(networks: FixedNetworks([.embedded: shop]))
    }

    func ask<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) throws(Failure) -> Value {
        try counter.ask(till, make)
    }
}
