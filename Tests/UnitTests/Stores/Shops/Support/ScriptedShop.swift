import Flow
import Foundation
import Networking
import Synchronization

@testable import Stores

/// A shop in memory: it answers each method and path, such as `GET wc/v3/products`, as a test says, remembers what it was asked,
/// and can be away. What nobody has set has no route.
final class ScriptedShop: Network {
    typealias Answer = @Sendable (Networking.Request) -> Response

    private struct State {
        var answers: [String: [Answer]] = [:]
        var requests: [Networking.Request] = []
        var isCutOff = false
        var isAway = false
        var losesNextAnswer = false
        var losesAnswersTo: Networking.Request.Method?
        var held: [CheckedContinuation<Void, Never>]?
        var letsThrough = false
    }

    private let state = Mutex(State())

    var requests: [Networking.Request] { state.withLock { $0.requests } }
    /// What it was asked: method and path.
    var asked: [String] { requests.map { "\($0.method.rawValue) \($0.path)" } }
    var paths: [String] { asked }

    func forgetRequests() { state.withLock { $0.requests = [] } }

    // MARK: Answers

    /// The answers to a route: one after another, the last one again and again.
    func answer(
        _ route: String, _ bodies: String..., status: Int = 200, total: Int? = nil, pages: Int? = nil
    ) {
        var headers: [String: String] = [:]
        headers["x-wp-total"] = total.map(String.init)
        headers["x-wp-totalpages"] = pages.map(String.init)
        let answers = bodies.map { body -> Answer in
            { [headers] _ in Response(status: status, headers: headers, body: Data(body.utf8)) }
        }
        state.withLock { $0.answers[route] = answers }
    }

    func answer(_ route: String, status: Int, _ body: String) { answer(route, body, status: status) }
    func answer(_ route: String, by answer: @escaping Answer) { state.withLock { $0.answers[route] = [answer] } }

    /// The shop refuses in WooCommerce's form.
    func refuse(_ route: String, _ status: Int, _ code: String) {
        answer(route, #"{"code":"\#(code)","message":"No.","data":{"status":\#(status)}}"#, status: status)
    }

    func refuse(_ route: String, status: Int = 404, code: String = "woocommerce_rest_invalid_id") {
        answer(route, #"{"code": "\#(code)", "message": "No."}"#, status: status)
    }

    // MARK: Disturbances

    /// Nothing reaches the shop.
    func cutOff(_ isCutOff: Bool = true) { state.withLock { $0.isCutOff = isCutOff } }
    /// Requests reach the shop, which does nothing.
    func isAway(_ isAway: Bool = true) { state.withLock { $0.isAway = isAway } }
    /// It does what the next request asks, and the answer is lost.
    func loseNextAnswer() { state.withLock { $0.losesNextAnswer = true } }
    /// It does what it is asked by this method, and the answer is lost.
    func loseAnswers(to method: Networking.Request.Method?) { state.withLock { $0.losesAnswersTo = method } }
    /// From now on requests wait for `release`.
    func hold() { state.withLock { $0.held = [] } }

    /// What is held waits on, and what is asked from now on does not.
    func letThrough() { state.withLock { $0.letsThrough = true } }

    func release() {
        let held = state.withLock { state in
            defer { (state.held, state.letsThrough) = (nil, false) }
            return state.held ?? []
        }
        for continuation in held { continuation.resume() }
    }

    // MARK: Network

    func response(for request: Networking.Request) async throws(NetworkError) -> Response {
        if state.withLock({ $0.held != nil && !$0.letsThrough }) { await wait() }
        let answer = state.withLock { state -> Answer?? in
            guard !state.isCutOff else { return nil }
            state.requests.append(request)
            guard !state.isAway else { return nil }
            let name = "\(request.method.rawValue) \(request.path)"
            guard let answers = state.answers[name], let answer = answers.first else { return .some(nil) }
            if answers.count > 1 { state.answers[name] = Array(answers.dropFirst()) }
            return answer
        }
        guard let answer else { throw .unreachable(reason: "the cable is pulled") }
        let response = answer?(request) ?? Self.noRoute
        let isLost = state.withLock { state in
            defer { state.losesNextAnswer = false }
            return state.losesNextAnswer && answer != nil || state.losesAnswersTo == request.method
        }
        if isLost { throw .unreachable(reason: "the answer is lost") }
        return response
    }

    private func wait() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                state.held?.append(continuation)
                return state.held != nil
            }
            if !isHeld { continuation.resume() }
        }
    }

    private static let noRoute = Response(
        status: 404,
        body: Data(#"{"code":"rest_no_route","message":"No route was found.","data":{"status":404}}"#.utf8))
}
