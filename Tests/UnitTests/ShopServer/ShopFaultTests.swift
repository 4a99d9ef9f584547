import Flow
import Foundation
import Testing

@testable import ShopServer

/// What goes wrong when it is asked for, and only there and then.
@Suite struct ShopFaultTests {
    private let shop = ServedShop(orders: 3)
    private let order = "/wp-json/wc/v3/orders/1001"

    private func note(_ text: String) async -> String? {
        _ = await shop.deed("PUT", order, body: #"{"customer_note":"\#(text)"}"#, login: shop.login)
        try? shop.faults.obey("mend")
        return (await shop.ask("GET", order, login: shop.login).json as? [String: Any])?["customer_note"] as? String
    }

    @Test func aFaultMeetsItsRequestsAsOftenAsItSays() async throws {
        try shop.faults.obey("server-error,path=wc/v3/orders/*,method=GET,times=2")
        #expect(await shop.ask("GET", "/wp-json/wc/v3/products", login: shop.login).status == 200)
        #expect(await shop.ask("PUT", order, body: "{}", login: shop.login).status == 200)
        for status in [500, 500, 200] { #expect(await shop.ask("GET", order, login: shop.login).status == status) }
    }

    @Test func anAnswerThatIsLostWasActedOnAndADroppedRequestWasNot() async throws {
        try shop.faults.obey("answer-lost")
        guard case .hangUp = await shop.deed("GET", order, login: shop.login) else { Issue.record("an answer"); return }
        #expect(await note("lost") == "lost")
        try shop.faults.obey("dropped")
        #expect(await note("dropped") == "lost")
    }

    @Test func aDuplicatedRequestIsActedOnTwice() async throws {
        try shop.faults.obey("duplicated,method=POST,times=1")
        let made = await shop.ask("POST", "/wp-json/wc/v3/orders", body: "{}", login: shop.login).json as? [String: Any]
        #expect(made?["id"] as? Int == 1005)
        #expect(await shop.ask("GET", "/wp-json/wc/v3/orders", login: shop.login).headers["x-wp-total"] == "5")
    }

    @Test func aDuplicatedAnswerIsThatOfARequestThatWasActedOnOnce() async throws {
        try shop.faults.obey("duplicated-answer,method=POST,times=1")
        let deed = await shop.deed("POST", "/wp-json/wc/v3/orders", body: "{}", login: shop.login)
        guard case .answerTwice(let reply) = deed else { Issue.record("\(deed)"); return }
        #expect(reply.status == 201)
        #expect(await shop.ask("GET", "/wp-json/wc/v3/orders", login: shop.login).headers["x-wp-total"] == "4")
    }

    @Test func eachOtherFaultIsWhatItsNameSays() async throws {
        func met(_ fault: String) async throws -> (status: Int, headers: [String: String], json: Any?) {
            try shop.faults.obey("mend")
            try shop.faults.obey(fault)
            return await shop.ask("GET", order, login: shop.login)
        }
        let busy = try await met("too-many-requests:7")
        #expect(busy.status == 429 && busy.headers["retry-after"] == "7")
        let away = try await met("unavailable")
        #expect(away.status == 503 && away.headers["content-type"]?.hasPrefix("text/html") == true && away.json == nil)
        #expect(try await met("revoked-key").status == 401)
        #expect(try await met("redirect-loop").headers["location"] == order)
        #expect(try await met("redirect:http://other.example/").headers["location"] == "http://other.example/")
        #expect(try await met("clock:86400").headers["date"] == "Sun, 22 Nov 2026 00:00:00 GMT")
        let strange = try await met("wrong-charset")
        #expect(strange.headers["content-type"] == "application/json; charset=ISO-8859-1" && strange.json == nil)
        #expect(try await met("slow:5").status == 200)
        try shop.faults.obey("mend")
        try shop.faults.obey("truncated")
        guard case .truncate = await shop.deed("GET", order, login: shop.login) else { Issue.record("whole"); return }
        try shop.faults.obey("huge-body:4096")
        guard case .endless(4096) = await shop.deed("GET", order, login: shop.login) else {
            Issue.record("small"); return
        }
    }

    @Test(arguments: [
        "", "none", "slow:x", "slow:60001", "dropped:1", "redirect", "redirect:ftp://x", "dropped,times=0",
        "dropped,when=1",
        "huge-body:99999999999", "duplicated-answer:2", "slow", "slow:", "clock", "huge-body,times=1",
        "too-many-requests",
    ])
    func whatIsNoFaultIsRefused(name: String) {
        #expect(throws: Failure.self) { try ShopFault(name: name) }
    }

    @Test func aPatternFitsAsMuchAsItsStars() {
        #expect(ShopFault.fits("wc/v3/orders/7/notes", "wc/v3/orders/*/notes"))
        #expect(!ShopFault.fits("wc/v3/orders/7", "wc/v3/orders/*/notes"))
        #expect(ShopFault.fits("wc/v3/orders", "*") && !ShopFault.fits("wc/v3/orders", "wc/v3/order"))
    }
}
