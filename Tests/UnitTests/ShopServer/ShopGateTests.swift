import Foundation
import Testing

@testable import ShopServer

/// Who is let in, and what the others are told.
@Suite struct ShopGateTests {
    private let shop = ServedShop(orders: 3)
    private let orders = "/wp-json/wc/v3/orders"

    @Test func aKeyIsTakenOverTLSOnlyAndForTheShopOnly() async {
        #expect(await shop.ask("GET", orders, login: shop.login).status == 200)
        let query = "?consumer_key=\(shop.keys.main.key)&consumer_secret=\(shop.keys.main.secret)"
        #expect(await shop.ask("GET", orders + query, login: nil).status == 200)
        #expect(await shop.code("GET", orders, login: shop.login, isSecure: false) == "woocommerce_rest_cannot_view")
        #expect(await shop.code("GET", "/wp-json/wp/v2/users/me", login: shop.login) == "invalid_username")
        #expect(await shop.code("GET", "/?rest_route=/wc/v3/orders", login: shop.login) == "invalid_username")
    }

    @Test func eachRefusalHasItsCode() async {
        let keys = shop.keys
        let wrong = ServedShop.basic(keys.main.key, "cs_x")
        #expect(await shop.code("GET", orders, login: wrong) == "woocommerce_rest_authentication_error")
        let unknown = ServedShop.basic("ck_x", "cs_x")
        #expect(await shop.code("GET", orders, login: unknown) == "woocommerce_rest_cannot_view")
        #expect(await shop.ask("GET", orders, login: nil).status == 401)
        let customer = ServedShop.basic(keys.customer.key, keys.customer.secret)
        #expect(await shop.ask("GET", orders, login: customer).status == 403)
        let reader = ServedShop.basic(keys.readOnly.key, keys.readOnly.secret)
        #expect(await shop.ask("POST", orders, body: "{}", login: reader).status == 401)
        let writer = ServedShop.basic(keys.writeOnly.key, keys.writeOnly.secret)
        #expect(await shop.ask("GET", orders, login: writer).status == 401)
        let password = ServedShop.basic(keys.user, "wrong")
        #expect(await shop.code("GET", "/wp-json/wp/v2/users/me", login: password) == "incorrect_password")
    }

    @Test func aPersonIsLetInEverywhereWithSpacesInThePassword() async {
        let spaced = shop.keys.password.enumerated().map { $0 % 4 == 3 ? "\($1) " : "\($1)" }.joined()
        let login = ServedShop.basic(shop.keys.user, spaced)
        #expect(await shop.ask("GET", orders, login: login).status == 200)
        #expect(await shop.ask("GET", orders, login: login, isSecure: false).status == 200)
        #expect(await shop.ask("GET", "/?rest_route=/wc/v3/orders", login: login).status == 200)
        let me = await shop.ask("GET", "/wp-json/wp/v2/users/me?context=edit", login: login).json as? [String: Any]
        #expect(me?["roles"] as? [String] == ["shop_manager"])
    }

    @Test func plainPermalinksLeaveNoPrettyAddress() async {
        let shop = ServedShop(orders: 3, plain: true)
        #expect(await shop.ask("GET", "/wp-json/", login: nil).status == 404)
        #expect(await shop.ask("GET", "/?rest_route=/", login: nil).status == 200)
    }

    /// A signature of a real client that a real server took, with its key; then everything that makes it worthless.
    @Test(.enabled(if: WooRecordings.isHere, "the recordings are not here"), arguments: ["012", "013"])
    func aRecordedSignatureIsTakenOnceAndOnlyInItsTime(number: String) async throws {
        let exchange = try #require(try WooRecordings.all().first { $0.name.hasPrefix(number) })
        let parts = ["804c548e", "cfb5f070", "a5ff47f1", "c3075b32", "3d64aa13"]
        let key = try #require(exchange.address.firstMatch(of: #/oauth_consumer_key=(\w+)/#)).1
        let seconds = try #require(exchange.address.firstMatch(of: #/oauth_timestamp=(\d+)/#)).1
        let keys = ShopKeys(key: String(key), secret: "cs_" + parts.joined(), random: { 7 })
        func status(_ shop: ServedShop, _ address: String) async -> Int {
            await shop.ask("GET", address, login: nil, isSecure: false, host: exchange.host).status
        }
        let time = Date(timeIntervalSince1970: try #require(TimeInterval(seconds)))
        let shop = ServedShop(keys: keys, now: time)
        #expect(await status(shop, exchange.address + "&page=1") == 401, "another query than was signed")
        #expect(await status(shop, exchange.address) == 200)
        #expect(await status(shop, exchange.address) == 401, "the nonce was used")
        let late = ServedShop(keys: keys, now: time.addingTimeInterval(901))
        #expect(await status(late, exchange.address) == 401)
    }
}
