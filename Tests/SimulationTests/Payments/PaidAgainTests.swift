import Flow
import Model
import Networking
import Simulator
import Storage
import Payments
import Stores
import Testing

/// Orders whose payment was given back: a reversed payment counts as none, a refunded order stays refunded.
@Suite struct PaidAgainTests {
    private let kiosk: VirtualKiosk
    private let till: VirtualTill
    private let payment: PaymentID

    init() throws {
        (kiosk, till) = try VirtualKiosk.withTill()
        payment = try #require(till.pay(order: 1042)).get().payment
    }

    private func reverse(_ payment: PaymentID) throws {
        #expect(try #require(till.giveBack(.reversal(of: payment))).get().outcome.word == "approved")
    }

    @Test func anOrderWhosePaymentWasReversedIsPaidAgain() throws {
        try reverse(payment)
        #expect(try !kiosk.orderIsPaid(1042))
        let again = try #require(till.pay(order: 1042)).get()
        #expect(again.outcome.word == "approved" && again.payment != payment)
        #expect(till.pay(order: 1042)?.failure?.code == "order.alreadyPaid")
        try reverse(again.payment)
        #expect(try #require(till.pay(order: 1042)).get().outcome.word == "approved")
        #expect(
            try kiosk.outboxKinds() == ["order.paid", "order.reopened", "order.paid", "order.reopened", "order.paid"])
        #expect(try till.endDay()?.get().reconciliation.verdict == .agrees)
        try kiosk.expectTheTruth()
    }

    /// The shop was told that the rest of the order is refunded. That is withdrawn with the part that was booked or given.
    @Test(arguments: [false, true], [false, true])
    func anOrderOfWhichAPartWasBookedAndReversedIsPaidAgain(isGoods: Bool, isToldAtOnce: Bool) throws {
        func tellShop() {
            #expect(till.ask { OutboxAction.deliver($0) }?.failure == nil)
            kiosk.world.advance(by: .seconds(60))
        }
        let part = Money.euros(500)
        let booked: PaymentReport
        if isGoods {
            booked = try #require(till.pay(order: 1043, goods: .givenInPart(part))).get()
        } else {
            let reserved = try #require(till.reserve(order: 1043)).get().payment
            booked = try #require(till.take(.book(reserved, .only(part)))).get()
        }
        #expect(booked.amount == part)
        if isToldAtOnce { tellShop() }
        try reverse(booked.payment)
        #expect(try !kiosk.orderIsPaid(1043))
        if isToldAtOnce { tellShop() }
        let again = try #require(till.pay(order: 1043)).get()
        #expect(again.outcome.word == "approved" && again.amount.minorUnits > part.minorUnits)
        #expect(till.pay(order: 1043)?.failure?.code == "order.alreadyPaid")
        tellShop()
        let stored = try #require(try kiosk.storage.read { try $0.shopOrder(id: OrderID(rawValue: 1043)) })
        let order = try JSONValue(parsing: stored.body)
        #expect(order["status"] == "processing" && order["refunds"] == [])
        #expect(try kiosk.outboxKinds() == [])
        try kiosk.expectTheTruth()
    }

    @Test func aShopThatHasNotHeardOfTheReversalYetDoesNotStopThePayment() throws {
        #expect(till.ask { OutboxAction.deliver($0) }?.failure == nil)
        kiosk.world.advance(by: .seconds(60))
        #expect(try kiosk.outboxKinds() == [])
        try reverse(payment)
        #expect(try #require(till.pay(order: 1042)).get().outcome.word == "approved")
        try kiosk.expectTheTruth()
    }

    /// An order has two payments. The one that paid it is reversed; of the other a part still stands, and the refusal names it.
    @Test func anOrderThatAnotherPaymentStandsForIsNotPaidOnTopOfThat() throws {
        func settle(_ id: PaymentID, _ statement: OperatorEvidence.Statement) throws {
            let settled = till.ask {
                CardPresentPaymentsAction.settleDoubt(id, statement, words: "its journal", $0)
            }
            #expect(try #require(settled).failure == nil)
        }
        kiosk.changeTerminal { $0.silence = .afterAcceptance }
        let first = try #require(till.pay(order: 1043, giveUpAfter: .seconds(5))).get().payment
        kiosk.world.advance(by: .seconds(300))
        try settle(first, .notBooked(newestReceipt: 8))
        kiosk.changeTerminal { _ in }
        let second = try #require(till.pay(order: 1043)).get()
        let back = till.ask { CardPresentPaymentsAction.withdrawSettlement(first, words: "misread", $0) }
        #expect(try #require(back).failure == nil)
        try settle(first, .booked(receipt: 77, trace: 770, amount: second.amount))
        #expect(try #require(till.giveBack(.refund(of: first, .euros(1)))).get().outcome.word == "approved")
        try reverse(second.payment)
        let refused = try #require(till.pay(order: 1043)?.failure)
        #expect(refused.code == "order.underpaid")
        let rest = try second.amount.subtracting(.euros(1))
        #expect(refused.sentence.hasPrefix("Payment \(first) stands for order 1043 with \(rest). "), "\(refused)")
    }

    @Test func aRefundedOrderIsNotPaidAgainAndNotCalledPaid() throws {
        #expect(try #require(till.giveBack(.refund(of: payment, nil))).get().outcome.word == "approved")
        let refusal = try #require(till.pay(order: 1042)?.failure)
        #expect(refusal.code == "order.refunded")
        #expect(refusal.sentence == "Order 1042 was refunded; payment \(payment) had paid it.")
        try kiosk.expectTheTruth()
    }

    /// The tip was not given back, so the payment was not given back as a whole.
    @Test func ofARefundedOrderItIsNotSaidThatItsTipWasGivenBack() throws {
        func tellShop() {
            #expect(till.ask { OutboxAction.deliver($0) }?.failure == nil)
            kiosk.world.advance(by: .seconds(60))
        }
        var request = till.request(1043)
        request.tip = .euros(200)
        let paid = try #require(till.pay(request)).get()
        tellShop()
        let due = Money.euros(paid.amount.minorUnits - 200)
        #expect(try #require(till.giveBack(.refund(of: paid.payment, due))).get().outcome.word == "approved")
        tellShop()
        let refusal = try #require(till.pay(order: 1043)?.failure)
        #expect(refusal.code == "order.refunded")
        #expect(refusal.sentence == "Order 1043 was refunded; payment \(paid.payment) had paid it.")
    }

    @Test func whyTellsThatAPaymentWasTakenBack() throws {
        try reverse(payment)
        let why = try #require(till.ask { JournalAction.explainPayment(reference: payment.rawValue, $0) }).get()
        #expect(why.state(in: .en).contains("It was reversed since, by rev-"))
        #expect(why.state(in: .de).contains("inzwischen mit rev-"))
        #expect(till.giveBack(.refund(of: payment, nil))?.failure?.code == "refund.exceedsPayment")
        let found = till.ask { JournalAction.findPayment(reference: "1042", $0) }
        #expect(try #require(found).get().id == payment, "it is still known by its order")
    }
}
