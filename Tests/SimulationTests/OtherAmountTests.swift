import Flow
import Model
import Simulator
import Storage
import Payments
import Stores
import Testing

/// A terminal that books another amount than it was asked for. Only a person can read that; then the order, the receipts, the
/// shop and the day's books follow what was booked.
@Suite struct OtherAmountTests {
    private let refund = "till refund "

    /// Leaves a payment in doubt: the line breaks when the terminal has booked so many cents more than it was asked for, and it
    /// keeps that.
    private func doubt(_ error: Int) throws -> (VirtualKiosk, VirtualTill, PaymentReport) {
        var scenario = TerminalScenario()
        scenario.faults.bookedAmountError = error
        scenario.onMissingResponse = .keeps
        var pull = TerminalScenario.CablePull()
        (pull.at, pull.backAfter) = (.booked, 2)
        scenario.pullsCable = pull
        let kiosk = try VirtualKiosk(scenario)
        let till = try kiosk.startTill()
        let report = try #require(till.pay(order: 1042, giveUpAfter: .seconds(10))).get()
        #expect(report.outcome.word == "in_doubt")
        kiosk.terminal.switchOff()
        kiosk.terminal.switchOn(TerminalScenario())
        // Nobody believes a journal while the terminal may still be in the middle of it.
        kiosk.world.advance(by: .seconds(300))
        return (kiosk, till, report)
    }

    private func settle(
        _ report: PaymentReport, _ kiosk: VirtualKiosk, _ till: VirtualTill, words: String? = "the terminal's slip"
    ) throws -> Result<PaymentReport, Failure> {
        let entry = try #require(kiosk.truth.standing.last?.entry)
        let booked = OperatorEvidence.Statement.booked(
            receipt: try #require(entry.receipt), trace: try #require(entry.trace), amount: .euros(entry.amountMinor))
        return try #require(
            till.ask { CardPresentPaymentsAction.settleDoubt(report.payment, booked, words: words, $0) })
    }

    private func why(_ till: VirtualTill, _ report: PaymentReport) throws -> PaymentExplanation {
        try #require(till.ask { JournalAction.explainPayment(reference: report.payment.rawValue, $0) }).get()
    }

    @Test func whatWasBookedTooMuchPaysTheOrderAndTheDifferenceIsToBeGivenBack() throws {
        let (kiosk, till, report) = try doubt(50)
        let typed = try settle(report, kiosk, till, words: nil)
        #expect(typed.failure?.code == "settlement.otherAmount", "it may be mistyped")
        let settled = try settle(report, kiosk, till).get()
        #expect(settled.amount == .euros(1200) && settled.asked == .euros(1150))
        #expect(settled.advice == .refundDifference)
        #expect(try kiosk.orderIsPaid(1042))
        let receipts = try kiosk.storage.read { try $0.receipts(payment: report.payment) }
        #expect(receipts.map(\.document.total) == [.euros(1200), .euros(1200)])
        #expect(try kiosk.violations() == [])
        let before = try why(till, report)
        #expect(before.state(in: .en).contains("asked for 11.50 EUR and booked 12.00 EUR"))
        #expect(before.resolution(in: .en)?.contains(refund + report.payment.rawValue + " --amount 0.50") == true)
        #expect(try #require(till.giveBack(.refund(of: report.payment, .euros(50)))).get().outcome.word == "approved")
        #expect(try why(till, report).resolution(in: .de) == nil)
        #expect(try kiosk.outboxKinds() == ["order.paid"], "the shop knows nothing of the difference")
        #expect(try till.endDay()?.get().reconciliation.verdict == .agrees)
        _ = try #require(till.giveBack(.refund(of: report.payment, nil))).get()
        #expect(try kiosk.outboxKinds() == ["order.paid", "order.refunded"])
        #expect(till.pay(order: 1042)?.failure?.code == "order.refunded")
        #expect(try kiosk.violations() == [])
    }

    @Test func whatWasBookedTooLittlePaysNothingUntilItIsGivenBack() throws {
        let (kiosk, till, report) = try doubt(-150)
        let settled = try settle(report, kiosk, till).get()
        #expect(settled.amount == .euros(1000) && settled.advice == .refundTooLittle)
        #expect(try !kiosk.orderIsPaid(1042))
        #expect(try kiosk.outboxKinds() == [])
        let refused = try #require(till.pay(order: 1042)?.failure, "nothing is charged on top of it")
        #expect(refused.code == "order.underpaid")
        #expect(
            refused.sentence == "Payment \(report.payment) stands for order 1042 with 10.00 EUR. "
                + "1.50 EUR of 11.50 EUR is missing, so the order is not paid.")
        #expect(refused.remedy?.hasSuffix("till refund \(report.payment)") == true)
        let explained = try why(till, report)
        #expect(
            explained.state(in: .en).hasPrefix("Charged. The terminal was asked for 11.50 EUR and booked 10.00 EUR."))
        #expect(explained.state(in: .de).contains("Die Bestellung ist damit nicht bezahlt"))
        #expect(explained.resolution(in: .de)?.contains(refund + report.payment.rawValue) == true)
        let day = try #require(try till.endDay()?.get()).reconciliation
        #expect(day.differences.map(\.word) == ["order_paid_too_little"])
        #expect(try #require(till.giveBack(.refund(of: report.payment, nil))).get().amount == .euros(1000))
        #expect(try kiosk.outboxKinds() == [], "the shop never heard of it")
        #expect(try #require(till.pay(order: 1042)).get().outcome.word == "approved")
    }

    @Test func whatWasTypedOfAnotherAmountIsWithdrawn() throws {
        let (kiosk, till, report) = try doubt(50)
        _ = try settle(report, kiosk, till).get()
        let back = till.ask { CardPresentPaymentsAction.withdrawSettlement(report.payment, words: "misread", $0) }
        #expect(try #require(back).get().amount == .euros(1150))
        #expect(try kiosk.outboxKinds() == ["order.paid", "order.reopened"])
        #expect(try settle(report, kiosk, till).get().amount == .euros(1200))
    }
}
