import Failures
import Flow
import Model
import Simulator
import Storage
import Payments
import Stores
import Testing

/// A terminal that books another amount than it was asked for. Only a person can judge that; then the order, the
/// receipts, the shop and the day's totals follow what was booked.
@Suite struct OtherAmountTests {
    private let refund = "till refund "

    /// Leaves a payment in doubt: the line breaks when the terminal has booked `error` cents more than it was asked
    /// for, and the terminal keeps the booking.
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
        // No settlement is accepted while the terminal may still be in the middle of the transaction.
        kiosk.world.advance(by: .seconds(300))
        return (kiosk, till, report)
    }

    private func settle(
        _ report: PaymentReport, _ kiosk: VirtualKiosk, _ till: VirtualTill, words: String? = "the terminal's slip"
    ) throws -> Result<PaymentReport, Failure> {
        let entry = try #require(kiosk.truth.standing.last?.entry)
        let booked = OperatorEvidence.Statement.booked(
            receipt: entry.receipt, trace: try #require(entry.trace), amount: .euros(entry.amountMinor))
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
        // When the booked amount was typed only once, no more is given back than was asked for.
        let once = try #require(till.giveBack(.refund(of: report.payment, nil))?.failure)
        #expect(once.code == "refund.notConfirmed")
        #expect(once.remedy?.contains("--receipt") == true && once.remedy?.contains("up to 11.00") == true)
        #expect(try settle(report, kiosk, till, words: nil).failure?.code == "settlement.notInDoubt")
        #expect(try settle(report, kiosk, till, words: "read once more").get().outcome.word == "approved")
        #expect(try why(till, report).facts.last { $0.kind == "payment.operatorConfirmed" } != nil)
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

    @Test func byABookingOfNothingTheOrderIsNotPaidAndMayBePaid() throws {
        let (kiosk, till, report) = try doubt(-1150)
        let advised = try #require(try why(till, report).resolution(in: .en))
        #expect(advised.contains("--amount 0.00 --evidence"), "\(advised)")
        #expect(advised.contains("An entry of 0.00 EUR settles it so: Nothing was charged."), "\(advised)")
        #expect(try settle(report, kiosk, till, words: nil).failure?.code == "settlement.otherAmount")
        let settled = try settle(report, kiosk, till).get()
        #expect(settled.outcome.word == "not_charged" && settled.amount == .euros(1150) && settled.asked == nil)
        #expect(try !kiosk.orderIsPaid(1042))
        #expect(try kiosk.outboxKinds() == [])
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

    /// 9999.00 is typed in place of 9.99.
    @Test func aSlipOfTheHandIsNotGivenBack() throws {
        let (kiosk, till) = try VirtualKiosk.withTill()
        kiosk.changeTerminal {
            $0.silence = .afterAcceptance
            $0.repeatReceipt.ability = .refuses
        }
        let report = try #require(till.pay(order: 1042, giveUpAfter: .seconds(5))).get()
        kiosk.changeTerminal { $0.repeatReceipt.ability = .refuses }
        kiosk.world.advance(by: .seconds(300))
        func type(_ amount: Int64, _ words: String) -> Result<PaymentReport, Failure>? {
            let booked = OperatorEvidence.Statement.booked(receipt: 77, trace: 770, amount: .euros(amount))
            return till.ask { CardPresentPaymentsAction.settleDoubt(report.payment, booked, words: words, $0) }
        }
        _ = try #require(type(999_900, "slip")).get()
        #expect(till.giveBack(.refund(of: report.payment, nil))?.failure?.code == "refund.notConfirmed")
        #expect(till.giveBack(.refund(of: report.payment, .euros(1151)))?.failure?.code == "refund.notConfirmed")
        #expect(type(1151, "slip")?.failure?.code == "settlement.notInDoubt", "another amount confirms nothing")
        #expect(try #require(till.giveBack(.refund(of: report.payment, .euros(1150)))).get().outcome.word == "approved")
        #expect(till.giveBack(.refund(of: report.payment, .euros(1)))?.failure?.code == "refund.notConfirmed")
    }

    // MARK: Other transactions

    /// Lets a terminal book another amount than it was asked for while the line is away: a reservation, its booking, or
    /// a refund.
    private func other(
        _ kiosk: VirtualKiosk, _ till: VirtualTill, _ subject: PaymentRequest.Subject
    ) throws -> PaymentReport {
        kiosk.changeTerminal {
            $0.faults.bookedAmountError = -100
            $0.onMissingResponse = .keeps
            var pull = TerminalScenario.CablePull()
            (pull.at, pull.backAfter) = (.booked, 2)
            $0.pullsCable = pull
        }
        let report = try #require(till.take(subject, giveUpAfter: .seconds(10))).get()
        #expect(report.outcome.word == "in_doubt")
        kiosk.changeTerminal { _ in }
        kiosk.world.advance(by: .seconds(300))
        return report
    }

    private func settleOther(_ report: PaymentReport, _ till: VirtualTill, _ amount: Int64) throws -> PaymentReport {
        let explained = try why(till, report)
        #expect(
            explained.resolution(in: .en)?.contains("--amount \(Money.euros(amount).formatted()) --evidence") == true)
        guard case .transaction(let told)? = explained.history.lastEvidence else { throw Failure.evidenceOf(report) }
        let booked = OperatorEvidence.Statement.booked(
            receipt: told.receiptNumber, trace: try #require(told.trace), amount: .euros(amount))
        func type(_ words: String?) -> Result<PaymentReport, Failure>? {
            till.ask { CardPresentPaymentsAction.settleDoubt(report.payment, booked, words: words, $0) }
        }
        #expect(type(nil)?.failure?.code == "settlement.otherAmount")
        return try #require(type("the terminal's slip")).get()
    }

    @Test func aReservationOfAnotherAmountIsOfWhatTheTerminalHolds() throws {
        let (kiosk, till) = try VirtualKiosk.withTill()
        let report = try other(kiosk, till, .reserve(.amount(.euros(5000))))
        let settled = try settleOther(report, till, 4900)
        #expect(settled.amount == .euros(4900) && settled.advice == nil && settled.suffices)
        #expect(till.take(.book(report.payment, .only(.euros(4901))))?.failure?.code == "reservation.exceeded")
        #expect(try #require(till.take(.book(report.payment, .all))).get().amount == .euros(4900))
    }

    @Test func aRefundOfAnotherAmountLeavesTheRest() throws {
        let (kiosk, till) = try VirtualKiosk.withTill()
        let paid = try #require(till.pay(order: 1042)).get().payment
        let report = try other(kiosk, till, .giveBack(.refund(of: paid, .euros(500))))
        let settled = try settleOther(report, till, 400)
        #expect(settled.amount == .euros(400) && settled.asked == .euros(500) && settled.advice == .refundMore)
        #expect(till.giveBack(.refund(of: paid, .euros(751)))?.failure?.code == "refund.exceedsPayment")
        #expect(try #require(till.giveBack(.refund(of: paid, nil))).get().amount == .euros(750))
        #expect(kiosk.truth.givenBack.map(\.entry.amountMinor).reduce(0, +) == 1150)
    }

    @Test func aBookingOfAnotherAmountPaysWhereItIsEnough() throws {
        let (kiosk, till) = try VirtualKiosk.withTill()
        let reserved = try #require(till.reserve(order: 1042)).get().payment
        let report = try other(kiosk, till, .book(reserved, .only(.euros(1000))))
        let told = try why(till, report).history.lastEvidence
        #expect(told != nil)
        let entry = try #require(kiosk.truth.standing.last?.entry)
        let booked = OperatorEvidence.Statement.booked(
            receipt: entry.receipt, trace: try #require(entry.trace), amount: .euros(900))
        let settled = till.ask { CardPresentPaymentsAction.settleDoubt(report.payment, booked, words: "slip", $0) }
        let answer = try #require(settled).get()
        #expect(answer.amount == .euros(900) && answer.asked == .euros(1000) && answer.advice == .refundTooLittle)
        #expect(try !kiosk.orderIsPaid(1042), "too little of it was booked")
        #expect(till.pay(order: 1042)?.failure?.code == "order.underpaid")
    }
}

extension Failure {
    fileprivate static func evidenceOf(_ report: PaymentReport) -> Failure {
        Failure(SettlementFailure.noEvidence, "\(report.payment) has no evidence.", recovery: .giveUp)
    }
}
