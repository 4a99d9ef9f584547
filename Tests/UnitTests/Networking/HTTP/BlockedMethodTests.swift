import Foundation
import Networking
import Testing

@testable import HTTPNetworking

/// Servers and firewalls that let no PUT and no DELETE through. WordPress takes a POST in their place.
@Suite struct BlockedMethodTests {
    private static let page = ["content-type": "text/html; charset=UTF-8"]
    private let change = Request(.put, "wc/v3/orders/7", body: Data(#"{"status":"completed"}"#.utf8))
    private let deletion = Request(.delete, "wc/v3/orders/7", query: ["force": "true"])

    private func network(_ exchange: ScriptedExchange, _ address: String) throws -> HTTPNetwork {
        HTTPNetwork(try RequestWriter(address, try .key), exchange: exchange, environment: Pauses().environment)
    }

    private func shop(blocking response: Response) -> ScriptedExchange {
        ScriptedExchange { request, _ in .success(request.method == "POST" ? .json(200, #"{"id":7}"#) : response) }
    }

    @Test(
        arguments: [
            .json(405, #"{"code":"rest_no_route","message":"No."}"#), .json(501, "{}"),
            Response(status: 405, headers: page, body: Data("<html>".utf8)),
            Response(status: 403, headers: page, body: Data("<html>".utf8)),
        ] as [Response], ["https://shop.example", "http://127.0.0.1:8080"])
    func aChangeIsSentAsAPost(refusal: Response, address: String) async throws {
        let exchange = shop(blocking: refusal)
        #expect(try await network(exchange, address).response(for: change).status == 200)
        #expect(exchange.requests.map(\.method) == ["PUT", "POST"])
        #expect(Set(exchange.requests.map(\.target.path)) == ["/wp-json/wc/v3/orders/7"])
        #expect(exchange.requests.allSatisfy { $0.body == change.body && $0.parameter("_method") == nil })
    }

    @Test func aDeletionSaysWhatItIsInTheQuery() async throws {
        let exchange = shop(blocking: .json(405, "{}"))
        #expect(try await network(exchange, "https://shop.example").response(for: deletion).status == 200)
        #expect(exchange.requests.map(\.method) == ["DELETE", "POST"])
        #expect(exchange.requests.last?.parameter("_method") == "DELETE")
        #expect(exchange.requests.allSatisfy { $0.parameter("force") == "true" })
    }

    /// The shop itself has answered, or nobody knows what became of the request.
    @Test(
        arguments: [
            .success(.json(403, #"{"code":"woocommerce_rest_cannot_edit","message":"No."}"#)),
            .success(.json(404, "{}")), .success(.json(503, "{}")), .success(.json(400, "{}")),
            .failure(.unreachable(reason: "x")),
        ] as [Result<Response, NetworkError>])
    func anythingElseIsSentOnce(outcome: Result<Response, NetworkError>) async throws {
        for request in [change, deletion] {
            let exchange = ScriptedExchange { _, _ in outcome }
            _ = try? await network(exchange, "https://shop.example").response(for: request)
            #expect(exchange.requests.count == 1)
        }
    }

    @Test func aPostThatIsRefusedTooIsTheAnswer() async throws {
        let exchange = ScriptedExchange { _, _ in .success(.json(405, "{}")) }
        #expect(try await network(exchange, "https://shop.example").response(for: change).status == 405)
        #expect(exchange.requests.count == 2)
    }
}
