import Foundation
import Glibc
import Payments
import Testing

/// What users of other kiosks complained of where money is concerned (docs/complaints.md), held against the terminal's own
/// journal.
@Suite struct KioskMoneyComplaintTests {
    /// Slow enough that something can happen while the terminal waits for a card.
    private static let slow = #"{"timing": {"card_delay": 3, "step_delay": 0.01, "host_delay": 0.05}}"#

    /// Requests in which something is wrong.
    private static let wrong = [
        #"{"order": 9999}"#, #"{"order": 1042, "amount_minor": 1}"#, #"{}"#, #"{"order": 1042, "reader": "none"}"#,
        #"{"order": 1042, "printer": "file:/tmp/anything"}"#, "nonsense",
    ]

    @Test func odoo256042_whatIsWrongIsSaidBeforeTheCardAndLosesNoPaymentAfterIt() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            for body in Self.wrong {
                let refused = try served.ask("POST", "/v1/payments", body, key: "w1")
                #expect((400..<500).contains(refused.status) && !refused.code.isEmpty, "\(body): \(refused)")
            }
            #expect(try kiosk.terminalJournal().requests.isEmpty)
            let begun = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1")
            let payment = begun.text("payment")
            #expect(try served.end(of: payment).text("outcome") == "approved", "\(begun)")
            for body in Self.wrong {
                _ = try served.ask("POST", "/v1/payments", body, key: "k1")
                let known = try served.ask("GET", "/v1/payments/\(payment)")
                #expect(known.status == 200 && known.text("outcome") == "approved", "\(body): \(known)")
            }
            let again = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1")
            #expect([200, 202].contains(again.status) && again.text("payment") == payment, "\(again)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
        }
    }

    @Test(arguments: ["cancelled", "gone"])
    func odoo256042_anOrderThatTheShopNoLongerHasUnderTheCardIsPaidAllTheSame(_ what: String) async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
            let order = try await shop.newOrder()
            try await kiosk.startTerminal(Self.slow)
            try await kiosk.startPrinter()
            #expect(try await shop.login().code == 0)
            let customer = try await KioskCustomer(kiosk)
            try await customer.goToReview(of: String(order))
            try customer.act("pay")
            try await customer.comes { $0["phase"] as? String == "authorising" }
            let change =
                what == "gone"
                ? "ask('DELETE', 'wc/v3/orders/\(order)?force=true')"
                : "ask('PUT', 'wc/v3/orders/\(order)', {'status': 'cancelled'})"
            let changed = try await shop.python("print(\(change)[0])")
            #expect(changed.output == "200\n", "\(changed)")
            try await customer.comes("receipt")
            #expect(try kiosk.terminalJournal().standingCharges.count == 1)
            let payments = try customer.served.ask("GET", "/v1/payments").items
            #expect(payments.map { $0["outcome"] as? String } == ["approved"], "\(payments)")
        }
    }

    private static let steps = KioskCampaign.cases(
        [Checkpoint.s1, .s2, .s3, .s4, .s5Received, .s5, .s6, .s7, .s8], usually: [.s2, .s5, .s8])

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"), "there is no /usr/bin/sqlite3"),
        arguments: steps)
    func odoo199846_nobodyHearsOfAPaymentBeforeItsOutcomeIsStored(_ step: Checkpoint) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk, environment: ["TILL_TEST_KILL_AT": step.rawValue])
            // The service dies before or after it has answered.
            _ = try served.send(served.bytes("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1"))
            let killed = try await served.child.end()
            #expect(killed.signal == SIGKILL, "\(killed)")
            for table in ["outbox", "print_jobs"] {
                #expect(try await kiosk.sqlite("SELECT count(*) FROM \(table)") == "0\n", "\(table)")
            }
            #expect(try kiosk.pages().isEmpty)
        }
    }

    @Test func odoo149049_anOrderThatIsPaidFromTwoPlacesAtOnceIsChargedOnce() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(Self.slow)
            try await kiosk.startPrinter()
            let customer = try await KioskCustomer(kiosk)
            let served = customer.served
            try await customer.goToReview(of: "1042")
            let clients = try (0..<2).map { _ in try RawClient(port: served.port) }
            for (number, client) in clients.enumerated() {
                client.send(served.bytes("POST", "/v1/payments", #"{"order": 1042}"#, key: "two-\(number)"))
            }
            try customer.act("pay")
            let answers = clients.compactMap { ServedKiosk.parsed($0.rest()) }
            let begun = answers.filter { $0.status == 202 }
            for answer in begun { _ = try served.end(of: answer.text("payment")) }
            #expect(answers.count == 2 && begun.count <= 1, "\(answers)")
            for refused in answers where refused.status != 202 {
                #expect(refused.status == 409 || refused.status == 503, "\(refused)")
                #expect(!refused.code.isEmpty, "\(refused)")
            }
            try await customer.comes { ["receipt", "review", "terminal_away"].contains($0["name"] as? String ?? "") }
            #expect(try kiosk.terminalJournal().requests.count == 1, "\(answers)")
            #expect(try kiosk.terminalJournal().standingCharges.count == 1, "\(answers)")
            let orders = try served.ask("GET", "/v1/orders").items.compactMap { $0["number"] as? String }
            #expect(!orders.isEmpty && Set(orders).count == orders.count, "\(orders)")
        }
    }

    @Test func odoo183527_tabsThatComeAndGoDuringAPaymentDisturbNoOther() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(Self.slow)
            try await kiosk.startPrinter()
            let customer = try await KioskCustomer(kiosk)
            try await customer.goToReview(of: "1042")
            let first = try customer.listen()
            try customer.act("pay")
            for _ in 0..<20 { #expect(try customer.listen().next() != nil) }
            let others = try (0..<8).map { _ in try customer.listen() }
            for tab in [first] + others {
                let screen = try await KioskCustomer.waits(tab) { $0["name"] as? String == "receipt" }
                #expect((screen["paid"] as? [String: Any])?["minor"] as? Int == 1150)
            }
            #expect(try kiosk.terminalJournal().requests.count == 1)
        }
    }

    /// A terminal has one result for a card that did not come and for somebody who pressed its key (6C).
    @Test(arguments: ["no-card", "customer-cancel"])
    func square204_aPaymentThatWasNotMadeSaysThatItEndedAtTheTerminal(_ scenario: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"based_on": "\#(scenario)", \#(Kiosk.quick)}"#)
            try await kiosk.startPrinter()
            let customer = try await KioskCustomer(kiosk)
            #expect(try customer.served.ask("GET", "/readyz").status == 200)
            try await customer.goToReview(of: "1042")
            try customer.act("pay")
            let end = try await customer.comes("cancelled")
            #expect(end["by"] as? String == "terminal" && end["can_again"] as? Bool == true, "\(end)")
            #expect(try kiosk.terminalJournal().standingCharges.isEmpty)
        }
    }

    @Test func square204_aTerminalThatIsAwayIsNoCustomerWhoDidNotPay() async throws {
        try await Kiosk.run { kiosk in
            let terminal = try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let customer = try await KioskCustomer(kiosk)
            try await customer.goToReview(of: "1042")
            terminal.send(SIGTERM)
            _ = try await terminal.end()
            try customer.act("pay")
            let away = try await customer.comes("terminal_away")
            #expect((away["code"] as? String)?.isEmpty == false, "\(away)")
            #expect(try kiosk.terminalJournal().requests.isEmpty)
        }
    }

    @Test func square23797_howLongTheTerminalTakesIsAFigure() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let customer = try await KioskCustomer(kiosk)
            try await customer.pay("1042")
            let page = String(decoding: try customer.served.ask("GET", "/metrics").body, as: UTF8.self)
            for phase in ["preparing", "terminal", "whole"] {
                let count = "till_payment_duration_seconds_count{phase=\"\(phase)\"} 1"
                #expect(page.contains(count), "\(phase)")
                #expect(page.contains("till_payment_duration_seconds_bucket{phase=\"\(phase)\",le="), "\(phase)")
            }
        }
    }

    /// Twenty at a time: a process of the tests lives for two minutes at most.
    private static let rounds = KioskCampaign.isWhole ? 0..<50 : 0..<1
    private static let inEachRound = KioskCampaign.isWhole ? 20 : 6

    @Test(arguments: rounds)
    func square12912_whatIsCancelledOverAndOverIsToldEachTimeAsItIs(_ round: Int) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"timing": {"card_delay": 20, "step_delay": 0.01, "host_delay": 0.05}}"#)
            try await kiosk.startPrinter()
            let receiver = try EventReceiver(["/hook": .answers(200)])
            let served = try await ServedKiosk(kiosk)
            let hook = #"{"url": "\#(receiver.url("/hook"))", "events": ["payment.settled"]}"#
            #expect(try served.ask("POST", "/v1/webhooks", hook).status == 201)
            var payments: [String] = []
            for number in 0..<Self.inEachRound {
                let begun = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k\(number)")
                let payment = begun.text("payment")
                #expect(begun.status == 202, "\(begun)")
                #expect(try served.ask("POST", "/v1/payments/\(payment)/cancel").status == 202)
                #expect(try served.end(of: payment).text("outcome") == "cancelled")
                payments.append(payment)
            }
            await receiver.hears(payments.count, at: "/hook")
            let told = receiver.heard(at: "/hook").map { String(decoding: $0.body, as: UTF8.self) }
            #expect(told.count == payments.count)
            for (text, payment) in zip(told, payments) { #expect(text.contains("\"\(payment)\""), "\(text)") }
            #expect(try kiosk.terminalJournal().standingCharges.isEmpty)
        }
    }
}
