import Foundation
import Glibc
import Testing

/// What a person read in the terminal's journal, told over HTTP, and held against that journal.
@Suite struct ServedSettlementTests {
    /// The terminal books the payment, and its cable is gone for good before it can tell.
    private static let cutOff = #""pulls_cable": {"at": "booked"}, "on_line_failure": "finishes", \#(Kiosk.quick)"#
    private static let words = #""evidence": "the journal that the terminal printed at 18:05""#

    /// Begins a payment that the terminal never tells the end of, and returns where its doubt is.
    private static func doubt(_ served: ServedKiosk, _ order: Int = 1042) throws -> String {
        let begun = try served.ask("POST", "/v1/payments", #"{"order": \#(order)}"#, key: "k\(order)")
        try #require(begun.status == 202, "\(begun)")
        return "/v1/doubts/\(begun.text("payment"))"
    }

    /// The answer to a statement, as soon as the terminal cannot be in the middle of the payment any more.
    private static func settle(_ served: ServedKiosk, _ doubt: String, _ statement: String) async throws
        -> ServedKiosk.Answer
    {
        try await served.ask("POST", doubt + "/settlement", "{\(statement)}") { $0.status != 503 }
    }

    private static func expectRefused(
        _ served: ServedKiosk, _ doubt: String, _ statements: [(body: String, status: Int, code: String)]
    ) async throws {
        for statement in statements {
            let refused = try await settle(served, doubt, statement.body)
            #expect(refused.status == statement.status && refused.code == statement.code, "\(refused)")
        }
        let open = try served.ask("GET", "/v1/doubts").items.map { "/v1/doubts/\($0["payment"] as? String ?? "")" }
        #expect(open == [doubt], "what was refused has settled nothing")
    }

    /// What is refused of a payment of which the terminal has told nothing.
    private static let unproven: [(body: String, status: Int, code: String)] = [
        (#""statement": "booked""#, 422, "request.invalid"),
        (#""statement": "not_booked", \#(words)"#, 422, "request.invalid"),
        (#""statement": "taken_back", \#(words)"#, 422, "request.invalid"),
        (#""statement": "withdrawn""#, 422, "request.invalid"),
        (#""statement": "perhaps", \#(words)"#, 422, "request.invalid"),
        (#""statement": "withdrawn", \#(words)"#, 409, "settlement.notOperators"),
        (#""statement": "ended", \#(words)"#, 409, "reservation.notReserved"),
        (#""statement": "booked", "trace": 1, "amount_minor": 1150"#, 422, "settlement.noEvidence"),
        (#""statement": "booked", "receipt": 1, "trace": 1, "amount_minor": 1151"#, 409, "settlement.otherAmount"),
    ]

    /// The statement is taken and pays the order, and there is nothing to state afterwards.
    private static func expectPaid(_ served: ServedKiosk, _ doubt: String, _ booked: String) async throws {
        let settled = try await settle(served, doubt, booked)
        #expect(settled.status == 200 && settled.text("outcome") == "approved", "\(settled)")
        try await expectOrder(served, isPaid: true)
        let again = try await settle(served, doubt, booked)
        #expect(again.status == 409 && again.code == "settlement.notInDoubt", "\(again)")
    }

    /// The shop is told a moment after the payment has ended.
    private static func expectOrder(_ served: ServedKiosk, isPaid: Bool) async throws {
        let isAsExpected = { (order: ServedKiosk.Answer) in
            ["processing", "completed"].contains(order.text("status")) == isPaid
        }
        let order = try await served.ask("GET", "/v1/orders/1042", until: isAsExpected)
        #expect(isAsExpected(order), "\(order)")
    }

    @Test func aBookingThatAPersonReadIsTheTerminalsAndMayBeWithdrawn() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"on_missing_response": "keeps", \#(Self.cutOff)}"#)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk, giveUpAfter: 3)
            let doubt = try Self.doubt(served)
            try await Self.expectRefused(served, doubt, Self.unproven)
            let charge = try #require(try kiosk.terminalJournal().standingCharges.first)
            let booked = """
                "statement": "booked", "receipt": \(charge.receipt ?? 0), "trace": \(charge.trace ?? 0),
                "amount_minor": \(charge.amountMinor)
                """
            try await Self.expectPaid(served, doubt, booked)
            let withdrawn = try await Self.settle(served, doubt, #""statement": "withdrawn", \#(Self.words)"#)
            #expect(withdrawn.status == 200 && withdrawn.text("outcome") == "in_doubt", "\(withdrawn)")
            try await Self.expectOrder(served, isPaid: false)
            try await Self.expectPaid(served, doubt, booked)
            let journal = try kiosk.terminalJournal()
            #expect(journal.requests.count == 1 && journal.netCharged() == 1150)
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    /// Some terminals give no receipt numbers. This one has never told any.
    @Test func aBookingWithoutAReceiptNumberIsTakenOfATerminalThatTellsNone() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(#"{"on_missing_response": "keeps", \#(Self.cutOff)}"#)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk, giveUpAfter: 3)
            let doubt = try Self.doubt(served)
            let settled = try await Self.settle(
                served, doubt, #""statement": "booked", "trace": 1, "amount_minor": 1150, \#(Self.words)"#)
            #expect(settled.status == 200 && settled.text("outcome") == "approved", "\(settled)")
            #expect(settled.number("receipt_number") == nil && settled.number("trace") == 1, "\(settled)")
            try await Self.expectOrder(served, isPaid: true)
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
        }
    }

    /// Its receipt 1 is of an earlier payment; of the second one it says nothing, ever.
    @Test func whatContradictsTheTerminalIsRefusedAndAPaymentItNeverHadIsNotCharged() async throws {
        try await Kiosk.run { kiosk in
            let first = try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay(1043).code == 0)
            let paid = try kiosk.terminalJournal().netCharged()
            first.send(SIGTERM)
            _ = try await first.end()
            try await kiosk.startTerminal("silent-after-command")
            let served = try await ServedKiosk(kiosk, giveUpAfter: 3)
            let doubt = try Self.doubt(served)
            try await Self.expectRefused(
                served, doubt,
                [
                    (
                        #""statement": "booked", "trace": 2, "amount_minor": 1150, \#(Self.words)"#, 409,
                        "settlement.contradiction"
                    ),
                    (
                        #""statement": "booked", "receipt": 1, "trace": 1, "amount_minor": 1150"#, 409,
                        "settlement.contradiction"
                    ),
                    (
                        #""statement": "not_booked", "newest_receipt": 0, \#(Self.words)"#, 409,
                        "settlement.contradiction"
                    ),
                    (#""statement": "not_booked", "newest_receipt": 1"#, 422, "request.invalid"),
                ])
            let settled = try await Self.settle(
                served, doubt, #""statement": "not_booked", "newest_receipt": 1, \#(Self.words)"#)
            #expect(settled.status == 200 && settled.text("outcome") == "not_charged", "\(settled)")
            #expect(try await !kiosk.order().isPaid)
            #expect(try kiosk.terminalJournal().netCharged() == paid, "the earlier payment alone")
        }
    }

    @Test func whatTheTerminalTookBackIsNotCharged() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal(
                #"{"on_missing_response": "reverses", "announces_reversal": false, \#(Self.cutOff)}"#)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk, giveUpAfter: 3)
            let doubt = try Self.doubt(served)
            await kiosk.until("the terminal reverses its booking") {
                (try? kiosk.terminalJournal().reversals.count) == 1
            }
            let newest = try #require(try kiosk.terminalJournal().reversals.first?.receipt)
            let settled = try await Self.settle(
                served, doubt, #""statement": "taken_back", "newest_receipt": \#(newest), \#(Self.words)"#)
            #expect(settled.status == 200, "\(settled)")
            #expect(["not_charged", "reversed"].contains(settled.text("outcome")), "\(settled)")
            #expect(try await !kiosk.order().isPaid)
            let journal = try kiosk.terminalJournal()
            #expect(journal.charges.count == 1 && journal.standingCharges.isEmpty)
        }
    }

    @Test func aReservationThatHasEndedAtTheTerminalLeavesItsOrderToBePaid() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let held = try served.ask("POST", "/v1/reservations", #"{"order": 1042}"#, key: "k1")
            #expect(try served.end(of: held.text("payment")).text("outcome") == "approved")
            let reserved = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k2")
            #expect(reserved.status == 409, "\(reserved)")
            let place = "/v1/doubts/\(held.text("payment"))"
            let silent = try await Self.settle(served, place, #""statement": "ended""#)
            #expect(silent.status == 422, "\(silent)")
            let ended = try await Self.settle(served, place, #""statement": "ended", \#(Self.words)"#)
            #expect(ended.status == 200 && ended.text("kind") == "release", "\(ended)")
            #expect(try served.ask("GET", "/v1/reservations").items.isEmpty)
            #expect(try kiosk.terminalJournal().standingCharges.isEmpty)
            let paid = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k3")
            #expect(try served.end(of: paid.text("payment")).text("outcome") == "approved")
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
        }
    }

    @Test func aDoubtIsResolvedByTheTerminalOnceItAnswersAgain() async throws {
        try await Kiosk.run { kiosk in
            let lost = try await kiosk.startTerminal(#"{"on_missing_response": "keeps", \#(Self.cutOff)}"#)
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk, giveUpAfter: 3)
            let resolve = try Self.doubt(served) + "/resolve"
            let open = try await served.ask("POST", resolve, #"{"give_up_after": 1}"#) { $0.status != 503 }
            #expect(open.status == 200 && open.text("outcome") == "in_doubt", "\(open)")
            #expect(try await !kiosk.order().isPaid)
            let tooLong = try served.ask("POST", resolve, #"{"give_up_after": 61}"#)
            #expect(tooLong.status == 422, "\(tooLong)")
            lost.send(SIGTERM)
            _ = try await lost.end()
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let told = try await served.ask("POST", resolve, #"{"give_up_after": 20}"#) {
                $0.status == 200 && $0.text("outcome") != "in_doubt"
            }
            #expect(told.text("outcome") == "approved", "\(told)")
            try await Self.expectOrder(served, isPaid: true)
            let journal = try kiosk.terminalJournal()
            #expect(journal.requests.count == 1 && journal.standingCharges.map(\.amountMinor) == [1150])
        }
    }

    @Test func aDoubtIsOnlySettledByWhoeverMay() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk, scope: "kiosk")
            for act in ["resolve", "settlement"] {
                let forbidden = try served.ask("POST", "/v1/doubts/pay-NONE/\(act)", #"{"statement": "ended"}"#)
                #expect(forbidden.status == 403 && forbidden.code == "request.forbidden", "\(forbidden)")
            }
            let operators = try await ServedKiosk.token(kiosk, "operator")
            for (act, body) in [("resolve", "{}"), ("settlement", #"{"statement": "ended", "evidence": "x"}"#)] {
                let unknown = try served.ask("POST", "/v1/doubts/pay-NONE/\(act)", body, token: operators)
                #expect(unknown.status == 404, "\(unknown)")
            }
        }
    }
}
