import Flow
import Foundation
import Model
import Simulator
import Storage
import Payments
import Testing

/// A tip is charged together with the amount due, and the shop knows nothing of it.
@Suite struct TipTests {
    private let kiosk: VirtualKiosk
    private let till: VirtualTill

    init() throws {
        (kiosk, till) = try VirtualKiosk.withTill()
    }

    /// Order 1042 comes to 11.50.
    private func pay(tip: Int64, key: String? = nil) throws -> Result<PaymentReport, Failure> {
        var request = till.request(1042, key)
        request.tip = .euros(tip)
        return try #require(till.pay(request))
    }

    @Test func theCardIsChargedWhatIsDueAndTheTip() throws {
        let report = try pay(tip: 100).get()
        #expect(report.amount == .euros(1250))
        #expect(kiosk.truth.standing.map(\.entry.amountMinor) == [1250])
        let record = try #require(try kiosk.storage.read { try $0.payment(id: report.payment) })
        #expect(record.amount == .euros(1250))
        #expect(record.tip == .euros(100))
        let receipts = try kiosk.storage.read { try $0.receipts(payment: report.payment) }.map(\.document)
        #expect(receipts.map(\.total) == [.euros(1250), .euros(1250)])
        #expect(receipts.map(\.tip) == [.euros(100), .euros(100)])
        try kiosk.expectTheTruth()
    }

    @Test func anAmountWithoutAnOrderTakesATipToo() throws {
        var request = till.request(1042)
        request.subject = .amount(.euros(300))
        request.tip = .euros(45)
        #expect(try #require(till.pay(request)).get().amount == .euros(345))
        #expect(kiosk.truth.standing.map(\.entry.amountMinor) == [345])
    }

    @Test func theSameKeyWithAnotherTipIsAnotherRequest() throws {
        let first = try pay(tip: 100, key: "k").get()
        #expect(try pay(tip: 100, key: "k").get().payment == first.payment)
        #expect(try pay(tip: 150, key: "k").failure?.code == "payment.keyConflict")
        #expect(till.pay(order: 1042, key: "k")?.failure?.code == "payment.keyConflict")
        #expect(kiosk.requests == 1)
    }

    @Test(arguments: [-1, -1150])
    func aTipTakesNothingOff(tip: Int64) throws {
        #expect(try pay(tip: tip).failure?.code == "payment.badAmount")
        #expect(kiosk.requests == 0)
    }

    /// A shop that was told the tip as well would count more as given back than was paid.
    @Test func ofARefundWithTheTipTheShopIsToldTheOrderOnly() throws {
        let payment = try pay(tip: 100).get().payment
        #expect(try #require(till.giveBack(.refund(of: payment, nil))).get().amount == .euros(1250))
        #expect(kiosk.truth.givenBack.map(\.entry.amountMinor) == [1250])
        #expect(try kiosk.refundsTold() == [.euros(1150)])
        try kiosk.expectTheTruth()
    }

    @Test func ofAReversalWithTheTipTheShopIsToldThatTheOrderIsOpenAndOfNoRefund() throws {
        let payment = try pay(tip: 100).get().payment
        #expect(try #require(till.giveBack(.reversal(of: payment))).get().amount == .euros(1250))
        #expect(try kiosk.refundsTold() == [])
        #expect(try !kiosk.orderIsPaid(1042))
        try kiosk.expectTheTruth()
    }

    @Test func theTipIsGivenBackLast() throws {
        let payment = try pay(tip: 100).get().payment
        for part in [Int64(1000), 200, 50] {
            #expect(try #require(till.giveBack(.refund(of: payment, .euros(part)))).get().amount == .euros(part))
        }
        #expect(try kiosk.refundsTold() == [.euros(1000), .euros(150)], "the last part is all of the tip")
        #expect(kiosk.truth.givenBack.map(\.entry.amountMinor) == [1000, 200, 50])
    }
}
