import Foundation
import Glibc
import Testing

/// What users of other kiosks complained of where the shop and its data are concerned (docs/complaints.md).
@Suite struct KioskShopComplaintTests {
    private static let slow = #"{"timing": {"card_delay": 3, "step_delay": 0.01, "host_delay": 0.05}}"#
    /// Names that break what trusts them: markup, an override of direction, emoji, controls, and four kilobytes.
    private static let names = [
        "<img src=x onerror=alert(1)>&amp;", "\u{202E}esrever\u{202C}", "👩‍👩‍👧‍👦🏴‍☠️☕️", "tab\tbell\u{7}nul",
        String(repeating: "Donaudampfschiff ", count: 241),
    ]

    private static func json(_ value: Any) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
    }

    /// A signed-in kiosk of a simulated shop.
    private static func begin(
        _ kiosk: Kiosk, _ scenario: String
    ) async throws -> (SimulatedShop, KioskCustomer) {
        let shop = try await SimulatedShop(kiosk, "--orders", "3")
        try await kiosk.startTerminal(scenario)
        try await kiosk.startPrinter()
        #expect(try await shop.login().code == 0)
        return (shop, try await KioskCustomer(kiosk))
    }

    /// Has the shop make an order of these lines, and returns its number.
    private static func order(_ shop: SimulatedShop, _ lines: [[String: Any]]) async throws -> String {
        let written = try json(["line_items": lines]).replacingOccurrences(of: "\\", with: "\\\\")
            .replacingOccurrences(of: "'", with: "\\'")
        let made = try await shop.python(
            """
            order = json.loads(ask("POST", "wc/v3/orders", json.loads('\(written)'))[2])
            print(order["id"])
            """)
        return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test func odoo36490_namesThatBreakOthersAreShownPaidAndPrinted() async throws {
        try await Kiosk.run { kiosk in
            let (shop, customer) = try await Self.begin(kiosk, "{\(Kiosk.quick)}")
            let number = try await Self.order(
                shop, Self.names.map { ["name": $0, "product_id": 12, "quantity": 1, "total": "1.00"] })
            try await customer.goToReview(of: number)
            let lines = try customer.screen()["lines"] as? [[String: Any]] ?? []
            let shown = lines.compactMap { $0["name"] as? String }
            // The names of WooCommerce are HTML, of which the text is shown.
            #expect(shown.count == Self.names.count && shown.contains { $0.contains("👩‍👩‍👧‍👦") }, "\(shown)")
            try customer.act("pay")
            try await customer.comes("receipt")
            try customer.act("print")
            try await customer.comes("printing", in: "printed", "unconfirmed")
            await kiosk.until("a page comes") { (try? kiosk.pages().count) == 1 }
            #expect(
                try await kiosk.till("receipts", "show", "last", environment: ["TILL_KIOSK_ENABLED": "true"]).code == 0)
        }
    }

    /// What costs nothing, and what costs more than the till's limit, is refused before the card.
    @Test(arguments: [("0.00", "payment.badAmount"), ("999999.99", "payment.overLimit")])
    func aPriceThatNobodyPaysByCardIsRefusedByName(_ price: String, _ code: String) async throws {
        try await Kiosk.run { kiosk in
            let (shop, customer) = try await Self.begin(kiosk, "{\(Kiosk.quick)}")
            let order = try await Self.order(
                shop, [["product_id": 12, "quantity": 1, "subtotal": price, "total": price]])
            try await customer.goToReview(of: order)
            try customer.act("pay")
            let refused = try await customer.comes("review", in: "failed")
            #expect(refused["code"] as? String == code, "\(refused)")
            #expect(try kiosk.terminalJournal().requests.isEmpty)
            #expect(try customer.act("start").status == 200)
        }
    }

    @Test func wcpos1754_whatTheShopWasNotToldIsOnTheStaffsPageWithItsAge() async throws {
        try await Kiosk.run { kiosk in
            try await OperatorTests.create(kiosk, "Anna", "4071")
            let (shop, customer) = try await Self.begin(kiosk, Self.slow)
            let order = try await shop.newOrder()
            try await customer.goToReview(of: String(order))
            try customer.act("pay")
            try await customer.comes { $0["phase"] as? String == "authorising" }
            try await shop.obey("dropped")
            try await customer.comes("receipt")
            try customer.act("none")
            try await customer.enter("4071")
            let rows = try await customer.staffPage("deliveries")["rows"] as? [[String: Any]] ?? []
            #expect(rows.count == 1 && rows[0]["state"] as? String == "waiting", "\(rows)")
            #expect((rows.first?["age_ms"] as? Int ?? -1) >= 0, "\(rows)")
            try await shop.obey("mend")
            let id = rows.first?["id"] as? String ?? ""
            #expect(try customer.act("retry", "\"\(id)\"").status == 200)
            var left = rows
            for _ in 0..<100 where !left.isEmpty {
                await kiosk.pass(milliseconds: 100)
                try customer.act("back")
                try await customer.comes("operator_home", in: "ready")
                left = try await customer.staffPage("deliveries")["rows"] as? [[String: Any]] ?? []
            }
            #expect(left.isEmpty, "\(left)")
            let told = try await shop.python("print(json.loads(ask('GET', 'wc/v3/orders/\(order)')[2])['status'])")
            #expect(told.output == "processing\n", "\(told)")
        }
    }

    @Test func wooIOS14953_afterAShopThatWasAwayOnEachScreenTheNextPaymentWorks() async throws {
        try await Kiosk.run { kiosk in
            let (shop, customer) = try await Self.begin(kiosk, Self.slow)
            let first = try await shop.newOrder()
            let second = try await shop.newOrder()
            try await customer.goToFind()
            for digit in String(first) { try customer.act("digit", "\"\(digit)\"") }
            try await shop.obey("dropped")
            try customer.act("submit")
            let failed = try await customer.comes("find", in: "failed")
            #expect((failed["code"] as? String)?.hasPrefix("shop.") == true, "\(failed)")
            try await shop.obey("mend")
            try customer.act("submit")
            try await customer.comes("review")
            try await shop.obey("dropped")
            try customer.act("pay")
            // An order that the shop has just told is not asked for again.
            let next = try await customer.comes {
                $0["phase"] as? String == "authorising"
                    || $0["name"] as? String == "review" && $0["state"] as? String == "failed"
            }
            if next["name"] as? String == "review" {
                try await shop.obey("mend")
                try customer.act("pay")
                try await customer.comes { $0["phase"] as? String == "authorising" }
            }
            try await shop.obey("dropped")
            try await customer.comes("receipt")
            try customer.act("start")
            try await shop.obey("mend")
            try await customer.pay(String(second))
            #expect(try kiosk.terminalJournal().standingCharges.count == 2)
        }
    }

    @Test func pretixscan139_aShopThatIsAwayIsNamedInWordsAndByNoTextOfTheResolver() async throws {
        try await Kiosk.run { kiosk in
            let (shop, customer) = try await Self.begin(kiosk, "{\(Kiosk.quick)}")
            let order = try await shop.newOrder()
            try await customer.goToReview(of: String(order))
            try await shop.obey("dropped")
            try customer.act("back")
            try customer.act("list")
            let orders = try await customer.comes("orders", in: "ready", "failed")
            let whole = orders["whole"] as? Bool ?? false
            #expect(!whole || orders["state"] as? String == "failed", "\(orders)")
            let document = String(decoding: try customer.state().body, as: UTF8.self)
            for word in ["resolve", "errno", "getaddrinfo", "NIO", "Error"] {
                #expect(!document.contains(word), "\(word): \(document)")
            }
        }
    }
}
