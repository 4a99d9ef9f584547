import Foundation
import Testing

/// `till refund`, `till reverse` and `till settle`, as a merchant uses them.
@Suite struct GivingBackTests {
    private struct Report: Decodable {
        let payment: String
        let kind: String
        let original: String?
        let outcome: String
        let amount: String
        let advice: String?
        let surplus: Surplus?

        struct Surplus: Decodable {
            let payment: String
            let standing: [String]
        }
    }

    @Test func aPaymentIsGivenBackInPartsAndThenNoMore() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay().code == 0)
            let payment = try await kiosk.why().payment
            let part = try kiosk.decode(
                Report.self, try await kiosk.till("refund", "1042", "--amount", "5.00", "--json"))
            #expect(part.kind == "refund" && part.original == payment && part.outcome == "approved")
            let tooMuch = try await kiosk.till("refund", payment, "--amount", "6.51")
            #expect(tooMuch.code == 8, "\(tooMuch)")
            let rest = try kiosk.decode(Report.self, try await kiosk.till("refund", payment, "--json"))
            #expect(rest.amount == "6.50")
            #expect(try await kiosk.till("refund", payment).code == 8)
            #expect(try await kiosk.till("reverse", payment).code == 8)
            #expect(try kiosk.terminalJournal().standingRefunds.map(\.amountMinor) == [500, 650])
            #expect(try await kiosk.order().status == "refunded")
            let pages = try kiosk.pages()
            #expect(pages.count == 6 && pages.count { $0.says("REFUND") } == 4)
            let told = try await kiosk.till("why", payment, "--language", "de")
            #expect(told.output.contains("Bezahlt.") && told.output.contains("Erstattung \(part.payment)"), "\(told)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    @Test func theLastPaymentIsReversedAtItsTerminal() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay().code == 0)
            let reversed = try kiosk.decode(Report.self, try await kiosk.till("reverse", "last", "--json"))
            #expect(reversed.kind == "reversal" && reversed.amount == "11.50")
            #expect(try kiosk.terminalJournal().standingCharges.isEmpty)
            #expect(try await kiosk.order().status == "pending", "it can be paid again")
            #expect(try kiosk.pages().count { $0.says("REVERSAL") } == 2)
            #expect(try await kiosk.pay().code == 0)
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150])
            let why = try await kiosk.till("why", reversed.original ?? "")
            #expect(why.output.contains("It was reversed since, by \(reversed.payment)"), "\(why)")
            #expect(try await kiosk.till("end-of-day").code == 0)
            let late = try await kiosk.till("reverse", "1042")
            #expect(late.code == 8 && late.errors.contains("till refund pay-"), "\(late)")
            #expect(try await kiosk.till("refund", "1042").code == 0)
            let refunded = try await kiosk.pay()
            #expect(refunded.code == 8 && refunded.errors.contains("was refunded"), "\(refunded)")
        }
    }

    @Test func moneyWithoutAPaymentNeedsTheRight() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay().code == 0)
            let refund = ["refund", "--unlinked", "--amount", "5.00"]
            let forbidden = try await kiosk.startTill(refund).end()
            #expect(forbidden.code == 10 && forbidden.errors.contains("unlinked_refund_limit"), "\(forbidden)")
            let config = kiosk.path("till.toml")
            try Data("[policy]\nunlinked_refund_limit = 5\n".utf8).write(to: URL(fileURLWithPath: config))
            let allowed = try await kiosk.startTill(refund + ["--config", config]).end()
            #expect(allowed.code == 0, "\(allowed)")
            let more = try await kiosk.startTill(
                ["refund", "--unlinked", "--amount", "5.01", "--config", config]
            ).end()
            #expect(more.code == 10, "\(more)")
            #expect(try kiosk.terminalJournal().standingRefunds.map(\.amountMinor) == [500])
        }
    }

    @Test func aDoubtIsSettledByWhatTheTerminalsJournalSays() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.leaveInDoubt()
            let evidence = ["--evidence", "journal printed at the terminal"]
            let settle = ["settle", "last", "--not-booked", "--newest-receipt"]
            #expect(try await kiosk.till("settle", "last", "--not-booked").code == 64)
            #expect(try await kiosk.till("logout").code == 0)
            let signedOut = try await kiosk.startTill(settle + ["1"] + evidence).end()
            #expect(signedOut.code == 10, "\(signedOut)")
            #expect(try await kiosk.till("login").code == 0)
            let wrong = try await kiosk.startTill(Kiosk.booked(receipt: 8, amount: "11.51")).end()
            #expect(wrong.code == 8, "\(wrong)")
            #expect(try await !kiosk.why().final)
            let settled = try await kiosk.startTill(settle + ["1"] + evidence).end()
            #expect(settled.code == 0, "\(settled)")
            let why = try await kiosk.till("why", "last", environment: ["LANG": "de_DE.UTF-8"])
            #expect(
                why.output.contains("operator hat es im Journal des Terminals bis Beleg 1 nicht gefunden"), "\(why)")
            #expect(try await kiosk.why().final)
        }
    }

    /// The first payment was called not booked by mistake, and the order was paid again.
    @Test func anOrderThatIsPaidTwiceStaysPaidWhicheverPaymentIsRefunded() async throws {
        try await Kiosk.run { kiosk in
            let silent = try await kiosk.startTerminal("silent-after-command")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay(giveUpAfter: 3).code == 5)
            silent.send(SIGTERM)
            try await silent.end()
            let first = try await kiosk.why().payment
            let evidence = ["--evidence", "journal printed at the terminal"]
            let mistyped = ["settle", first, "--not-booked", "--newest-receipt", "1"] + evidence
            #expect(try await kiosk.startTill(mistyped).end().code == 0)
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            #expect(try await kiosk.pay().code == 0)
            let second = try await kiosk.why("1042").payment
            #expect(try await kiosk.startTill(["settle", first, "--withdraw"] + evidence).end().code == 0)
            let booked = ["--booked", "--receipt", "77", "--trace", "77", "--amount", "11.50", "--json"]
            let settled = try kiosk.decode(Report.self, try await kiosk.startTill(["settle", first] + booked).end())
            #expect(settled.advice == "refund_surplus" && settled.surplus?.payment == first, "\(settled)")
            #expect(settled.surplus?.standing == [second, first])
            for name in [first, second, "1042"] {
                let why = try await kiosk.till("why", name)
                #expect(why.output.contains("is paid twice") && why.output.contains("till refund \(first)"), "\(why)")
            }
            let day = try await kiosk.till("end-of-day", "--totals-only")
            #expect(day.output.contains("refund one: till refund \(first)"), "\(day)")
            #expect(try await kiosk.till("refund", second).code == 0)
            #expect(try await kiosk.order().status == "processing", "the other one stands")
            let again = try await kiosk.pay()
            #expect(again.code == 8 && again.errors.contains("order.alreadyPaid"), "\(again)")
            #expect(again.errors.contains(first), "\(again)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }

    @Test func aPaymentThatWasBookedWithAnotherAmountIsSettledByIt() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.leaveInDoubt()
            let booked = Kiosk.booked(receipt: 8, amount: "12.00")
            let typed = try await kiosk.startTill(booked).end()
            #expect(typed.code == 8 && typed.errors.contains("--evidence"), "\(typed)")
            let settled = try await kiosk.startTill(booked + ["--evidence", "the slip", "--json"]).end()
            #expect(settled.code == 0 && settled.output.contains("\"asked\":\"11.50\""), "\(settled)")
            #expect(settled.output.contains("\"advice\":\"refund_difference\""), "\(settled)")
            #expect(try await kiosk.order().isPaid)
        }
    }
}
