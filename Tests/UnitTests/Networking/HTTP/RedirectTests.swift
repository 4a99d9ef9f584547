import Foundation
import Networking
import Testing

@testable import HTTPNetworking

@Suite struct RedirectTests {
    private func network(
        _ address: String = "https://shop.example", _ credentials: ShopCredentials? = nil, _ exchange: ScriptedExchange
    ) throws -> HTTPNetwork {
        HTTPNetwork(try RequestWriter(address, credentials), exchange: exchange, environment: Pauses().environment)
    }

    private let orders = Request(.get, "wc/v3/orders", query: ["page": "2"])

    /// Sends one request to a shop that redirects it once, and returns what was sent.
    private func sent(
        to location: String, from address: String = "https://shop.example", _ request: Request? = nil
    ) async throws -> [WrittenRequest] {
        let exchange = ScriptedExchange { _, before in
            .success(before == 0 ? .redirect(location) : .json(200, "[]"))
        }
        _ = try await network(address, try .key, exchange).response(for: request ?? orders)
        return exchange.requests
    }

    @Test(arguments: [
        (
            "https://shop.example/shop/wp-json/wc/v3/orders?page=2",
            "https://shop.example/shop/wp-json/wc/v3/orders?page=2"
        ),
        ("/shop/x?a=b+c", "https://shop.example/shop/x?a=b%20c"),
        ("HTTPS://SHOP.EXAMPLE:443/x", "https://shop.example/x"),
        ("?rest_route=/wc/v3/orders#top", "https://shop.example/wp-json/wc/v3/orders?rest_route=%2Fwc%2Fv3%2Forders"),
    ])
    func aRedirectWithinTheHostIsFollowedWithTheLogin(location: String, url: String) async throws {
        let sent = try await sent(to: location)
        #expect(sent.map(\.url).last == url)
        #expect(sent.last?.header("Authorization") == sent.first?.header("Authorization"))
    }

    @Test(arguments: [
        "https://evil.example/wp-json/wc/v3/orders", "//evil.example/x", "https://www.shop.example/",
        "https://shop.example:8443/x", "http://shop.example/x", "https://shop.example.evil.example/",
        "https://me:pw@shop.example/", "ftp://shop.example/x", "javascript:alert(1)", "https://[::1]/",
    ])
    func nothingIsSentToAnotherPlace(location: String) async throws {
        let exchange = ScriptedExchange { _, _ in .success(.redirect(location)) }
        let shop = try network("https://shop.example", try .key, exchange)
        await #expect { try await shop.response(for: orders) } throws: {
            guard case .site(.moved) = $0 as? NetworkError else { return false }
            return true
        }
        #expect(exchange.requests.count == 1)
    }

    @Test(arguments: [
        "/wp-json/wc/v3/orders", "/other/wp-json/wc/v3/orders", "/shopping/x", "https://host.example/",
        "/shop/%2e%2e/other/x", "/shop/..%2fother/x", "/shop/../other/x",
    ])
    func aLoginDoesNotLeaveTheFolderOfItsShop(location: String) async throws {
        let exchange = ScriptedExchange { _, _ in .success(.redirect(location)) }
        let shop = try network("https://host.example/shop", try .key, exchange)
        await #expect { try await shop.response(for: orders) } throws: {
            guard case .site(.moved) = $0 as? NetworkError else { return false }
            return true
        }
        #expect(exchange.requests.count == 1)
    }

    @Test func aRedirectWithinTheFolderIsFollowed() async throws {
        let sent = try await sent(to: "/shop/index.php/wp-json/wc/v3/orders", from: "https://host.example/shop")
        #expect(sent.map(\.url).last == "https://host.example/shop/index.php/wp-json/wc/v3/orders")
    }

    @Test func fromHTTPToHTTPSTheLoginChangesItsForm() async throws {
        let sent = try await sent(
            to: "https://shop.example/wp-json/wc/v3/orders?page=2&oauth_nonce=x", from: "http://shop.example")
        #expect(sent.first?.parameter("oauth_signature") != nil && sent.first?.header("Authorization") == nil)
        #expect(sent.last?.url == "https://shop.example/wp-json/wc/v3/orders?page=2")
        #expect(sent.last?.header("Authorization")?.hasPrefix("Basic ") == true)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func aWriteIsNotSentAgainAndTheNewPlaceIsTold(status: Int) async throws {
        let exchange = ScriptedExchange { _, _ in
            .success(.redirect("https://shop.example/shop/wp-json/wc/v3/orders/7?token=secret", status: status))
        }
        let shop = try network(exchange: exchange)
        for method in [Request.Method.post, .put, .delete] {
            let error = NetworkError.site(.moved(to: "https://shop.example/shop/wp-json/wc/v3/orders/7"))
            await #expect(throws: error) { try await shop.response(for: Request(method, "wc/v3/orders/7")) }
        }
        #expect(exchange.requests.count == 3)
    }

    private func network(exchange: ScriptedExchange) throws -> HTTPNetwork {
        try network("https://shop.example", try .key, exchange)
    }

    @Test func aLoopEndsAtItsFirstRound() async throws {
        let exchange = ScriptedExchange { request, _ in .success(.redirect(request.url)) }
        await #expect(throws: NetworkError.site(.redirectLoop)) {
            try await network(exchange: exchange).response(for: orders)
        }
        #expect(exchange.requests.count == 1)
    }

    @Test func aWriteThatIsSentBackToItselfHasMetALoop() async throws {
        let exchange = ScriptedExchange { request, _ in .success(.redirect(request.url)) }
        await #expect(throws: NetworkError.site(.redirectLoop)) {
            try await network(exchange: exchange).response(for: Request(.put, "wc/v3/orders/7", body: Data("{}".utf8)))
        }
        #expect(exchange.requests.count == 1)
    }

    @Test func manyRoundsThatNeverRepeatEndAtTheLimit() async throws {
        let exchange = ScriptedExchange { _, before in .success(.redirect("/x/\(before)")) }
        await #expect(throws: NetworkError.site(.redirectLoop)) {
            try await network(exchange: exchange).response(for: orders)
        }
        #expect(exchange.requests.count == HTTPLimits.usual.redirects + 1)
    }

    @Test func aLocationOfMegabytesIsNotRepeatedToAnybody() async throws {
        let long = "https://shop.example/\u{1B}[2J" + String(repeating: "x", count: 1 << 20)
        let exchange = ScriptedExchange { _, _ in .success(.redirect(long)) }
        let error = try await #require(throws: NetworkError.self) {
            try await network(exchange: exchange).response(for: orders)
        }
        #expect(error.failure.sentence.count < 300 && !error.failure.sentence.contains("\u{1B}"))
    }

    @Test func aRedirectWithoutALocationIsAnAnswer() async throws {
        let exchange = ScriptedExchange { _, _ in .success(.json(302, "{}")) }
        #expect(try await network(exchange: exchange).response(for: orders).status == 302)
    }
}
