import Flow
import Model
import Networking
import Payments
import Simulator
import Storage
import Testing

@testable import Stores

/// An order for which two payments stand. The one that does not mark it as paid is to be given back, and it is never called
/// refunded or open while one of them stands.
@Suite struct PaidTwiceTests {
    private let kiosk: VirtualKiosk
    private let till: VirtualTill
    /// It was called not booked by mistake.
    private let first: PaymentID
    /// It was taken after that, and marks the order as paid.
    private let second: PaymentID
    private let amount: Money
    /// What was told when the first one was settled as booked.
    private let told: PaymentReport

    init() throws {
        let (kiosk, till) = try VirtualKiosk.withTill()
        func settle(_ id: PaymentID, _ statement: OperatorEvidence.Statement) throws -> PaymentReport {
            let settled = till.ask {
                CardPresentPaymentsAction.settleDoubt(id, statement, words: "its journal", $0)
            }
            return try #require(settled).get()
        }
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let first = try #require(till.pay(order: 1043, giveUpAfter: .seconds(5))).get().payment
        kiosk.world.advance(by: .seconds(300))
        _ = try settle(first, .notBooked(newestReceipt: 8))
        kiosk.changeTerminal { _ in }
        let second = try #require(till.pay(order: 1043)).get()
        let back = till.ask { CardPresentPaymentsAction.withdrawSettlement(first, words: "misread", $0) }
        #expect(try #require(back).get().surplus == nil, "as long as nobody knows")
        told = try settle(first, .booked(receipt: 77, trace: 770, amount: second.amount))
        (self.kiosk, self.till, self.first, self.second, amount) = (kiosk, till, first, second.payment, second.amount)
    }

    private func why(_ reference: String) throws -> PaymentExplanation {
        try #require(till.ask { JournalAction.explainPayment(reference: reference, $0) }).get()
    }

    private func payingPayment() throws -> PaymentID? {
        try kiosk.storage.read { try $0.paidBy(order: OrderID(rawValue: 1043), site: .embedded) }
    }

    private func status() throws -> OrderStatus? {
        try kiosk.storage.read { try $0.order(id: OrderID(rawValue: 1043), site: .embedded)?.order.status }
    }

    /// The order's document in the shop, once the shop was told everything.
    private func shopOrder() throws -> JSONValue {
        #expect(till.ask { OutboxAction.deliver($0) }?.failure == nil)
        kiosk.world.advance(by: .seconds(60))
        #expect(try kiosk.outboxKinds() == [])
        let stored = try kiosk.storage.read { try $0.shopOrder(id: OrderID(rawValue: 1043)) }
        return try JSONValue(parsing: try #require(stored).body)
    }

    /// The order is paid by the first payment, in the till as in the shop.
    private func expectPaidByFirst(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try payingPayment() == first, sourceLocation: sourceLocation)
        #expect(try status() == .processing, sourceLocation: sourceLocation)
        let refusal = till.pay(order: 1043)?.failure
        #expect(refusal?.code == "order.alreadyPaid", sourceLocation: sourceLocation)
        #expect(refusal?.sentence.contains(first.rawValue) == true, sourceLocation: sourceLocation)
        let order = try shopOrder()
        #expect(order["status"] == "processing" && order["transaction_id"] == "770", sourceLocation: sourceLocation)
        let marks = order["meta_data"]?.list?.filter { $0["key"] == "_till_payment" }.compactMap { $0["value"] }
        #expect(marks == [.string(first.rawValue)], sourceLocation: sourceLocation)
        let audit = try JournalAudit.run(kiosk.storage)
        #expect(audit.isIntact, "\(audit.differences)", sourceLocation: sourceLocation)
    }

    @Test func whoeverSettlesTheSecondPaymentIsToldWhichOneToGiveBack() throws {
        #expect(told.outcome.word == "approved" && told.advice == .refundSurplus)
        #expect(told.surplus?.payment == first && told.surplus?.standing == [second, first])
        #expect(
            told.surplus?.advice.text(in: .en)
                == "order 1043 is paid twice: \(second) and \(first) stand. Refund one: till refund \(first)")
        let asked = till.ask { CardPresentPaymentsAction.resolve(second, at: nil, giveUpAfter: .seconds(5), $0) }
        #expect(try #require(asked).get().surplus?.payment == first, "whichever of them is asked for")
    }

    @Test func whyOfBothPaymentsAndOfTheOrderSaysThatItIsPaidTwice() throws {
        for reference in [first.rawValue, second.rawValue, "1043"] {
            let explained = try why(reference)
            let state = explained.state(in: .en)
            #expect(state.contains("Order 1043 is paid twice: \(second) and \(first) stand."), "\(state)")
            #expect(explained.resolution(in: .en) == "Refund one: till refund \(first).")
            #expect(explained.state(in: .de).contains("doppelt bezahlt"))
        }
    }

    @Test func theEndOfDayAdvisesToGiveBackThePaymentThatDoesNotMarkTheOrder() throws {
        let books = try #require(till.endDay()).get().reconciliation
        let advice = try #require(books.advice.first { $0.difference.word == "order_paid_twice" })
        #expect(advice.correction.text(in: .en) == "refund one: till refund \(first)")
    }

    @Test func givenBackAsAdvisedTheOrderStaysPaidAndTheShopNeverHeardOfIt() throws {
        let report = try #require(till.giveBack(.refund(of: first, nil))).get()
        #expect(report.surplus == nil)
        #expect(try payingPayment() == second)
        #expect(try status() == .processing)
        #expect(try kiosk.refundsTold() == [])
        let state = try why(first.rawValue).state(in: .en)
        #expect(state.contains("It was given back since, as a whole. Its order is paid by \(second)."), "\(state)")
        #expect(try why(second.rawValue).resolution(in: .en) == nil)
        #expect(try JournalAudit.run(kiosk.storage).isIntact)
    }

    @Test func ifTheMarkingPaymentIsRefundedTheOrderIsPaidByTheOther() throws {
        let report = try #require(till.giveBack(.refund(of: second, nil))).get()
        #expect(report.outcome.word == "approved" && report.surplus == nil)
        #expect(try kiosk.outboxKinds().suffix(2) == ["order.paid", "order.paid"])
        #expect(try kiosk.refundsTold() == [])
        try expectPaidByFirst()
        let explained = try why(second.rawValue)
        #expect(explained.state(in: .en).contains("Its order is paid by \(first)."))
        let facts = explained.facts.map { $0.text(in: .en) }
        #expect(facts.contains { $0.contains("does not pay the order any more: \(first) stands") }, "\(facts)")
        let books = try #require(till.endDay()).get().reconciliation
        #expect(!books.differences.contains { if case .order = $0 { true } else { false } }, "\(books.differences)")
    }

    @Test func ifTheMarkingPaymentIsReversedTheOrderIsPaidByTheOther() throws {
        #expect(try #require(till.giveBack(.reversal(of: second))).get().outcome.word == "approved")
        #expect(try !kiosk.outboxKinds().contains("order.reopened"))
        try expectPaidByFirst()
    }

    /// The first part may be for goods that came back. With the rest, nothing is left of that payment.
    @Test func theOrderIsHandedOverWithTheLastPartThatIsGivenBack() throws {
        _ = try #require(till.giveBack(.refund(of: second, .euros(100)))).get()
        #expect(try payingPayment() == second)
        #expect(try kiosk.refundsTold() == [.euros(100)])
        _ = try #require(till.giveBack(.refund(of: second, nil))).get()
        #expect(try kiosk.refundsTold() == [.euros(100)], "the order is not refunded")
        try expectPaidByFirst()
        #expect(try shopOrder()["refunds"] == [], "nor is a part of it")
    }

    /// A person mistypes that the marking payment was reversed, and the order is handed over.
    ///
    /// - Returns: the reversal.
    private func handOverByMistake() throws -> PaymentID {
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.giveBack(.reversal(of: second), giveUpAfter: .seconds(5))).get().payment
        kiosk.world.advance(by: .seconds(300))
        let booked = OperatorEvidence.Statement.booked(receipt: 78, trace: 780, amount: amount)
        let settled = till.ask { CardPresentPaymentsAction.settleDoubt(doubt, booked, words: "its journal", $0) }
        #expect(try #require(settled).failure == nil)
        #expect(try payingPayment() == first)
        kiosk.changeTerminal { _ in }
        return doubt
    }

    private func withdraw(_ id: PaymentID) throws {
        let back = till.ask { CardPresentPaymentsAction.withdrawSettlement(id, words: "misread", $0) }
        let failure = try #require(back).failure
        #expect(failure == nil, "\(failure?.sentence ?? "")")
        let audit = try JournalAudit.run(kiosk.storage)
        #expect(audit.isIntact, "\(audit.differences)")
    }

    @Test func anOpenOrderIsPaidAgainByThePaymentThatStandsAfterAll() throws {
        let reversal = try handOverByMistake()
        try withdraw(first)
        let none = OperatorEvidence.Statement.notBooked(newestReceipt: 8)
        let settled = till.ask { CardPresentPaymentsAction.settleDoubt(first, none, words: "its journal", $0) }
        #expect(try #require(settled).failure == nil)
        #expect(try payingPayment() == nil, "neither stands by now")
        try withdraw(reversal)
        #expect(try payingPayment() == second)
        #expect(try status() == .processing)
    }

    @Test func aPaymentThatStandsAgainBesideThePayingOneIsToldOnce() throws {
        let reversal = try handOverByMistake()
        try withdraw(reversal)
        let none = OperatorEvidence.Statement.notBooked(newestReceipt: 9)
        let settled = till.ask { CardPresentPaymentsAction.settleDoubt(reversal, none, words: "its journal", $0) }
        #expect(try #require(settled).get().surplus?.payment == second)
        try withdraw(reversal)
        let facts = try why(second.rawValue).facts.map(\.kind)
        #expect(facts.filter { $0 == "order.alreadyPaid" }.count == 1, "\(facts)")
        #expect(try payingPayment() == first)
        let paying = try why(first.rawValue).facts.map { $0.text(in: .en) }
        #expect(paying.last?.hasPrefix("It pays the order since, instead of \(second).") == true, "\(paying)")
    }

    /// Nothing but the journal tells which payment pays an order that was handed over.
    @Test(arguments: ["first", "nothing", "second"])
    func theJournalTellsWhichPaymentPaysAnOrderThatWasHandedOver(noted: String) throws {
        _ = try #require(till.giveBack(.reversal(of: second))).get()
        #expect(try JournalAudit.run(kiosk.storage).isIntact)
        switch noted {
        case "nothing": try kiosk.tamper("DELETE FROM paid_orders WHERE order_id = 1043")
        case "second": try kiosk.tamper("UPDATE paid_orders SET payment = '\(second)' WHERE order_id = 1043")
        default: return
        }
        let found = try JournalAudit.run(kiosk.storage).differences.map { $0.said.text(in: .en) }
        #expect(
            found.contains("Order 1043 is paid by \(first), and the table paid_orders does not say so."), "\(found)")
    }

    @Test func aRefundThatTurnsOutNotToHaveHappenedLeavesBothPayments() throws {
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let doubt = try #require(till.giveBack(.refund(of: second, nil), giveUpAfter: .seconds(5))).get().payment
        kiosk.world.advance(by: .seconds(300))
        let booked = OperatorEvidence.Statement.booked(receipt: 78, trace: 780, amount: amount)
        let settled = till.ask { CardPresentPaymentsAction.settleDoubt(doubt, booked, words: "its journal", $0) }
        #expect(try #require(settled).failure == nil)
        #expect(try payingPayment() == first)
        let back = till.ask { CardPresentPaymentsAction.withdrawSettlement(doubt, words: "misread", $0) }
        #expect(try #require(back).failure == nil)
        let none = OperatorEvidence.Statement.notBooked(newestReceipt: 9)
        let unbooked = till.ask { CardPresentPaymentsAction.settleDoubt(doubt, none, words: "its journal", $0) }
        #expect(try #require(unbooked).get().surplus?.payment == second, "the first one marks the order now")
        #expect(try payingPayment() == first)
        #expect(try JournalAudit.run(kiosk.storage).isIntact)
    }

    /// Nothing of the order's amount may be missing from the payment that is to pay it.
    @Test func aPaymentThatWasGivenBackInPartDoesNotPayTheOrder() throws {
        _ = try #require(till.giveBack(.refund(of: first, .euros(1)))).get()
        let report = try #require(till.giveBack(.refund(of: second, nil))).get()
        #expect(try payingPayment() == second)
        #expect(report.advice == .refundSurplus && report.surplus?.payment == first)
        #expect(report.surplus?.givenBack == second)
        let state = try why(first.rawValue).state(in: .en)
        #expect(state.contains("\(first) stands for order 1043, which counts as refunded"), "\(state)")
        let books = try #require(till.endDay()).get().reconciliation
        #expect(books.differences.contains(.order("1043", .standsThoughGivenBack(first, markedBy: second))))
    }
}
