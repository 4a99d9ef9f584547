import Foundation
import Testing

/// Money that is given back and reservations that are ended, over HTTP, held against the terminal's own journal.
@Suite struct ServedGivingBackTests {
    /// Starts the devices and the service, and pays order 1042.
    private static func paid(_ kiosk: Kiosk) async throws -> (served: ServedKiosk, payment: String) {
        try await kiosk.startTerminal("{\(Kiosk.quick)}")
        try await kiosk.startPrinter()
        let served = try await ServedKiosk(kiosk)
        return (served, try transact(served, "/v1/payments", #"{"order": 1042}"#, key: "k1").text("payment"))
    }

    /// The transaction's end.
    private static func transact(
        _ served: ServedKiosk, _ path: String, _ body: String = "{}", key: String
    ) throws -> ServedKiosk.Answer {
        let begun = try served.ask("POST", path, body, key: key)
        try #require(begun.status == 202, "\(begun)")
        let end = try served.end(of: begun.text("payment"))
        #expect(end.text("outcome") == "approved", "\(end)")
        return end
    }

    @Test func aPaymentIsReversedOnceForItsKeyAndItsOrderCanBePaidAgain() async throws {
        try await Kiosk.run { kiosk in
            let (served, payment) = try await Self.paid(kiosk)
            let path = "/v1/payments/\(payment)/reversal"
            let unkeyed = try served.ask("POST", path)
            #expect(unkeyed.status == 400 && unkeyed.code == "request.badKey", "\(unkeyed)")
            let priced = try served.ask("POST", path, #"{"amount_minor": 100}"#, key: "k2")
            #expect(priced.status == 422, "a reversal is of the whole payment: \(priced)")
            let kioskToken = try await ServedKiosk.token(kiosk, "kiosk")
            #expect(try served.ask("POST", path, key: "k2", token: kioskToken).status == 403)
            let reversed = try Self.transact(served, path, key: "k2")
            #expect(reversed.text("kind") == "reversal" && reversed.text("original") == payment, "\(reversed)")
            #expect(reversed.number("amount_minor") == 1150, "\(reversed)")
            let again = try served.ask("POST", path, key: "k2")
            #expect(again.status == 202 && again.text("payment") == reversed.text("payment"), "\(again)")
            for act in ["reversal", "refunds"] {
                let late = try served.ask("POST", "/v1/payments/\(payment)/\(act)", key: "late-\(act)")
                #expect(late.status == 409, "\(late)")
            }
            #expect(try kiosk.terminalJournal().netCharged() == 0)
            #expect(try kiosk.terminalJournal().reversals.count == 1)
            let order = try await served.ask("GET", "/v1/orders/1042") { $0.text("status") == "pending" }
            #expect(order.text("status") == "pending", "\(order)")
            _ = try Self.transact(served, "/v1/payments", #"{"order": 1042}"#, key: "k3")
            #expect(try kiosk.terminalJournal().netCharged() == 1150)
        }
    }

    @Test func aPaymentIsRefundedInPartsUntilNothingIsLeft() async throws {
        try await Kiosk.run { kiosk in
            let (served, payment) = try await Self.paid(kiosk)
            let path = "/v1/payments/\(payment)/refunds"
            let part = try Self.transact(served, path, #"{"amount_minor": 150}"#, key: "r1")
            #expect(part.number("amount_minor") == 150 && part.text("original") == payment, "\(part)")
            for (body, status) in [
                (#"{"amount_minor": 1001}"#, 409), (#"{"amount_minor": 0}"#, 422), (#"{"amount_minor": -5}"#, 422),
                (#"{"amount": "1.00"}"#, 422),
            ] {
                let refused = try served.ask("POST", path, body, key: "refused")
                #expect(refused.status == status, "\(body): \(refused)")
            }
            let other = try served.ask("POST", path, #"{"amount_minor": 151}"#, key: "r1")
            #expect(other.status == 422 && other.code == "payment.keyConflict", "\(other)")
            let rest = try Self.transact(served, path, key: "r2")
            #expect(rest.number("amount_minor") == 1000, "\(rest)")
            #expect(try served.ask("POST", path, key: "r3").status == 409)
            #expect(try kiosk.terminalJournal().standingRefunds.map(\.amountMinor) == [150, 1000])
            #expect(try kiosk.terminalJournal().netCharged() == 0)
            let order = try await served.ask("GET", "/v1/orders/1042") { $0.text("status") == "refunded" }
            #expect(order.text("status") == "refunded", "\(order)")
            let why = try served.ask("GET", "/v1/payments/\(payment)/why")
            let refunds = why.document["given_back"] as? [[String: Any]] ?? []
            #expect(refunds.map { $0["amount_minor"] as? Int } == [150, 1000], "\(why)")
        }
    }

    @Test func aReservationIsReleasedOnceAndNothingIsCharged() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let held = try Self.transact(served, "/v1/reservations", #"{"order": 1042}"#, key: "k1").text("payment")
            #expect(try kiosk.terminalJournal().openReservations.map(\.amountMinor) == [1150])
            let released = try Self.transact(served, "/v1/reservations/\(held)/release", key: "k2")
            #expect(released.text("kind") == "release", "\(released)")
            for act in ["release", "capture"] {
                let late = try served.ask("POST", "/v1/reservations/\(held)/\(act)", key: "late-\(act)")
                #expect(late.status == 409 && late.code == "reservation.ended", "\(late)")
            }
            let journal = try kiosk.terminalJournal()
            #expect(journal.openReservations.isEmpty && journal.netCharged() == 0)
        }
    }

    /// The card takes six seconds: there is time to cancel, and none too much.
    @Test func aPaymentThatIsCancelledChargesNothingAndItsOrderCanBePaid() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(Kiosk.patient)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk, scope: "kiosk")
            let unknown = try served.ask("POST", "/v1/payments/pay-NONE/cancel")
            #expect(unknown.status == 404, "\(unknown)")
            let begun = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1")
            let asked = try served.ask("POST", "/v1/payments/\(begun.text("payment"))/cancel")
            #expect(asked.status == 202, "\(asked)")
            #expect(try served.end(of: begun.text("payment")).text("outcome") == "cancelled")
            #expect(try kiosk.terminalJournal().charges.isEmpty)
            let next = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k2")
            #expect(try served.end(of: next.text("payment")).text("outcome") == "approved")
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
        }
    }
}
