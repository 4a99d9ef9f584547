import Flow
import Foundation
import Networking
import Testing

@testable import HTTPNetworking

@Suite struct RetryTests {
    private let pauses = Pauses()
    private let orders = Request(.get, "wc/v3/orders")

    private func network(_ exchange: ScriptedExchange, random: UInt64 = 0) throws -> HTTPNetwork {
        var environment = pauses.environment
        environment.random = { random }
        return HTTPNetwork(
            try RequestWriter("https://shop.example", try .key), exchange: exchange, environment: environment)
    }

    @Test(arguments: [
        NetworkError.unreachable(reason: "x"), .connection(.refused(host: "x")), .connection(.nameNotFound(host: "x")),
        .answer(.truncated),
    ])
    func aReadIsRepeatedAfterADisturbance(error: NetworkError) async throws {
        let exchange = ScriptedExchange { _, before in before < 2 ? .failure(error) : .success(.json(200, "[]")) }
        #expect(try await network(exchange).response(for: orders).status == 200)
        #expect(exchange.requests.count == 3)
        #expect(pauses.all == [.milliseconds(250), .milliseconds(500)])
    }

    @Test(arguments: [
        NetworkError.connection(.certificateUntrusted(host: "x")), .connection(.certificateName(host: "x")),
        .connection(.certificateExpired(host: "x")), .connection(.tls(host: "x", reason: "y")),
        .answer(.tooLarge(limit: 1)), .malformed(field: "x", reason: "y"),
    ])
    func whatOnlyAPersonMendsIsNotRepeated(error: NetworkError) async throws {
        let exchange = ScriptedExchange { _, _ in .failure(error) }
        await #expect(throws: error) { try await network(exchange).response(for: orders) }
        #expect(exchange.requests.count == 1)
    }

    @Test(arguments: [Request.Method.post, .put, .delete])
    func aWriteIsSentOnceWhateverHappens(method: Request.Method) async throws {
        let request = Request(method, "wc/v3/orders/7", body: Data("{}".utf8))
        for outcome in [
            Result<Response, NetworkError>.failure(.unreachable(reason: "x")),
            .failure(.connection(.refused(host: "x"))),
            .success(.json(503, "{}", ["retry-after": "1"])), .success(.json(429, "{}")),
        ] {
            let exchange = ScriptedExchange { _, _ in outcome }
            _ = try? await network(exchange).response(for: request)
            #expect(exchange.requests.count == 1)
        }
        #expect(pauses.all.isEmpty)
    }

    /// A shop's own error with this status, and a web host's page.
    private static func answers(_ status: Int) -> [Response] {
        [
            .json(status, #"{"code":"no","message":"No.","data":{"status":\#(status)}}"#),
            Response(
                status: status, headers: ["content-type": "text/html; charset=UTF-8"],
                body: Data("<!doctype html><title>\(status)</title>".utf8)),
        ]
    }

    /// How often a read is sent to a shop that always answers with this status, or to what stands before it.
    @Test(arguments: [(408, 3), (409, 1), (429, 3), (500, 1), (502, 3), (503, 3), (504, 3)])
    func aReadIsRepeatedForAShopThatIsBusy(status: Int, times: Int) async throws {
        for answer in Self.answers(status) {
            let exchange = ScriptedExchange { _, _ in .success(answer) }
            #expect(try await network(exchange).response(for: orders) == answer)
            #expect(exchange.requests.count == times)
        }
        #expect(pauses.all.count == 2 * (times - 1))
    }

    /// The shop may have acted before a proxy lost patience, so nobody knows whether to do it again.
    @Test(arguments: [408, 409, 502, 504], [Request.Method.post, .put, .delete])
    func aWriteIsSentOnceForAnyAnswer(status: Int, method: Request.Method) async throws {
        let request = Request(method, "wc/v3/orders/7", body: Data("{}".utf8))
        for answer in Self.answers(status) {
            let exchange = ScriptedExchange { _, _ in .success(answer) }
            #expect(try await network(exchange).response(for: request) == answer)
            #expect(exchange.requests.count == 1)
        }
        #expect(pauses.all.isEmpty)
    }

    @Test(arguments: [("1", 1), ("0", 0), ("Sat, 21 Nov 2026 02:10:10 GMT", 3), ("Sat, 21 Nov 2026 02:10:00 GMT", 0)])
    func aBusyShopIsAskedAgainWhenItWishes(wish: String, seconds: Int) async throws {
        let headers = ["retry-after": wish, "date": "Sat, 21 Nov 2026 02:10:07 GMT"]
        let exchange = ScriptedExchange { _, before in
            .success(before == 0 ? .json(429, "{}", headers) : .json(200, "[]"))
        }
        #expect(try await network(exchange).response(for: orders).status == 200)
        #expect(pauses.all == [.seconds(seconds)])
    }

    @Test(arguments: ["11", "86400", "99999999999999999999999", "Sat, 21 Nov 2026 12:00:00 GMT"])
    func aLongWaitIsToldInsteadOfWaitedFor(wish: String) async throws {
        let headers = ["retry-after": wish, "date": "Sat, 21 Nov 2026 02:10:07 GMT"]
        let exchange = ScriptedExchange { _, _ in .success(.json(503, "{}", headers)) }
        let response = try await network(exchange).response(for: orders)
        guard case .server(503, _, let wait?)? = NetworkError(response) else { Issue.record("\(response)"); return }
        #expect(wait > .seconds(10) && wait <= RetryAfter.longest)
        #expect(exchange.requests.count == 1 && pauses.all.isEmpty)
    }

    @Test(arguments: ["-1", "soon", "", "1e3", "Sat, 99 Nov 2026 02:10:10 GMT", "Saturday, 21-Nov-26 02:10:10 GMT"])
    func aWishThatCannotBeReadIsNone(wish: String) {
        let headers = ["retry-after": wish, "date": "Sat, 21 Nov 2026 02:10:07 GMT"]
        #expect(RetryAfter.pause(in: .json(429, "{}", headers)) == nil)
    }

    @Test func jitterLengthensAPauseByNoMoreThanItsHalf() {
        let rule = RetryRule()
        for random in [UInt64.min, 1, 1 << 40, .max] {
            for attempt in 1..<rule.tries {
                let pause = rule.pause(after: attempt, .unreachable(reason: "x"), random: random) ?? .zero
                let whole = rule.first * (1 << (attempt - 1))
                #expect(pause >= whole / 2 && pause <= whole)
            }
        }
        #expect(rule.pause(after: rule.tries, .unreachable(reason: "x"), random: 0) == nil)
    }

    /// A hundred requests at a shop that is away: the repetitions that all of them share are used up, and each then asks once.
    @Test func manyRequestsAtADeadShopAreNoStorm() async throws {
        let exchange = ScriptedExchange { _, _ in .failure(.unreachable(reason: "x")) }
        let shop = try network(exchange)
        for _ in 0..<100 { _ = try? await shop.response(for: orders) }
        #expect(exchange.requests.count == 100 + RetryBudget.most)
    }

    @Test func aShopThatAskedToBeLeftAloneIsNotAskedByOthers() async throws {
        let exchange = ScriptedExchange { _, _ in .success(.json(429, "{}", ["retry-after": "40"])) }
        let shop = try network(exchange)
        _ = try await shop.response(for: orders)
        for _ in 0..<100 {
            await #expect(throws: NetworkError.server(status: 429, nil, retryAfter: .seconds(40))) {
                try await shop.response(for: orders)
            }
        }
        #expect(exchange.requests.count == 1)
        pauses.pass(.seconds(40))
        _ = try await shop.response(for: orders)
        #expect(exchange.requests.count == 2)
    }

    @Test func aShopIsLeftAloneForAMinuteAtMost() async throws {
        let exchange = ScriptedExchange { _, _ in .success(.json(503, "{}", ["retry-after": "3600"])) }
        let shop = try network(exchange)
        _ = try await shop.response(for: orders)
        pauses.pass(.seconds(61))
        _ = try await shop.response(for: orders)
        #expect(exchange.requests.count == 2)
    }

    @Test func repetitionsEndWithThePatience() async throws {
        let exchange = ScriptedExchange { [pauses] _, _ in
            pauses.pass(.seconds(20))
            return .failure(.connection(.timedOut(after: .seconds(20))))
        }
        await #expect(throws: NetworkError.self) { try await network(exchange).response(for: orders) }
        #expect(exchange.requests.count == 2)
    }

    @Test(arguments: [(1_795_227_007, false), (1_795_223_407, true), (1_795_227_908, true)])
    func aSignatureRefusedBecauseOfTheClockSaysSo(now: Int, isWrong: Bool) async throws {
        let complaint = #"{"code":"woocommerce_rest_authentication_error","message":"Ungültiger Zeitstempel."}"#
        let exchange = ScriptedExchange { _, _ in
            .success(.json(401, complaint, ["date": "Sat, 21 Nov 2026 02:10:07 GMT"]))
        }
        var environment = pauses.environment
        environment.now = { Date(timeIntervalSince1970: TimeInterval(now)) }
        let shop = HTTPNetwork(
            try RequestWriter("http://shop.example", try .key), exchange: exchange, environment: environment)
        if isWrong {
            let ahead = Duration.seconds(1_795_227_007 - now)
            await #expect(throws: NetworkError.site(.wrongClock(ahead: ahead))) { try await shop.response(for: orders) }
        } else {
            #expect(try await shop.response(for: orders).status == 401)
        }
    }
}

@Suite struct AnswerCheckTests {
    @Test func aByteOrderMarkIsDropped() throws {
        let marked = Response(status: 200, body: Data([0xEF, 0xBB, 0xBF]) + Data("[]".utf8))
        #expect(try AnswerCheck.checked(marked).body == Data("[]".utf8))
    }

    @Test func anotherCharsetIsNamed() {
        let latin = Response(
            status: 200, headers: ["content-type": "application/json; charset=ISO-8859-1"],
            body: Data([0x7B, 0xFC, 0x7D]))
        #expect(throws: NetworkError.answer(.wrongCharset)) { try AnswerCheck.checked(latin) }
    }

    @Test(arguments: ["{\"id\": 7", "[{\"id\": 7}, ", "[", "{\"a\": [1]"])
    func jsonThatEndsTooEarlyIsCutOff(body: String) {
        #expect(throws: NetworkError.answer(.truncated)) { try AnswerCheck.checked(.json(200, body)) }
    }

    @Test(arguments: ["", " ", "[]\n", "{}", "null", "7", "\"x\"", "<html>"])
    func whatIsWholeOrNoJSONStays(body: String) throws {
        #expect(try AnswerCheck.checked(.json(200, body)) == .json(200, body))
    }

    @Test func aPictureMayHaveAnyBytes() throws {
        let picture = Response(status: 200, headers: ["content-type": "image/png"], body: Data([0x89, 0xFF, 0x7B]))
        #expect(try AnswerCheck.checked(picture) == picture)
    }
}
