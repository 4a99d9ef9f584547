import Foundation
import Testing

/// `till orders`, `till why`, and who is signed in.
@Suite struct LookupTests {
    private struct Order: Decodable {
        let id: Int
        let number: String
        let status: String
        let total: String
        let currency: String
        let customer: String?
    }

    private func search(_ kiosk: Kiosk, _ text: String) async throws -> [String] {
        let found = try await kiosk.startTill(["orders", "search", "--json", text]).end()
        return try kiosk.decode([Order].self, found).map(\.number)
    }

    @Test(arguments: [
        ("müller", "1042"), ("MÜLLER", "1042"), ("Mu\u{308}ller", "1042"), ("1045", "1045"), ("groß", "1043"),
        ("田中", "1047"), ("żółć", "1050"), ("hohenfels", "1045"),
    ])
    func anOrderIsFoundHoweverItsCustomerIsSpelt(_ text: String, _ number: String) async throws {
        try await Kiosk.run { kiosk in
            let found = try await search(kiosk, text)
            #expect(found == [number])
        }
    }

    @Test(arguments: ["nobody at all", "%", "'; DROP TABLE orders; --", "_", "*"])
    func whatNoOrderHasFindsNone(_ text: String) async throws {
        try await Kiosk.run { kiosk in
            let found = try await search(kiosk, text)
            #expect(found.isEmpty)
        }
    }

    @Test func ordersAreListedAndShown() async throws {
        try await Kiosk.run { kiosk in
            let all = try kiosk.decode([Order].self, try await kiosk.till("orders", "list", "--json"))
            let pending = try kiosk.decode(
                [Order].self, try await kiosk.till("orders", "list", "--status", "pending", "--json"))
            #expect(all.count > pending.count && pending.allSatisfy { $0.status == "pending" })
            let shown = try await kiosk.till("orders", "show", "1042")
            #expect(shown.output.contains("Käthe Müller") && shown.output.contains("Total 11.50 EUR"), "\(shown)")
            let missing = try await kiosk.till("orders", "show", "99999")
            #expect(missing.code == 7 && missing.output.isEmpty, "\(missing)")
            let word = try await kiosk.till("orders", "show", "latest")
            #expect(word.code == 64, "\(word)")
        }
    }

    @Test(arguments: [
        ["orders", "list", "--limit", "0"], ["orders", "list", "--limit", "101"],
        ["orders", "list", "--status", "nix"],
        ["orders", "search", "a", "--limit=-1"], ["receipts", "list", "--limit=-1"], ["journal", "list", "--limit=-1"],
    ])
    func aQuestionThatMakesNoSenseIsAMistakeOfUse(_ question: [String]) async throws {
        try await Kiosk.run { kiosk in
            let refused = try await kiosk.startTill(question).end()
            #expect(refused.code == 64 && refused.output.isEmpty && !refused.errors.isEmpty, "\(refused)")
        }
    }

    @Test func aPaymentIsExplainedByEachOfItsNames() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let last = try await kiosk.till("why", "last", "--json")
            let document = try JSONSerialization.jsonObject(with: Data(last.output.utf8)) as? [String: Any]
            let keys = try #require(document).keys.sorted()
            #expect(
                keys == [
                    "amount", "amount_minor", "approval_code", "card_brand", "card_last_four", "currency", "facts",
                    "final", "given_back", "kind", "order", "outcome", "payment", "prints", "receipt_number",
                    "schema_version", "state", "terminal_id", "trace",
                ])
            let payment = try await kiosk.why().payment
            for name in ["1042", payment] {
                let same = try await kiosk.till("why", name, "--json")
                #expect(same.code == 0 && same.output == last.output, "\(name): \(same)")
            }
            let told = try await kiosk.till("why", payment)
            for words in ["11.50 EUR", "order 1042", "Paid.", "receipt 1", "trace 1", "customer receipt, original"] {
                #expect(told.output.contains(words), "\(words): \(told)")
            }
            for name in ["pay-0000000000", "1043", "", "99999999999999999999"] {
                let missing = try await kiosk.till("why", name)
                #expect(missing.code == 7 && missing.output.isEmpty, "\(missing)")
            }
        }
    }

    @Test func whoIsSignedOutTakesNoPaymentAndLosesNothing() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let operatorName = try await kiosk.till("whoami")
            #expect(operatorName.code == 0 && !operatorName.output.isEmpty, "\(operatorName)")
            #expect(try await kiosk.till("logout").code == 0)
            for command in [kiosk.payment(of: 1043), ["whoami"], ["orders", "list"]] {
                let refused = try await kiosk.startTill(command).end()
                #expect(refused.code == 10 && refused.output.isEmpty, "\(command): \(refused)")
                #expect(refused.errors.contains("till login"), "\(refused)")
            }
            for command in [["receipts", "list"], ["why", "last"], ["journal", "verify"], ["reprint", "last"]] {
                let still = try await kiosk.startTill(command).end()
                #expect(still.code == 0, "\(command): \(still)")
            }
            #expect(try await kiosk.till("logout").code == 0, "twice is no mistake")
            #expect(try await kiosk.till("login").code == 0)
            #expect(try await kiosk.till("whoami").output == operatorName.output)
        }
    }
}
