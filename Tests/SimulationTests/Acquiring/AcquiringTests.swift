import Flow
import Model
import Simulator
import Storage
import Payments
import Stores
import Testing

@testable import Readers

/// Payments with an encrypting reader and an acquirer, through the stores: journal, recovery and receipts work as they
/// do with a terminal.
@Suite struct AcquiringTests {
    private static let table: [(AcquiringScenario.Shipped, String)] = [
        (.approve, "approved"), (.decline, "declined"), (.noCard, "cancelled"), (.cardUnreadable, "declined"),
        (.notEncrypting, "not_charged"), (.cablePull, "not_charged"), (.cableGone, "not_charged"), (.noise, "approved"),
        (.lostFrame, "approved"), (.lateEvent, "approved"), (.acquirerLate, "approved"),
        (.acquirerArrivesLate, "not_charged"), (.acquirerAnswerLost, "approved"), (.acquirerGone, "in_doubt"),
        (.reversalRefused, "in_doubt"),
    ]

    @Test(arguments: table, [NEO2Line.serial, .reports])
    func eachEndsAsTheAcquirersBookSays(_ row: (AcquiringScenario.Shipped, String), _ line: NEO2Line) throws {
        let kiosk = try VirtualAcquiringKiosk(AcquiringScenario(row.0), on: line)
        let till = try kiosk.startTill()
        let report = try #require(till.pay(order: 1042)).get()
        #expect(report.outcome.word == row.1)
        _ = till.printPending()
        kiosk.world.advance(by: .seconds(120))
        #expect(try kiosk.violations() == [])
    }

    @Test func theTableHasEveryScenario() {
        #expect(Set(Self.table.map(\.0)) == Set(AcquiringScenario.Shipped.allCases))
    }

    @Test func theReceiptSaysOfTheCardWhatTheReaderMayTell() throws {
        let kiosk = try VirtualAcquiringKiosk(AcquiringScenario())
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042)
        let prints = try #require(till.printPending()).get()
        let text = try #require(prints.first { $0.copy == .customer }).text
        for part in ["VISA CREDIT", "************0010", "A0000000031010", "29005678"] {
            #expect(text.contains(part), "\(text)")
        }
        #expect(prints.count == 2)
    }

    @Test func aPaymentIsReversedAndRefunded() throws {
        let kiosk = try VirtualAcquiringKiosk(AcquiringScenario())
        let till = try kiosk.startTill()
        let first = try #require(till.pay(order: 1042)).get().payment
        #expect(try #require(till.giveBack(.reversal(of: first))).get().outcome.word == "approved")
        let second = try #require(till.pay(order: 1043)).get().payment
        #expect(try #require(till.giveBack(.refund(of: second, nil))).get().outcome.word == "approved")
        #expect(kiosk.acquirer.book.netCharged() == 0)
        #expect(try kiosk.violations() == [])
    }

    @Test(arguments: [
        (DispenseResult.given, "approved", 1150), (.notGiven, "goods_not_given", 0),
        (.givenInPart(Money(minorUnits: 500, currency: .eur)), "approved", 1150),
    ])
    func whatBecameOfTheGoodsIsToldTheAcquirerAfterItBooked(_ row: (DispenseResult, String, Int64)) throws {
        let kiosk = try VirtualAcquiringKiosk(AcquiringScenario())
        let report = try #require(try kiosk.startTill().pay(order: 1042, goods: row.0)).get()
        #expect(report.outcome.word == row.1)
        #expect(kiosk.acquirer.book.netCharged() == row.2)
        #expect(try kiosk.violations() == [])
    }

    @Test func aPaymentInDoubtStopsTheNextUntilTheAcquirerAnswers() throws {
        let kiosk = try VirtualAcquiringKiosk(AcquiringScenario(.acquirerGone))
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042)
        guard case .failure(let failure) = try #require(till.pay(order: 1043)) else {
            return #expect(Bool(false), "paid over a doubt")
        }
        #expect(failure.code == "payment.inDoubt")
        #expect(kiosk.acquirer.book.entries.isEmpty)
    }

    @Test func aCancelledPaymentIsNotAskedOfTheAcquirer() throws {
        let kiosk = try VirtualAcquiringKiosk(AcquiringScenario(.noCard))
        let till = try kiosk.startTill()
        let box = Mailbox<PaymentReport>()
        till.stores.manager.dispatch(
            CardPresentPaymentsAction.collectPayment(till.request(1042), Reply { box.put($0) }))
        kiosk.world.advance(by: .seconds(2))
        _ = till.ask { CardPresentPaymentsAction.cancelPayment(on: kiosk.reader.address, $0) }
        kiosk.world.advance(by: .seconds(2))
        #expect(try box.value?.get().outcome.word == "cancelled")
        #expect(kiosk.acquirer.book.entries.isEmpty)
    }
}
