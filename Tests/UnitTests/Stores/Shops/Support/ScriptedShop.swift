import Foundation
import Model
import Networking
import Synchronization

@testable import Stores

/// A shop that answers each request as a test says, and can be cut off. What nobody has set has no route.
final class ScriptedShop: Network {
    private struct State {
        var answers: [String: [Response]] = [:]
        var requests: [Request] = []
        var isCutOff = false
        var losesAnswers = false
    }

    private let state = Mutex(State())

    var requests: [Request] { state.withLock { $0.requests } }
    /// The requests so far as `GET wc/v3/products`, without those that the till makes by itself.
    var paths: [String] { requests.map { "\($0.method.rawValue) \($0.path)" } }

    func cutOff(_ isCutOff: Bool = true) { state.withLock { $0.isCutOff = isCutOff } }
    /// The next request is answered, but the answer is lost.
    func loseNextAnswer() { state.withLock { $0.losesAnswers = true } }
    func forgetRequests() { state.withLock { $0.requests = [] } }

    /// The answers to a method and path, such as `GET wc/v3/products`: the last one again and again.
    func answer(_ request: String, _ bodies: String..., status: Int = 200, total: Int? = nil, pages: Int? = nil) {
        var headers: [String: String] = [:]
        headers["x-wp-total"] = total.map(String.init)
        headers["x-wp-totalpages"] = pages.map(String.init)
        let answers = bodies.map { Response(status: status, headers: headers, body: Data($0.utf8)) }
        state.withLock { $0.answers[request] = answers }
    }

    /// The shop refuses with WooCommerce's form.
    func refuse(_ request: String, _ status: Int, _ code: String) {
        answer(request, #"{"code":"\#(code)","message":"No.","data":{"status":\#(status)}}"#, status: status)
    }

    func response(for request: Request) async throws(NetworkError) -> Response {
        let result = state.withLock { state -> Result<Response, NetworkError> in
            guard !state.isCutOff else { return .failure(.unreachable(reason: "the cable is pulled")) }
            state.requests.append(request)
            let name = "\(request.method.rawValue) \(request.path)"
            guard var answers = state.answers[name], let answer = answers.first else {
                let body = #"{"code":"rest_no_route","message":"No route was found.","data":{"status":404}}"#
                return .success(Response(status: 404, body: Data(body.utf8)))
            }
            if answers.count > 1 { answers.removeFirst() }
            state.answers[name] = answers
            if state.losesAnswers {
                state.losesAnswers = false
                return .failure(.unreachable(reason: "the answer is lost"))
            }
            return .success(answer)
        }
        return try result.get()
    }
}
