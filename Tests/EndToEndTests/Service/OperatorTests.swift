import Foundation
import Glibc
import Testing

/// Operators with PINs: made on the command line, entered at a kiosk's service.
@Suite struct OperatorTests {
    static func create(_ kiosk: Kiosk, _ name: String, _ pin: String) async throws {
        try Data("\(pin)\n".utf8).write(to: URL(fileURLWithPath: kiosk.path("pin")))
        let made = try await kiosk.till("operators", "create", name, "--pin-file", kiosk.path("pin"))
        #expect(made.code == 0, "\(made)")
    }

    private static func enter(_ served: ServedKiosk, _ name: String, _ pin: String) throws -> ServedKiosk.Answer {
        try served.ask("POST", "/v1/operators/enter", #"{"name": "\#(name)", "pin": "\#(pin)"}"#)
    }

    /// Another token has nothing of the right, and nobody has once it was left.
    private static func expectOnlyThisTokenHas(_ right: [String: String], _ served: ServedKiosk) async throws {
        let other = try await ServedKiosk.token(served.kiosk, "kiosk")
        let stolen = try served.ask("POST", "/v1/receipts/1042/reprint", token: other, fields: right)
        #expect(stolen.status == 403 && stolen.code == "operator.rightEnded", "\(stolen)")
        #expect(try served.ask("DELETE", "/v1/operators/enter", fields: right).status == 204)
        let left = try served.ask("POST", "/v1/receipts/1042/reprint", fields: right)
        #expect(left.status == 403 && left.code == "operator.rightEnded", "\(left)")
    }

    @Test func aKioskRefundsOnlyOnceAnOperatorHasEnteredAPIN() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            try await Self.create(kiosk, "Anna", "4071")
            let served = try await ServedKiosk(kiosk, scope: "kiosk")
            let paid = try served.ask("POST", "/v1/payments", #"{"order": "1042"}"#, key: "k1")
            _ = try served.end(of: paid.text("payment"))
            let path = "/v1/payments/\(paid.text("payment"))/refunds"
            let forbidden = try served.ask("POST", path, #"{"amount_minor": 150}"#, key: "k2")
            #expect(forbidden.status == 403 && forbidden.code == "request.forbidden", "\(forbidden)")
            #expect(forbidden.text("remedy").contains("/v1/operators/enter"))
            let wrong = try Self.enter(served, "Anna", "0815")
            #expect(wrong.status == 403 && wrong.document["tries_left"] as? Int == 4, "\(wrong)")
            let entered = try Self.enter(served, "Anna", "4071")
            #expect(entered.status == 201, "\(entered)")
            let right = ["Operator-Right": entered.text("right")]
            let refund = try served.ask("POST", path, #"{"amount_minor": 150}"#, key: "k2", fields: right)
            #expect(refund.status == 202, "\(refund)")
            #expect(try served.end(of: refund.text("payment")).text("outcome") == "approved")
            let why = try served.ask("GET", "/v1/payments/\(refund.text("payment"))/why")
            let facts = why.document["facts"] as? [[String: Any]] ?? []
            let by = facts.first { $0["kind"] as? String == "payment.intended" }?["by"] as? [String: Any]
            #expect(by?["operator"] as? String == "Anna" && by?["caller"] as? String == "token test", "\(why)")
            let told = try await kiosk.till("why", refund.text("payment"))
            #expect(told.output.contains("(Anna, token test)"), "\(told)")
            let reprint = try served.ask("POST", "/v1/receipts/1042/reprint", fields: right)
            #expect(reprint.status == 200, "\(reprint)")
            let day = try served.ask("POST", "/v1/ends-of-day", #"{"totals_only": true}"#, fields: right)
            #expect(day.status == 200, "\(day)")
            for forbidden in ["/v1/journal", "/v1/configuration", "/v1/webhooks"] {
                #expect(try served.ask("GET", forbidden, fields: right).status == 403, "\(forbidden)")
            }
            try await Self.expectOnlyThisTokenHas(right, served)
        }
    }

    @Test func theLockOutSurvivesARestartAndAnotherPINEndsIt() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            try await Self.create(kiosk, "Anna", "4071")
            let served = try await ServedKiosk(kiosk, scope: "kiosk")
            let entered = try Self.enter(served, "Anna", "4071")
            for _ in 0..<5 { #expect(try Self.enter(served, "Anna", "0815").status == 403) }
            served.child.send(SIGTERM)
            _ = try await served.child.end()
            let again = try await ServedKiosk(kiosk, scope: "kiosk")
            let locked = try Self.enter(again, "Anna", "4071")
            #expect(locked.status == 429 && locked.code == "operator.locked", "\(locked)")
            #expect(locked.fields["retry-after"].flatMap { Int($0) }.map { (1...31).contains($0) } == true, "\(locked)")
            try Data("5502".utf8).write(to: URL(fileURLWithPath: kiosk.path("pin")))
            let changed = try await kiosk.till("operators", "change-pin", "Anna", "--pin-file", kiosk.path("pin"))
            #expect(changed.code == 0, "\(changed)")
            #expect(try Self.enter(again, "Anna", "5502").status == 201)
            // The right of before the restart is nobody's.
            let old = try again.ask(
                "POST", "/v1/receipts/last/reprint", fields: ["Operator-Right": entered.text("right")])
            #expect(old.status == 403, "\(old)")
        }
    }

    @Test func aPINIsNeverAnArgumentAndAWeakOneIsRefused() async throws {
        try await Kiosk.run { kiosk in
            let unasked = try await kiosk.till("operators", "create", "Anna")
            #expect(unasked.code == 64 && unasked.errors.contains("operator.noPIN"), "\(unasked)")
            let typed = try await kiosk.till("operators", "create", "Anna", "4071")
            #expect(typed.code == 64, "\(typed)")
            try Data("1234\n".utf8).write(to: URL(fileURLWithPath: kiosk.path("pin")))
            let weak = try await kiosk.till("operators", "create", "Anna", "--pin-file", kiosk.path("pin"))
            #expect(weak.code == 64 && weak.errors.contains("operator.weakPIN"), "\(weak)")
            try await Self.create(kiosk, "Anna", "4071")
            let listed = try await kiosk.till("operators", "list", "--json")
            #expect(listed.output.contains(#""name":"Anna""#) && !listed.output.contains("4071"), "\(listed)")
            #expect(try await kiosk.till("operators", "remove", "anna").code == 0)
            #expect(try await kiosk.till("operators", "remove", "anna").code == 7)
            let journal = try await kiosk.till("journal", "export")
            for kind in ["operator.created", "operator.removed"] {
                #expect(journal.output.contains(kind), "\(journal)")
            }
            // Hashes and times may have its digits among others.
            let digits = /(?:^|[^0-9a-f])4071(?:[^0-9a-f]|$)/
            #expect(!journal.output.contains(digits) && journal.output.contains(#""caller":"user "#), "\(journal)")
        }
    }
}
