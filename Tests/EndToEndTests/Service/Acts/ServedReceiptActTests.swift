import Foundation
import Glibc
import Testing

/// What is done to a receipt over HTTP besides printing it again: an e-mail, and doing without its paper.
@Suite struct ServedReceiptActTests {
    private static func pay(_ served: ServedKiosk, _ body: String = #"{"order": 1042}"#) throws {
        let begun = try served.ask("POST", "/v1/payments", body, key: "k1")
        #expect(try served.end(of: begun.text("payment")).text("outcome") == "approved")
    }

    @Test func aReceiptIsHandedToTheMailSystemOnceForEachRequest() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let mail = try MailSystem(of: kiosk, "cat > mail.$$")
            let served = try await ServedKiosk(kiosk, tables: mail.table)
            try Self.pay(served)
            for (body, status, code) in [
                ("{}", 422, "request.invalid"), (#"{"to": "Anna <anna@example.net>"}"#, 422, "mail.badAddress"),
                (#"{"to": "anna@example.net", "subject": "x"}"#, 422, "request.invalid"),
            ] {
                let refused = try served.ask("POST", "/v1/receipts/1042/emails", body)
                #expect(refused.status == status && refused.code == code, "\(refused)")
            }
            let unknown = try served.ask("POST", "/v1/receipts/4711/emails", #"{"to": "anna@example.net"}"#)
            #expect(unknown.status == 404, "\(unknown)")
            let asked = try served.ask("POST", "/v1/receipts/1042/emails", #"{"to": "anna@example.net"}"#)
            #expect(asked.status == 202, "\(asked)")
            let place = try #require(asked.fields["location"])
            #expect(place == "/v1/emails/\(asked.text("mail"))")
            let sent = try await served.ask("GET", place) { $0.text("state") == "sent" }
            #expect(sent.text("state") == "sent" && !sent.text("receipt").isEmpty, "\(sent)")
            #expect(try served.ask("GET", "/v1/emails/mail-NONE").status == 404)
            let messages = try MailSystem.messages(of: kiosk)
            #expect(messages.count == 1 && messages[0].contains("To: <anna@example.net>"))
        }
    }

    @Test func anEmailThatTheMailSystemCannotTakeNowIsSentWhenTheServiceStartsAgain() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let mail = try MailSystem(of: kiosk, "exit 75")
            let served = try await ServedKiosk(kiosk, tables: mail.table)
            try Self.pay(served)
            let asked = try served.ask("POST", "/v1/receipts/1042/emails", #"{"to": "anna@example.net"}"#)
            #expect(asked.status == 202 && asked.text("state") == "waiting", "\(asked)")
            served.child.send(SIGTERM)
            #expect(try await served.child.end().code == 0)
            try mail.become("cat > mail.$$")
            let next = try await ServedKiosk(kiosk, tables: mail.table)
            let sent = try await next.ask("GET", "/v1/emails/\(asked.text("mail"))") { $0.text("state") == "sent" }
            #expect(sent.text("state") == "sent", "\(sent)")
            #expect(try MailSystem.messages(of: kiosk).count == 1)
        }
    }

    @Test func withoutASenderNothingIsSent() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            try Self.pay(served)
            let off = try served.ask("POST", "/v1/receipts/1042/emails", #"{"to": "anna@example.net"}"#)
            #expect(off.status == 422 && off.code == "mail.off", "\(off)")
        }
    }

    /// The paper ends in the middle of the customer's receipt; the merchant's waits behind it.
    @Test func aReceiptThatWaitsIsDoneWithoutAndOneThatWasBegunIsNot() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.printer("front", "--fault", "paper-out-at-row:300")
            let table = "[[printers]]\nname = \"front\"\naddress = \"\(printer.address)\""
            let served = try await ServedKiosk(kiosk, tables: table)
            try Self.pay(served, #"{"order": 1042, "printer": "front"}"#)
            await kiosk.until("a page is torn off") { (try? printer.pages().count) == 1 }
            let path = "/v1/receipts/1042"
            let begun = try served.ask("POST", path + "/waive")
            let isRefused = ["receipt.beingPrinted", "receipt.notWaiting"].contains(begun.code)
            #expect(begun.status == 409 && isRefused, "something of it is on paper: \(begun)")
            let waived = try served.ask("POST", path + "/waive?copy=merchant")
            #expect(waived.status == 200, "\(waived)")
            #expect(waived.items.map { $0["state"] as? String } == ["voided"], "\(waived)")
            let again = try served.ask("POST", path + "/waive?copy=merchant")
            #expect(again.status == 409 && again.code == "receipt.notWaiting", "\(again)")
            let unknown = try served.ask("POST", "/v1/receipts/4711/waive")
            #expect(unknown.status == 404, "\(unknown)")
            #expect(try printer.pages().count == 1)
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
            let facts = try served.ask("GET", "/v1/journal?limit=100").items.compactMap { $0["kind"] as? String }
            #expect(facts.count { $0 == "receipt.waived" } == 1)
        }
    }
}
