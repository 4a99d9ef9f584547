import Flow
import Model
import Simulator
import Storage
import Stores
import Testing

/// Terminals whose receipt numbers begin anew: an old payment is not reversed by a number that now belongs to another
/// payment.
@Suite struct ReversalNumberTests {
    private func reverse(_ payment: PaymentID, _ till: VirtualTill) throws -> Failure {
        try #require(till.giveBack(.reversal(of: payment))?.failure)
    }

    @Test func aPaymentOfADayThatIsEndedIsNotReversedButRefunded() throws {
        let kiosk = try VirtualKiosk(TerminalScenario())
        let till = try kiosk.startTill()
        let payment = try #require(till.pay(order: 1042)).get().payment
        #expect(try #require(till.endDay()).get().outcome == .closed)
        let asked = kiosk.truth.requests.count
        let failure = try reverse(payment, till)
        #expect(failure.code == "reversal.dayEnded")
        #expect(failure.remedy == "give it back instead: till refund \(payment)")
        #expect(kiosk.truth.requests.count == asked, "nothing was sent")
        let newer = try #require(till.pay(order: 1043)).get().payment
        #expect(try #require(till.giveBack(.reversal(of: newer))).get().outcome.word == "approved")
        #expect(try #require(till.giveBack(.refund(of: payment, nil))).get().outcome.word == "approved")
    }

    /// A payment with the same number and price, taken by hand after the terminal was reset: only the trace differs.
    @Test func aStrangersPaymentUnderTheSameNumberIsLeftAlone() throws {
        let old = try VirtualKiosk(TerminalScenario())
        let payment = try #require(try old.startTill().pay(order: 1042)).get().payment
        let kiosk = try VirtualKiosk(TerminalScenario(), seed: 2, journal: .booking(receipt: 8))
        kiosk.storage = old.storage
        let failure = try reverse(payment, try kiosk.startTill())
        #expect(failure.code == "reversal.numberReused")
        #expect(kiosk.requests == 0, "nothing was sent")
    }

    @Test func aTerminalThatCountedBackHasBegunAnew() throws {
        let old = try VirtualKiosk(TerminalScenario())
        let till = try old.startTill()
        let payment = try #require(till.pay(order: 1042)).get().payment
        let kiosk = try VirtualKiosk(TerminalScenario(), seed: 2, journal: .booking(receipt: 2))
        kiosk.storage = old.storage
        let next = try kiosk.startTill()
        #expect(try reverse(payment, next).code == "reversal.numberReused")
        #expect(kiosk.requests == 0, "nothing was sent")
    }
}
