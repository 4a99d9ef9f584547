import Flow
import Foundation
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Orders for which more than one payment stands, by what was given back of each.
@Suite struct SurplusPaymentTests {
    private let counter: Counter
    private let first = PaymentID(rawValue: "pay-1")
    private let second = PaymentID(rawValue: "pay-2")

    init() throws { counter = try Counter() }

    private func write(
        _ id: String, _ purpose: TransactionPurpose, _ amount: Int64, tip: Int64 = 0,
        _ end: PaymentOutcome = .approved(TransactionResult(resultCode: 0))
    ) throws {
        let intent = PaymentIntent(
            payment: PaymentID(rawValue: id), purpose: purpose, key: nil, fingerprint: id, site: .embedded,
            order: OrderID(rawValue: 1042), orderNumber: "1042", amount: Money(minorUnits: amount, currency: .eur),
            tip: tip > 0 ? Money(minorUnits: tip, currency: .eur) : nil, terminal: Counter.terminal,
            printer: Counter.printer, terminalID: nil, watermark: .receipt(41),
            habits: TerminalHabits(cardPhaseSeconds: 0), language: "en", startedAt: counter.world.now, utcOffset: 0)
        let ledger = StoredLedger.sample(counter.storage, counter.world)
        var history = PaymentHistory(intent)
        for event in [PaymentEvent.intended(intent), .sending, .settled(end)] {
            history.apply(event)
            try ledger.write(event, of: history)
        }
    }

    /// A payment for the order, which nobody knew to be paid when it was begun.
    private func pay(_ id: String, _ amount: Int64 = 1250, tip: Int64 = 0) throws {
        try counter.storage.write { try $0.unmarkPaid(order: OrderID(rawValue: 1042), site: .embedded) }
        try write(id, .payment, amount, tip: tip)
    }

    /// Two payments stand for the order, and the second one marks it as paid.
    private func payTwice(tip: Int64 = 0) throws {
        try pay("pay-1", 1250 + tip, tip: tip)
        try pay("pay-2", 1250 + tip, tip: tip)
    }

    private func refund(_ id: String, of payment: PaymentID, _ amount: Int64) throws {
        try write(id, .refund(of: payment), amount)
    }

    private func reverse(
        _ id: String, of payment: PaymentID, _ end: PaymentOutcome = .approved(TransactionResult(resultCode: 0))
    ) throws {
        try write(id, .reversal(of: BookedPayment(payment: payment, receiptNumber: 42, trace: 123)), 1250, end)
    }

    private func payer() throws -> PaymentID? {
        try counter.storage.read { try $0.paidBy(order: OrderID(rawValue: 1042), site: .embedded) }
    }

    private func surplus() throws -> SurplusPayment? {
        try counter.storage.read { try SurplusPayment.find(ofOrderOf: first, in: $0) }
    }

    private func balance(_ id: PaymentID) throws -> PaymentBalance {
        try counter.storage.read { try PaymentBalance(#require(try $0.payment(id: id)), in: $0) }
    }

    /// What the end of day says of the order.
    private func differences() throws -> [Reconciliation.OrderDifference] {
        try counter.storage.read { reader in
            let day = DayReading(terminal: TerminalName(address: Counter.terminal, id: nil), reader: reader)
            let orders = try day.orders(of: day.payments(since: 0), [:])
            return Reconciliation(.of([]), nil, orders).differences.compactMap {
                if case .order(_, let difference) = $0 { difference } else { nil }
            }
        }
    }

    private func why(_ id: PaymentID) throws -> PaymentExplanation {
        let stores = try counter.start()
        return try counter.ask(stores) { JournalAction.explainPayment(reference: id.rawValue, $0) }
    }

    @Test func whatIsLeftOfAPaymentIsFirstItsShareAndAtLastItsTip() throws {
        try pay("pay-1", 1400, tip: 150)
        #expect(try balance(first).shareLeft == Money(minorUnits: 1250, currency: .eur))
        #expect(try balance(first).paysWholeShare)
        try refund("ref-1", of: first, 1249)
        #expect(try balance(first).shareLeft == Money(minorUnits: 1, currency: .eur))
        #expect(try balance(first).stands && !balance(first).paysWholeShare && !balance(first).isGivenBack)
        try refund("ref-2", of: first, 1)
        #expect(try !balance(first).stands && balance(first).isGivenBack, "only the tip is left")
        #expect(try balance(first).shareGivenBack == Money(minorUnits: 1250, currency: .eur))
    }

    @Test func aPaymentOfWhichOnlyTheTipIsLeftDoesNotStandForTheOrder() throws {
        try payTwice(tip: 150)
        #expect(try surplus()?.standing == [second, first])
        #expect(try differences() == [.paidTwice(by: [second, first])])
        try refund("ref-1", of: first, 1250)
        #expect(try surplus() == nil && differences() == [])
        try refund("ref-2", of: second, 1250)
        #expect(try surplus() == nil && differences() == [], "it counts as refunded, and nothing stands for it")
    }

    @Test func onePaymentStandsForAnOrderThatCountsAsRefundedThoughATipWasLeft() throws {
        try payTwice(tip: 150)
        try refund("ref-1", of: first, 100)
        try refund("ref-2", of: second, 1250)
        #expect(try payer() == second, "the first one does not pay it as a whole")
        let surplus = try #require(try surplus())
        #expect(surplus.payment == first && surplus.givenBack == second)
        #expect(try differences() == [.standsThoughGivenBack(first, markedBy: second)])
    }

    @Test func aRestThatPaysNoOrderIsGivenBackAndTheOrderNotMarkedAsPaid() throws {
        try payTwice()
        try refund("ref-1", of: first, 300)
        try reverse("rev-1", of: second)
        #expect(try payer() == nil)
        #expect(try differences() == [.underpaid(first)])
        let state = try why(first).state(in: .en)
        #expect(state.contains("3.00 EUR of 12.50 EUR was given back since."), "\(state)")
        #expect(try !why(second).state(in: .en).contains("of 12.50 EUR was given back"), "all of it was")
    }

    @Test func thePaymentThatPaysAnOpenOrderIsNamedBeforeTheOneWithARest() throws {
        try payTwice()
        try refund("ref-1", of: first, 300)
        try counter.storage.write { try $0.unmarkPaid(order: OrderID(rawValue: 1042), site: .embedded) }
        #expect(try differences().contains(.notMarkedPaid(second)))
    }

    @Test func threePaymentsAreCounted() throws {
        try payTwice()
        try pay("pay-3")
        let third = PaymentID(rawValue: "pay-3")
        #expect(
            try surplus()?.sentence(in: .en) == "Order 1042 is paid 3 times: pay-3, pay-1 and pay-2 stand.")
        #expect(
            try surplus()?.advice.text(in: .en)
                == "order 1042 is paid 3 times: pay-3, pay-1 and pay-2 stand. Refund one: till refund pay-2")
        #expect(try payer() == third)
    }

    // MARK: A payment that the terminal says was taken back before

    @Test func ifTheTerminalSaidThatOneWasTakenBackBeforeAPersonLooksFirst() throws {
        try payTwice()
        try reverse("rev-1", of: first, .declined(code: 0xB4, text: nil))
        let surplus = try #require(try surplus())
        #expect(surplus.command == "till refund pay-1 --stands")
        let advice = surplus.advice.text(in: .en)
        #expect(advice.contains("pay-1 was to be reversed (rev-1), the terminal said that it was taken back before"))
        #expect(surplus.task(in: .en).contains("Look in the terminal's journal first."))
        #expect(try differences() == [.paidTwice(by: [second, first], saidTakenBack: first)])
    }

    /// The payment that marks the order may be the one that was taken back: nothing would stand if the other were refunded.
    @Test func aPersonLooksFirstAlsoIfItIsThePaymentThatMarksTheOrder() throws {
        try payTwice()
        try reverse("rev-1", of: second, .declined(code: 0xB4, text: nil))
        let surplus = try #require(try surplus())
        #expect(surplus.payment == first && surplus.command == "till refund pay-1")
        #expect(surplus.advice.text(in: .en).contains("when pay-2 was to be reversed (rev-1)"))
        let day = try #require(try differences().first)
        #expect(day == .paidTwice(by: [second, first], saidTakenBack: second))
        let books = Reconciliation(
            .of([]), nil, [.of(1042, standing: ["pay-1", "pay-2"], paidBy: "pay-2", takenBack: "pay-2")])
        #expect(
            books.advice.first?.correction.text(in: .en).hasPrefix("look for pay-2 in the terminal's journal first")
                == true)
    }

    @Test func whyOfAPaymentTellsThatTheTerminalSaidSo() throws {
        try pay("pay-1")
        try reverse("rev-1", of: first, .declined(code: 0x83, text: nil))
        #expect(try !why(first).state(in: .en).contains("taken back before"))
        #expect(try why(first).resolution(in: .en) == nil)
        try reverse("rev-2", of: first, .declined(code: 0xB4, text: nil))
        let told = try why(first)
        #expect(
            told.state(in: .en).contains(
                "When it was to be reversed (rev-2), the terminal said that it was taken back before."))
        #expect(told.resolution(in: .en)?.contains("till refund pay-1 --stands") == true)
        try refund("ref-1", of: first, 1250)
        #expect(try !why(first).state(in: .en).contains("taken back before"), "it is given back now")
        #expect(try why(first).resolution(in: .en) == nil)
    }

    @Test func aRefusedReversalHasItsOwnAdviceThoughTheOrderIsPaidTwice() throws {
        try payTwice()
        let surplus = try surplus()
        let reversal = TransactionPurpose.reversal(of: BookedPayment(payment: first, receiptNumber: 42, trace: 123))
        var report = PaymentReport(
            payment: PaymentID(rawValue: "rev-1"), purpose: reversal, orderNumber: "1042", amount: .sample,
            outcome: .declined(code: 0xB4, text: nil), wasKnown: false)
        report.surplus = surplus
        #expect(report.advice == .reversedAlready)
        var unfunded = PaymentReport(
            payment: PaymentID(rawValue: "rev-2"), purpose: reversal, orderNumber: "1042", amount: .sample,
            outcome: .declined(code: 0x6C, text: nil), wasKnown: false)
        unfunded.surplus = surplus
        #expect(unfunded.advice == .refundSurplus)
    }
}
