import Failures
import Foundation
import Model
import NIOCore
import Networking
import Testing

@testable import HTTPNetworking

/// The client against a server in Python: real sockets, real TLS, and answers that are not as they should be.
@Suite(.serialized) struct RudeShopTests {
    private let orders = Request(.get, "wc/v3/orders/7")

    /// What comes of one request; the connections are closed behind it.
    private func outcome(
        _ how: String, _ certificate: String? = nil, _ limits: HTTPLimits = .patient, trusting isTrusting: Bool = true,
        _ request: Request? = nil
    ) async throws -> Result<Response, NetworkError> {
        let shop = try RudeShop.shared
        let connections = try HTTPConnections(limits: limits, authorities: isTrusting ? shop.authorities : nil)
        let network = try shop.network(how, over: connections, certificate: certificate)
        let outcome: Result<Response, NetworkError>
        do throws(NetworkError) {
            outcome = .success(try await network.response(for: request ?? orders))
        } catch { outcome = .failure(error) }
        await connections.shutdown()
        return outcome
    }

    private func host(_ certificate: String?) throws -> String {
        try RudeShop.shared.address("x", certificate).place
    }

    @Test(arguments: [nil, "good"])
    func anAnswerArrives(certificate: String?) async throws {
        let response = try await outcome("good", certificate).get()
        #expect(response.status == 200 && response.headers["content-type"] == "application/json; charset=UTF-8")
        #expect(String(decoding: response.body, as: UTF8.self).contains("\"id\": 7"))
    }

    @Test func aWriteArrivesWithItsBodyAndItsLogin() async throws {
        let shop = try RudeShop.shared
        let connections = try HTTPConnections(limits: .patient, authorities: shop.authorities)
        let network = try shop.network("write", over: connections, certificate: "good", credentials: try .key)
        _ = try await network.response(for: Request(.put, "wc/v3/orders/7", body: Data(#"{"set_paid":true}"#.utf8)))
        let seen = try await shop.seen("write", connections)
        #expect(seen.map(\.method) == ["PUT"] && seen.first?.body == #"{"set_paid":true}"#)
        #expect(seen.first?.authorization == (try ShopCredentials.key.basic) && seen.first?.agent == "Till/0.0.0")
        await connections.shutdown()
    }

    @Test func aPictureIsLoadedFromAShopWithAnAuthorityOfItsOwn() async throws {
        let shop = try RudeShop.shared
        let address = try shop.address("good", "good").description
        let download = try PictureDownload(authorities: shop.authorities)
        #expect(await download.load(address + "/cup.png", of: address) != nil)
        let other = try PictureDownload()
        #expect(await other.load(address + "/cup.png", of: address) == nil, "the system does not know this authority")
        #expect(throws: NetworkError.self) { try PictureDownload(authorities: "/nowhere") }
    }

    @Test func aConnectionIsUsedAgain() async throws {
        let shop = try RudeShop.shared
        let connections = try HTTPConnections(limits: .patient, authorities: shop.authorities)
        let network = try shop.network("again", over: connections, certificate: "good")
        for _ in 0..<5 { _ = try await network.response(for: orders) }
        #expect(Set(try await shop.seen("again", connections).map(\.connection)).count == 1)
        await connections.shutdown()
    }

    @Test(arguments: ["slow-head", "slow-body"])
    func aShopThatDoesNotComeToTheEndIsGivenUp(how: String) async throws {
        let outcome = try await outcome(how, nil, .short, Request(.put, "wc/v3/orders/7"))
        #expect(outcome == .failure(.connection(.timedOut(after: .milliseconds(400)))))
    }

    @Test(arguments: [
        ("dropped", NetworkError.answer(.truncated)), ("long-length", .answer(.truncated)),
        ("open-end", .answer(.truncated)), ("latin", .answer(.wrongCharset)),
        ("two-gigabytes", .answer(.tooLarge(limit: 1 << 20))), ("endless", .answer(.tooLarge(limit: 1 << 20))),
        ("bomb", .answer(.tooLarge(limit: 1 << 20))), ("loop", .site(.redirectLoop)), ("round", .site(.redirectLoop)),
        ("dropped-at-once", .unreachable(reason: "the connection was closed")),
        ("badly-packed", .malformed(field: nil, reason: "it is not packed as it says")),
        ("chunked-garbage", .malformed(field: nil, reason: "it is not HTTP")),
        ("no-http", .malformed(field: nil, reason: "it is not HTTP")),
    ])
    func aBadAnswerIsNamed(how: String, error: NetworkError) async throws {
        #expect(try await outcome(how) == .failure(error))
    }

    /// A shop that answers `HEAD` with a body ends the connection for the client.
    @Test func aChannelThatClosesIsAConnectionThatWasClosed() {
        let closed = TransportProblem(ChannelError.ioOnClosedChannel, hasBegun: false)
        #expect(closed == .lost(Sentence(code: "detail.http.closed", arguments: [:])))
        #expect(TransportProblem(ChannelError.eof, hasBegun: true) == .cutOff)
    }

    @Test(arguments: ["badly-packed", "chunked-garbage", "dropped-at-once"])
    func whyAnAnswerIsNoneIsToldInTheOperatorsLanguage(how: String) async throws {
        guard case .failure(let error) = try await outcome(how),
            case .sentence(let reason)? = error.failure.said.arguments["reason"]
        else {
            Issue.record("the shop answered, or the reason has no key")
            return
        }
        #expect(Set(OperatorLanguage.allCases.map { reason.text(in: $0) }).count == OperatorLanguage.allCases.count)
    }

    @Test func aPackedAnswerIsUnpacked() async throws {
        #expect(try await outcome("packed").get().body.count > 40)
    }

    @Test func theHeadOfAnAnswerIsEnoughForSomeQuestions() async throws {
        let shop = try RudeShop.shared
        let connections = try HTTPConnections(limits: .patient)
        let address = try shop.address("head")
        let writer = RequestWriter(address: address, credentials: nil, userAgent: "Till/0.0.0")
        let target = RequestTarget(scheme: .http, host: address.host, port: address.port, path: "/head/")
        let request = try writer.write("HEAD", target, [], at: .fixed)
        let response = try await connections.answer(to: request, within: HTTPLimits.patient.exchange)
        #expect(response.headers["link"] == "<https://shop.example/wp-json/>; rel=\"https://api.w.org/\"")
        await connections.shutdown()
    }

    @Test func aWebPageIsNoAnswerOfAShop() async throws {
        #expect(NetworkError(try await outcome("html").get()) == .answer(.webPage(status: 200)))
    }

    @Test func aBusyShopSaysHowLongItWantsToBeLeftAlone() async throws {
        guard case .server(429, let complaint, .seconds(7)?)? = NetworkError(try await outcome("busy").get()) else {
            Issue.record("not told")
            return
        }
        #expect(complaint?.message == "Slow down")
    }

    @Test func redirectsAreFollowedOnlyWithinTheHost() async throws {
        #expect(try await outcome("within").get().status == 200)
        #expect(try await outcome("upgrade").get().status == 200)
        for (how, certificate) in [("elsewhere", nil), ("downgrade", "good")] as [(String, String?)] {
            guard case .failure(.site(.moved)) = try await outcome(how, certificate) else {
                Issue.record("\(how) was followed")
                continue
            }
        }
    }

    /// The second answer must not be taken for the one to the next request.
    @Test func anAnswerThatNobodyAskedForIsDropped() async throws {
        let shop = try RudeShop.shared
        let connections = try HTTPConnections(limits: .patient)
        for _ in 0..<3 {
            let body = try await shop.network("twice", over: connections).response(for: orders).body
            #expect(String(decoding: body, as: UTF8.self).contains("\"id\": 7"))
            let next = try await shop.network("good", over: connections).response(for: orders).body
            #expect(String(decoding: next, as: UTF8.self).contains("\"id\": 7"))
        }
        await connections.shutdown()
    }

    @Test func eachKindOfBadCertificateIsNamed() async throws {
        #expect(
            try await outcome("good", "other") == .failure(.connection(.certificateName(host: try host("other")))))
        #expect(
            try await outcome("good", "expired")
                == .failure(.connection(.certificateExpired(host: try host("expired")))))
        for (certificate, isTrusting) in [("stranger", true), ("good", false)] {
            #expect(
                try await outcome("good", certificate, trusting: isTrusting)
                    == .failure(.connection(.certificateUntrusted(host: try host(certificate)))))
        }
        let connections = try HTTPConnections(limits: .patient)
        #expect(try await RudeShop.shared.seen("never", connections).isEmpty)
        await connections.shutdown()
    }

    /// A certificate that is not trusted is no shop that does not answer in time.
    @Test func adyenDotnet358_eachCauseHasItsOwnCode() async throws {
        let causes: [(how: String, certificate: String?, isTrusting: Bool, code: ShopFailure)] = [
            ("good", "stranger", true, .certificateUntrusted), ("good", "other", true, .certificateName),
            ("good", "expired", true, .certificateExpired), ("slow-head", nil, true, .timeout),
            ("dropped", nil, true, .truncated), ("loop", nil, true, .redirectLoop), ("latin", nil, true, .wrongCharset),
            ("no-http", nil, true, .malformed), ("endless", nil, true, .answerTooLarge),
            ("dropped-at-once", nil, true, .unreachable),
        ]
        for cause in causes {
            let limits = cause.code == .timeout ? HTTPLimits.short : .patient
            let outcome = try await outcome(cause.how, cause.certificate, limits, trusting: cause.isTrusting)
            guard case .failure(let error) = outcome else {
                Issue.record("\(cause.how) was answered")
                continue
            }
            #expect(error.failure.code == cause.code.rawValue, "\(cause.how)")
        }
        #expect(Set(causes.map(\.code)).count == causes.count)
    }

    @Test func httpWhereTLSIsSpokenAndTheReverseAreNamed() async throws {
        let shop = try RudeShop.shared
        let connections = try HTTPConnections(limits: .patient)
        let plain = try shop.address("good")
        let address = ShopAddress(
            scheme: .https, host: plain.host, port: plain.port, folder: "/good", permalinks: .usual)
        let writer = RequestWriter(address: address, credentials: nil, userAgent: "Till/0.0.0")
        let network = HTTPNetwork(writer, exchange: connections, environment: Pauses().environment, limits: .patient)
        let error = try await #require(throws: NetworkError.self) { try await network.response(for: orders) }
        #expect(error == .connection(.tls(host: plain.place, reason: "wrong version number")))
        await connections.shutdown()
    }

    @Test func aPortWhereNobodyListensRefuses() async throws {
        let connections = try HTTPConnections(limits: .patient)
        // Port 1 is reserved; nothing listens there.
        let address = try ShopAddress("http://127.0.0.1:1")
        let network = HTTPNetwork(
            address, credentials: nil, connections: connections, environment: Pauses().environment,
            userAgent: "Till/0.0.0")
        await #expect(throws: NetworkError.connection(.refused(host: "127.0.0.1:1"))) {
            try await network.response(for: orders)
        }
        await connections.shutdown()
    }

    /// Names below `.invalid` never exist (RFC 6761).
    @Test func aNameThatNobodyKnowsIsNamed() async throws {
        let connections = try HTTPConnections(limits: .patient)
        let network = HTTPNetwork(
            try ShopAddress("https://shop.invalid"), credentials: nil, connections: connections,
            environment: Pauses().environment, userAgent: "Till/0.0.0")
        await #expect(throws: NetworkError.connection(.nameNotFound(host: "shop.invalid"))) {
            try await network.response(for: orders)
        }
        await connections.shutdown()
    }

    @Test func afterTheShutdownNothingIsSent() async throws {
        let shop = try RudeShop.shared
        let connections = try HTTPConnections(limits: .patient)
        await connections.shutdown()
        await connections.shutdown()
        await #expect(throws: NetworkError.unreachable(reason: "already shutdown")) {
            try await shop.network("good", over: connections).response(for: orders)
        }
    }

    @Test func aFileWithoutCertificatesIsRefused() {
        #expect(throws: NetworkError.self) { try HTTPConnections(authorities: "/dev/null") }
        #expect(throws: NetworkError.self) { try HTTPConnections(authorities: "/nowhere.pem") }
    }
}
