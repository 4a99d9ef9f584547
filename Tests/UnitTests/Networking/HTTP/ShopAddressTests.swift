import Networking
import Testing

@testable import HTTPNetworking

@Suite struct ShopAddressTests {
    @Test(arguments: [
        ("shop.example", "https://shop.example"), (" https://Shop.Example/ ", "https://shop.example"),
        ("https://shop.example:443/shop//", "https://shop.example/shop"),
        ("https://shop.example:8443/a/b", "https://shop.example:8443/a/b"),
        ("bücher.example", "https://xn--bcher-kva.example"),
        ("https://BÜCHER.example", "https://xn--bcher-kva.example"),
        ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
        ("https://shop.example/Läden", "https://shop.example/L%C3%A4den"),
        ("https://shop.example/L%C3%A4den", "https://shop.example/L%C3%A4den"),
        ("https://192.0.2.7:8443", "https://192.0.2.7:8443"),
        ("https://[2001:DB8::1]:8443/", "https://[2001:db8::1]:8443"),
        ("https://shop.example/wp-admin/admin.php", "https://shop.example"),
        ("https://shop.example/shop/wp-json/wc/v3", "https://shop.example/shop"),
        ("http://localhost:8080", "http://localhost:8080"), ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ])
    func anAddressIsReadAsAPersonTypesIt(typed: String, read: String) throws {
        #expect(try ShopAddress(typed).description == read)
    }

    @Test(arguments: [
        ("", SiteProblem.AddressMistake.noURL), ("https://", .noURL), ("my shop.example", .noURL),
        ("https://shop..example", .noURL), ("https://-shop.example", .noURL), ("https://shop.example:0", .noURL),
        ("https://shop.example:65536", .noURL), ("https://shop.example:8o", .noURL), ("https://shop_1.example", .noURL),
        ("https://%73hop.example", .noURL), ("https://[::1", .noURL), ("https://[shop]", .noURL),
        ("https://shop.example/../x", .noURL), ("https://shop.example/%2e%2e/x", .noURL),
        ("https://shop.example/a%2Fb", .noURL), ("https://shop.example\\@evil.example", .noURL),
        ("https://shop.example\u{202E}", .noURL), ("https://shop.example/\r\nHost:evil", .noURL),
        ("ftp://shop.example", .scheme("ftp")), ("file:///etc/passwd", .scheme("file")),
        ("https://me:secret@shop.example", .userInfo), ("https://shop.example@evil.example", .userInfo),
        ("https://shop.example/?page_id=7", .query), ("https://shop.example/#top", .query),
        ("http://shop.example", .http), ("http://127.0.0.1.evil.example", .http),
    ])
    func whatIsNoAddressOfAShopIsRefusedWithItsReason(typed: String, mistake: SiteProblem.AddressMistake) {
        #expect(throws: NetworkError.site(.invalidAddress(mistake))) { try ShopAddress(typed) }
    }

    @Test func anEndlessAddressIsRefused() {
        let endless = "https://shop.example/" + String(repeating: "a/", count: 100_000)
        #expect(throws: NetworkError.site(.invalidAddress(.noURL))) { try ShopAddress(endless) }
    }

    @Test func httpIsReadWhereItIsAllowed() throws {
        #expect(try ShopAddress("http://shop.example:80/", allowsHTTP: true).description == "http://shop.example")
    }
}

@Suite struct ShopCredentialsTests {
    @Test func theyAreNeverPrinted() throws {
        for credentials in [try ShopCredentials.key, try .password] {
            var dumped = ""
            dump(credentials, to: &dumped)
            dump([credentials], to: &dumped)
            let shown = "\(credentials) \(String(reflecting: credentials)) \(Optional(credentials) as Any) \(dumped)"
            #expect(!shown.contains(credentials.secret) && !shown.contains(credentials.name), "\(shown)")
            #expect(!shown.contains("cs_") && !shown.contains("EFGH"))
        }
    }

    @Test func blanksOfAnApplicationPasswordDoNotCount() throws {
        let spaced = ShopCredentials.applicationPassword(user: " till ", password: "abcd EFGH\u{A0}1234\tijkl\n")
        #expect(spaced == .applicationPassword(user: "till", password: "abcdEFGH1234ijkl"))
    }

    @Test func whatNoShopHandsOutIsRefused() {
        #expect(ShopCredentials.consumerKey("", secret: "cs_1") == nil)
        #expect(ShopCredentials.consumerKey("ck_1", secret: " ") == nil)
        #expect(ShopCredentials.consumerKey("ck_1\r\nX: y", secret: "cs_1") == nil)
        #expect(ShopCredentials.applicationPassword(user: "a:b", password: "abcd") == nil)
        #expect(ShopCredentials.applicationPassword(user: "a\nb", password: "abcd") == nil)
        #expect(ShopCredentials.applicationPassword(user: "a", password: "") == nil)
    }
}
