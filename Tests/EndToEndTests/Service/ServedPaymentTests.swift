import Foundation
import Glibc
import Testing

/// Payments over HTTP, held against the terminal's own journal.
@Suite struct ServedPaymentTests {
    @Test func aPaymentIsBegunOnceForAKeyHoweverOftenItIsAsked() async throws {
        try await Kiosk.run { kiosk in
            try await Self.startDevices(of: kiosk)
            let served = try await ServedKiosk(kiosk, scope: "kiosk")
            let first = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1")
            #expect(first.status == 202, "\(first)")
            #expect(first.fields["location"] == "/v1/payments/\(first.text("payment"))")
            #expect(first.document["amount_minor"] as? Int == 1150)
            let second = try served.ask("POST", "/v1/payments", #"{"order": "1042"}"#, key: "k1")
            #expect(second.text("payment") == first.text("payment"))
            let other = try served.ask("POST", "/v1/payments", #"{"order": 1043}"#, key: "k1")
            #expect(other.status == 422 && other.code == "payment.keyConflict", "\(other)")
            let foreign = try served.ask("POST", "/v1/payments", #"{"order": 1042, "currency": "USD"}"#, key: "k1")
            #expect(foreign.status == 422 && foreign.code == "payment.keyConflict", "\(foreign)")
            let german = try served.ask("POST", "/v1/payments", #"{"order": 1042, "language": "de"}"#, key: "k1")
            #expect(german.text("payment") == first.text("payment"), "\(german)")
            let end = try served.end(of: first.text("payment"))
            #expect(end.text("outcome") == "approved", "\(end)")
            let paid = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k2")
            #expect(paid.status == 409 && paid.code == "order.alreadyPaid", "\(paid)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
        }
    }

    @Test func anOrderIsMadeOnceForAKeyAndPaid() async throws {
        try await Kiosk.run { kiosk in
            try await Self.startDevices(of: kiosk)
            let served = try await ServedKiosk(kiosk, scope: "kiosk")
            let cart = #"{"lines": [{"product": 11, "quantity": 2}, {"product": 12}], "note": "No sugar"}"#
            let made = try served.ask("POST", "/v1/orders", cart, key: "c1")
            #expect(made.status == 201, "\(made)")
            let number = made.text("number")
            #expect(made.fields["location"] == "/v1/orders/\(number)")
            #expect(try served.ask("POST", "/v1/orders", cart, key: "c1").text("number") == number)
            let other = try served.ask("POST", "/v1/orders", #"{"lines": [{"product": 11}]}"#, key: "c1")
            #expect(other.status == 422 && other.code == "order.keyConflict", "\(other)")
            let paid = try served.ask("POST", "/v1/payments", #"{"order": "\#(number)"}"#, key: "c2")
            #expect(try served.end(of: paid.text("payment")).text("outcome") == "approved")
            let charged = try kiosk.terminalJournal().standingCharges.map(\.amountMinor)
            #expect(charged.count == 1 && charged[0] == made.document["total_minor"] as? Int64, "\(charged), \(made)")
        }
    }

    /// The till's own id of such an order is negative, and nobody else's business.
    @Test func anOrderThatWasMadeHereHasOneNumberAndOneIDEverywhere() async throws {
        try await Kiosk.run { kiosk in
            try await Self.startDevices(of: kiosk)
            let served = try await ServedKiosk(kiosk)
            let made = try served.ask("POST", "/v1/orders", #"{"lines": [{"product": 11}]}"#, key: "c1")
            let (number, id) = (made.text("number"), try #require(made.number("id"), "\(made)"))
            #expect(id > 0, "\(made)")
            let listed = try served.ask("GET", "/v1/orders").items.first { $0["number"] as? String == number }
            #expect(listed?["id"] as? Int == id, "\(listed ?? [:])")
            #expect(try served.ask("GET", "/v1/orders/\(number)").number("id") == id)
            let shown = try await kiosk.till("orders", "show", number, "--json")
            #expect(shown.output.contains("\"id\":\(id),"), "\(shown)")
            let held = try served.ask("POST", "/v1/reservations", #"{"order": "\#(number)"}"#, key: "r1")
            #expect(try served.end(of: held.text("payment")).text("outcome") == "approved")
            for path in ["/v1/reservations", "/v1/payments"] {
                let rows = try served.ask("GET", path).items
                #expect(rows.map { $0["order"] as? String } == [number], "\(path): \(rows)")
            }
            let reservations = try await kiosk.till("reservations", "list", "--json")
            #expect(reservations.output.contains("\"order\":\"\(number)\""), "\(reservations)")
        }
    }

    @Test(arguments: [
        "{}", #"{"lines": []}"#, #"{"lines": [11]}"#, #"{"lines": [{}]}"#, #"{"lines": [{"product": 0}]}"#,
        #"{"lines": [{"product": 11, "quantity": 0}]}"#, #"{"lines": [{"product": 11, "total": "0.01"}]}"#,
        #"{"lines": [{"product": 11}], "amount_minor": 1}"#, #"{"lines": [{"product": 11, "quantity": 1.5}]}"#,
        #"{"lines": [{"product": 11, "product": 12}]}"#, #"{"lines": {"product": 11}}"#,
        #"{"lines": [{"product": 9999999}]}"#, #"{"lines": [{"product": 11, "variation": 999}]}"#,
        #"{"lines": [{"product": 11, "variation": 12}]}"#,
        #"{"lines": [{"product": 11}], "note": "4111 1111 1111 1111"}"#,
    ])
    func whatIsNoOrderOfProductsIsRefusedAndMakesNone(_ body: String) async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            let before = try served.ask("GET", "/v1/orders").items.count
            let refused = try served.ask("POST", "/v1/orders", body, key: "c")
            #expect((400..<500).contains(refused.status), "\(refused)")
            #expect(try served.ask("GET", "/v1/orders").items.count == before)
        }
    }

    @Test func aVariationThatTheProductDoesNotHaveIsNamed() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            let refused = try served.ask(
                "POST", "/v1/orders", #"{"lines": [{"product": 11, "variation": 999}]}"#, key: "c")
            let told = String(decoding: refused.body, as: UTF8.self)
            #expect(refused.status == 404 && told.contains("product.notFound"), "\(told)")
            #expect(told.contains("The product 11 has no variation 999"), "\(told)")
        }
    }

    @Test func fiveClientsWithOneKeyBeginOnePayment() async throws {
        try await Kiosk.run { kiosk in
            try await Self.startDevices(of: kiosk)
            let served = try await ServedKiosk(kiosk)
            let clients = try (0..<5).map { _ in try RawClient(port: served.port) }
            let body = #"{"order": 1042}"#
            for client in clients {
                client.send(
                    "POST /v1/payments HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\nConnection: close\r\n"
                        + "Authorization: Bearer \(served.token)\r\nIdempotency-Key: five\r\n"
                        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            }
            let answers = clients.compactMap { ServedKiosk.parsed($0.rest()) }
            #expect(answers.map(\.status) == [202, 202, 202, 202, 202], "\(answers)")
            #expect(Set(answers.map { $0.text("payment") }).count == 1)
            _ = try served.end(of: answers[0].text("payment"))
            #expect(try kiosk.terminalJournal().requests.count == 1)
        }
    }

    @Test func theAmountIsTheOrdersWhateverThePageSays() async throws {
        try await Kiosk.run { kiosk in
            try await Self.startDevices(of: kiosk)
            let served = try await ServedKiosk(kiosk, scope: "kiosk")
            let twice = try served.ask("POST", "/v1/payments", #"{"order": 1042, "order": 1043}"#, key: "k")
            #expect(twice.status == 400 && twice.code == "request.malformed", "\(twice)")
            for body in [
                #"{"order": 1042, "amount_minor": 1}"#, #"{"amount_minor": 1}"#, #"{"order": 1042, "total": "0.01"}"#,
            ] {
                let refused = try served.ask("POST", "/v1/payments", body, key: "k")
                #expect(refused.status == 422 && refused.code == "request.invalid", "\(refused)")
            }
            let unkeyed = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#)
            #expect(unkeyed.status == 400 && unkeyed.code == "request.badKey", "\(unkeyed)")
            let place = try served.ask(
                "POST", "/v1/payments", #"{"order": 1042, "printer": "file:/tmp/anything"}"#, key: "k")
            #expect(place.status == 422, "\(place)")
            #expect(try kiosk.terminalJournal().requests.isEmpty)
        }
    }

    /// A terminal that is busy is the everyday case of whoever asks. It is no error of the service.
    @Test func aPaymentAtABusyTerminalIsRefusedAndTheLogHasNoErrorForIt() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 3, "step_delay": 0.01, "host_delay": 0.05}}"#)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk, scope: "kiosk", "--log-level", "info")
            let begun = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1")
            #expect(begun.status == 202, "\(begun)")
            let second = try served.ask("POST", "/v1/payments", #"{"order": 1043}"#, key: "k2")
            #expect(second.status == 503 && second.fields["retry-after"] != nil, "\(second)")
            #expect(try served.end(of: begun.text("payment")).text("outcome") == "approved")
            served.child.send(SIGTERM)
            let ending = try await served.child.end()
            let lines = ending.errors.split(separator: "\n").filter { $0.contains(second.text("request_id")) }
            #expect(lines.count == 1 && lines.allSatisfy { $0.contains("request.refused") }, "\(ending)")
            #expect(lines.allSatisfy { $0.contains(second.code) }, "the log has the cause")
            #expect(!ending.errors.contains(" error: "), "\(ending)")
        }
    }

    @Test func aCancelledPaymentEndsAsTheTerminalSays() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 20, "step_delay": 0.01, "host_delay": 0.05}}"#)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk, scope: "kiosk")
            let begun = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1")
            let path = "/v1/payments/\(begun.text("payment"))"
            #expect(try served.ask("POST", path + "/cancel").status == 202)
            let end = try served.end(of: begun.text("payment"))
            #expect(end.text("outcome") == "cancelled", "\(end)")
            let late = try served.ask("POST", path + "/cancel")
            #expect(late.status == 409 && late.code == "payment.ended", "\(late)")
            for (language, word) in [("en", "cancelled"), ("de", "abgebrochen"), ("fr", "annul")] {
                let why = try served.ask("GET", path + "/why", fields: ["Accept-Language": language])
                #expect(why.text("state").lowercased().contains(word), "\(why)")
            }
            #expect(try kiosk.terminalJournal().standingCharges.isEmpty)
        }
    }

    @Test func aRefundGivesBackOnceForItsKeyAndAKioskMayNotAsk() async throws {
        try await Kiosk.run { kiosk in
            try await Self.startDevices(of: kiosk)
            let served = try await ServedKiosk(kiosk)
            let begun = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1")
            _ = try served.end(of: begun.text("payment"))
            let path = "/v1/payments/\(begun.text("payment"))/refunds"
            let kioskToken = try await ServedKiosk.token(kiosk, "kiosk")
            let forbidden = try served.ask("POST", path, #"{"amount_minor": 150}"#, key: "r0", token: kioskToken)
            #expect(forbidden.status == 403 && forbidden.code == "request.forbidden", "\(forbidden)")
            let refund = try served.ask("POST", path, #"{"amount_minor": 150}"#, key: "r1")
            #expect(refund.status == 202 && refund.text("kind") == "refund", "\(refund)")
            _ = try served.end(of: refund.text("payment"))
            let again = try served.ask("POST", path, #"{"amount_minor": 150}"#, key: "r1")
            #expect(again.text("payment") == refund.text("payment"), "\(again)")
            let tooMuch = try served.ask("POST", path, #"{"amount_minor": 1150}"#, key: "r2")
            #expect(tooMuch.status == 409, "\(tooMuch)")
        }
    }

    @Test func aRevokedTokenIsRefusedAtOnce() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            #expect(try served.ask("GET", "/v1/payments").status == 200)
            let listed = try await kiosk.till("tokens", "list", "--json")
            #expect(!listed.output.contains(served.token) && !listed.output.contains("hash"), "\(listed)")
            let id = try #require(listed.output.firstMatch(of: /tok-\w+/)).0
            let revoked = try await kiosk.till("tokens", "revoke", String(id))
            #expect(revoked.code == 0, "\(revoked)")
            let refused = try served.ask("GET", "/v1/payments")
            #expect(refused.status == 401 && refused.code == "request.unauthorized", "\(refused)")
        }
    }

    private static func startDevices(of kiosk: Kiosk) async throws {
        try await kiosk.startTerminal("{\(Kiosk.quick)}")
        try await kiosk.startPrinter()
    }
}
