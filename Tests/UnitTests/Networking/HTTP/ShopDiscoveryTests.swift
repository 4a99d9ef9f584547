import Foundation
import Networking
import Testing

@testable import HTTPNetworking

@Suite struct ShopDiscoveryTests {
    private static let index = """
        {"name": "Bäckerei &amp; Café", "url": "https://shop.example", "home": "https://shop.example", "gmt_offset": 1,
         "timezone_string": "Europe/Berlin", "namespaces": ["oembed/1.0", "wc/v1", "wc/v2", "wc/v3", "wp/v2"]}
        """
    private static let page = Response(
        status: 200, headers: ["content-type": "text/html"], body: Data("<html>".utf8))
    private static let missing = Response(
        status: 404, headers: ["content-type": "text/html"], body: Data("<html>".utf8))

    private func discovery(_ exchange: ScriptedExchange) -> ShopDiscovery {
        ShopDiscovery(exchange: exchange, environment: Pauses().environment, userAgent: "Till/0.0.0")
    }

    /// A site that has an index at one URL, and may name its REST interface in a header.
    private func exchange(index url: String, link: String? = nil, _ body: String = index) -> ScriptedExchange {
        ScriptedExchange { request, _ in
            if request.method == "HEAD" {
                let headers = link.map { ["link": "<\($0)>; rel=\"https://api.w.org/\""] } ?? [:]
                return .success(Response(status: 200, headers: headers, body: Data()))
            }
            return .success(request.url.hasPrefix(url) ? .json(200, body) : Self.missing)
        }
    }

    @Test func aShopIsFoundByItsNameAlone() async throws {
        let exchange = exchange(index: "https://shop.example/wp-json/", link: "https://shop.example/wp-json/")
        let site = try await discovery(exchange).site("shop.example")
        #expect(site.address == (try ShopAddress("https://shop.example")))
        #expect(site.name == "Bäckerei & Café")
        #expect(site.timeZone == "Europe/Berlin" && site.utcOffsetMinutes == 60 && site.wooCommerce == .present)
        #expect(exchange.requests.map(\.method) == ["HEAD", "GET"])
        #expect(exchange.requests.allSatisfy { $0.header("Authorization") == nil })
        #expect(exchange.requests.last?.parameter("_fields") == "name,url,home,gmt_offset,timezone_string,namespaces")
    }

    @Test(
        arguments: [
            ("https://shop.example/?rest_route=/", "https://shop.example/?rest_route=/", "https://shop.example", nil),
            ("https://shop.example/index.php?rest_route=/", "https://shop.example/", "https://shop.example", nil),
            ("https://shop.example/index.php/wp-json/", nil, "https://shop.example", "index.php/wp-json"),
            ("https://shop.example/shop/wp-json/", nil, "https://shop.example/shop", "wp-json"),
            ("https://shop.example/api/", nil, "https://shop.example", "api"),
            ("http://shop.example/wp-json/", "https://shop.example/wp-json/", "https://shop.example", "wp-json"),
        ] as [(String, String?, String, String?)])
    func theHeaderOfTheFrontPageNamesThePlace(
        link: String, index: String?, address: String, folder: String?
    ) async throws {
        let url = (index ?? link).replacing("?rest_route=/", with: "")
        let site = try await discovery(exchange(index: url, link: link)).site("shop.example")
        #expect(site.address.description == address)
        #expect(site.address.permalinks == folder.map { .pretty(folder: $0) } ?? .plain)
    }

    @Test func withoutAHeaderTheUsualPlacesAreTried() async throws {
        let plain = exchange(index: "https://shop.example/?_fields")
        let site = try await discovery(plain).site("shop.example")
        #expect(site.address.permalinks == .plain)
        #expect(plain.requests.map(\.target.path) == ["/", "/wp-json/", "/"])
    }

    /// A WordPress in maintenance answers everything with the same page.
    @Test(
        arguments: [
            (503, NetworkError.server(status: 503, nil, retryAfter: .seconds(600))),
            (403, .answer(.webPage(status: 403))), (401, .answer(.webPage(status: 401))),
            (404, .site(.notWordPress(host: "shop.example"))),
        ] as [(Int, NetworkError)])
    func aShopBehindAPageForPeopleIsNotSaidToBeNone(status: Int, expected: NetworkError) async {
        let exchange = ScriptedExchange { _, _ in
            .success(
                Response(
                    status: status, headers: ["content-type": "text/html", "retry-after": "600"],
                    body: Data("<html>".utf8)))
        }
        await #expect(throws: expected) { try await discovery(exchange).site("shop.example") }
    }

    @Test(arguments: [NetworkError.answer(.truncated), .unreachable(reason: "the connection was closed")])
    func aFrontPageThatCannotBeReadDoesNotMatter(error: NetworkError) async throws {
        let exchange = ScriptedExchange { request, _ in
            request.method == "HEAD" ? .failure(error) : .success(.json(200, Self.index))
        }
        #expect(try await discovery(exchange).site("shop.example").wooCommerce == .present)
    }

    @Test func aShopThatIsNotThereIsAskedOnce() async throws {
        let silent = ScriptedExchange { _, _ in .failure(.connection(.refused(host: "shop.example"))) }
        await #expect(throws: NetworkError.connection(.refused(host: "shop.example"))) {
            try await discovery(silent).site("shop.example")
        }
        #expect(silent.requests.count == 1)
    }

    @Test func aShopThatWentToHTTPSIsAskedThereFromThenOn() async throws {
        let exchange = ScriptedExchange { request, _ in
            if request.target.scheme == .http { return .success(.redirect("https://shop.example/")) }
            return .success(request.method == "HEAD" ? Self.page : .json(200, Self.index))
        }
        let site = try await discovery(exchange).site("http://shop.example", allowsHTTP: true)
        #expect(site.address.description == "https://shop.example")
    }

    @Test func whatIsNoWordPressSaysSo() async throws {
        let exchange = ScriptedExchange { _, _ in .success(Self.page) }
        await #expect(throws: NetworkError.site(.notWordPress(host: "shop.example"))) {
            try await discovery(exchange).site("shop.example")
        }
        #expect(exchange.requests.count == 3)
    }

    @Test(arguments: ["rest_disabled", "rest_login_required", "rest_cannot_access"])
    func aRESTInterfaceThatIsSwitchedOffSaysSo(code: String) async throws {
        let exchange = ScriptedExchange { request, _ in
            .success(request.method == "HEAD" ? Self.page : .json(401, #"{"code":"\#(code)","message":"No."}"#))
        }
        await #expect(throws: NetworkError.site(.restDisabled)) { try await discovery(exchange).site("shop.example") }
    }

    /// A firewall or a plugin keeps strangers from `/wp-json/` alone. Other permalinks would not help.
    @Test(arguments: [true, false])
    func anInterfaceThatIsBlockedAtItsPrettyAddressIsNotTakenForPlainPermalinks(isBlocked: Bool) async throws {
        let exchange = ScriptedExchange { request, _ in
            if request.url.hasPrefix("https://shop.example/?_fields") { return .success(.json(200, Self.index)) }
            guard isBlocked, request.url.contains("wp-json") else { return .success(Self.missing) }
            return .success(.json(401, #"{"code":"rest_disabled","message":"No."}"#))
        }
        let discovery = discovery(exchange)
        let site = try await discovery.site("shop.example")
        await #expect(throws: NetworkError.site(isBlocked ? .restDisabled : .plainPermalinks)) {
            try await discovery.verify(try .key, at: site)
        }
    }

    /// Some shops show nothing of REST without a login. The login then tells whether it is a shop.
    @Test(arguments: [(401, "rest_not_logged_in"), (403, "rest_not_logged_in"), (403, "forbidden")])
    func aShopThatAnswersNobodyWithoutALoginIsTriedWithIt(status: Int, code: String) async throws {
        let exchange = ScriptedExchange { request, _ in
            .success(request.method == "HEAD" ? Self.page : .json(status, #"{"code":"\#(code)","message":"No."}"#))
        }
        let site = try await discovery(exchange).site("shop.example")
        #expect(site.address == (try ShopAddress("https://shop.example")) && site.wooCommerce == .present)
        #expect(site.name == "shop.example" && site.home == "https://shop.example")
        #expect(exchange.requests.count == 2)
    }

    @Test func aWordPressWhoseIndexIsHiddenSaysSo() async throws {
        let hidden = exchange(index: "https://nowhere.example", link: "https://shop.example/wp-json/")
        await #expect(throws: NetworkError.site(.restDisabled)) { try await discovery(hidden).site("shop.example") }
    }

    @Test func aSiteThatLivesElsewhereIsNotFollowed() async throws {
        let other = exchange(index: "", link: "https://www.shop.example/wp-json/?x=y")
        await #expect(throws: NetworkError.site(.moved(to: "https://www.shop.example/wp-json/"))) {
            try await discovery(other).site("shop.example")
        }
        let moved = ScriptedExchange { _, _ in .success(.redirect("https://www.shop.example/")) }
        await #expect(throws: NetworkError.site(.moved(to: "https://www.shop.example/"))) {
            try await discovery(moved).site("shop.example")
        }
    }

    @Test(arguments: [
        (#"["wp/v2"]"#, ShopSite.WooCommerce.absent), (#"["wp/v2", "wc/v1", "wc/v2"]"#, .tooOld),
        (#"["wc/v3"]"#, .present), (#"["wc/store", "wc-admin"]"#, .tooOld),
    ])
    func whetherThereIsWooCommerceIsTold(namespaces: String, expected: ShopSite.WooCommerce) async throws {
        let body = #"{"name": "", "namespaces": \#(namespaces), "gmt_offset": "5.5", "timezone_string": ""}"#
        let site = try await discovery(exchange(index: "https://shop.example/wp-json/", body)).site("shop.example")
        #expect(site.wooCommerce == expected && site.utcOffsetMinutes == 330 && site.timeZone == nil)
        if expected != .present {
            #expect(throws: NetworkError.site(.noWooCommerce(host: "shop.example"))) { try site.requireWooCommerce() }
        }
    }

    @Test(
        arguments: [
            (#"<https://s.example/wp-json/>; rel="https://api.w.org/""#, "https://s.example/wp-json/"),
            (
                #"<https://s.example/a,b>; rel=shortlink, <https://s.example/x>; rel="alternate https://api.w.org/"; t=1"#,
                "https://s.example/x"
            ),
            (#"<https://s.example/wp-json/>; REL=https://api.w.org/"#, "https://s.example/wp-json/"),
            (#"<https://s.example/p2>; rel="next""#, nil), ("<https://s.example", nil), ("", nil), ("<>;;;rel=<", nil),
        ] as [(String, String?)])
    func theHeaderLinkIsReadByItsRelation(header: String, target: String?) {
        #expect(RESTRoot.link(in: header) == target)
    }
}

@Suite struct VerifyLoginTests {
    private static func refusal(_ status: Int, _ code: String) -> Response {
        .json(status, #"{"code":"\#(code)","message":"No.","data":{"status":\#(status)}}"#)
    }

    private static let wrongKey = refusal(401, "woocommerce_rest_authentication_error")
    private static let stranger = refusal(401, "woocommerce_rest_cannot_view")

    private func verified(reading: Response, writing: Response) async throws {
        let exchange = ScriptedExchange { request, _ in .success(request.method == "GET" ? reading : writing) }
        let discovery = ShopDiscovery(exchange: exchange, environment: Pauses().environment, userAgent: "Till/0.0.0")
        defer {
            #expect(exchange.requests.count <= 2)
            #expect(exchange.requests.allSatisfy { $0.body == nil || $0.body == Data("{}".utf8) })
        }
        #expect(try await discovery.verify(try .key, at: try ShopAddress("shop.example")).kind == .consumerKey)
    }

    /// A server that drops the header `Authorization`, and a shop that knows one key.
    private func deaf(_ signed: Response) -> ScriptedExchange {
        ScriptedExchange { request, _ in
            .success(request.parameter("oauth_signature") == nil ? Self.stranger : signed)
        }
    }

    private func verified(
        _ credentials: ShopCredentials, _ exchange: ScriptedExchange
    ) async throws -> ShopCredentials {
        try await ShopDiscovery(exchange: exchange, environment: Pauses().environment, userAgent: "Till/0.0.0")
            .verify(credentials, at: try ShopAddress("shop.example"))
    }

    @Test func whereTheHeaderIsDroppedAKeySignsItsRequests() async throws {
        let exchange = deaf(.json(200, "[]"))
        let login = try await verified(try .key, exchange)
        #expect(login.kind == .signingKey)
        #expect(exchange.requests.map { $0.parameter("oauth_signature") != nil } == [false, true, true])
        #expect(exchange.requests.dropFirst().allSatisfy { $0.header("Authorization") == nil })
        #expect(ShopCredentials.kept(login.kind, login.name, login.secret) == login, "also in the next process")
    }

    @Test func aLoginThatTheShopDoesNotSeeSaysSo() async throws {
        for credentials in [try ShopCredentials.key, try .password] {
            await #expect(throws: NetworkError.site(.loginNotSeen)) {
                try await verified(credentials, deaf(Self.stranger))
            }
        }
        let unknown = try await #require(throws: NetworkError.self) {
            try await verified(try .key, deaf(Self.wrongKey))
        }
        #expect(unknown.code == "shop.unauthorized" && unknown != .site(.loginNotSeen))
    }

    @Test func aLoginThatMayReadAndWriteIsTaken() async throws {
        try await verified(reading: .json(200, "[]"), writing: .json(200, "[]"))
    }

    @Test(arguments: [
        ("wrong secret", wrongKey, wrongKey, "shop.unauthorized"),
        ("read-only key", .json(200, "[]"), wrongKey, "shop.readOnly"),
        ("write-only key", wrongKey, .json(200, "[]"), "shop.forbidden"),
        ("customer", refusal(403, "woocommerce_rest_cannot_view"), wrongKey, "shop.forbidden"),
        ("may look only", .json(200, "[]"), refusal(403, "woocommerce_rest_cannot_batch"), "shop.forbidden"),
        ("no WooCommerce", refusal(404, "rest_no_route"), wrongKey, "shop.noWooCommerce"),
        ("broken", .json(500, "{}"), wrongKey, "shop.server"),
    ])
    func eachKindOfLoginIsToldApart(what: String, reading: Response, writing: Response, code: String) async throws {
        let error = try await #require(throws: NetworkError.self) {
            try await verified(reading: reading, writing: writing)
        }
        #expect(error.code == code, "\(what)")
    }
}
