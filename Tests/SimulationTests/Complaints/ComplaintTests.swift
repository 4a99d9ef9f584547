import Flow
import Model
import Simulator
import Storage
import Stores
import Testing

/// What users of other tills have complained of, where no other test says it. docs/complaints.md lists all.
@Suite("Complaints: stuck, or an unknown outcome") struct StuckComplaintTests {
    /// Lets the till ask for a cancellation so long after it has asked for the payment.
    private func cancel(_ till: VirtualTill, _ kiosk: VirtualKiosk, after delay: Duration) -> PaymentReport? {
        let box = Mailbox<PaymentReport>()
        till.stores.manager.dispatch(
            CardPresentPaymentsAction.collectPayment(till.request(1042), Reply { box.put($0) }))
        kiosk.world.advance(by: delay)
        _ = till.ask { CardPresentPaymentsAction.cancelPayment(on: kiosk.terminal.address, $0) }
        kiosk.world.advance(by: .seconds(60))
        return box.value?.success
    }

    /// The cashier switches to cash.
    @Test func odoo202428_afterACancellationTheTerminalAsksForNoCard() throws {
        var scenario = TerminalScenario()
        scenario.timing.cardDelay = 120
        scenario.timing.cardTimeout = 180
        let kiosk = try VirtualKiosk(scenario)
        let till = try kiosk.startTill()
        #expect(cancel(till, kiosk, after: .seconds(5))?.outcome.word == "cancelled")
        #expect(kiosk.terminal.isAtRest)
        #expect(try kiosk.storage.read { try $0.unsettledPayments() }.isEmpty)
        #expect(try kiosk.violations() == [])
    }

    /// Shown as cancelled, paid later: the terminal has the word.
    @Test func adyenMagento719_whatIsCancelledTooLateIsPaidAndSaysSo() throws {
        var scenario = TerminalScenario()
        scenario.onMissingResponse = .keeps
        scenario.timing.hostDelay = 10
        let kiosk = try VirtualKiosk(scenario)
        let till = try kiosk.startTill()
        #expect(cancel(till, kiosk, after: .seconds(5))?.outcome.word == "approved")
        #expect(try kiosk.orderIsPaid(1042))
        #expect(try kiosk.violations() == [])
    }

    @Test func sumupAndroidURLScheme2_whatTimedOutIsPaidByTheNextTry() throws {
        let kiosk = try VirtualKiosk(try TerminalScenario(.noCard))
        #expect(try kiosk.startTill().pay(order: 1042, key: "first")?.get().outcome.word == "cancelled")
        kiosk.terminal.switchOff()
        kiosk.terminal.switchOn(TerminalScenario())
        kiosk.world.advance(by: .seconds(1))
        #expect(try kiosk.startTill().pay(order: 1042, key: "second")?.get().outcome.word == "approved")
        #expect(try kiosk.violations() == [])
    }
}

@Suite("Complaints: duplicate or wrong charges") struct ChargeComplaintTests {
    /// A second payment of a paid order is not discarded in silence: it is refused before anything is asked of a terminal.
    @Test func mollie1204_aSecondPaymentIsRefusedByNameAndChargesNothing() throws {
        let kiosk = try VirtualKiosk(TerminalScenario())
        let till = try kiosk.startTill()
        let first = try #require(till.pay(order: 1042, key: "first")).get()
        let second = till.pay(order: 1042, key: "second")?.failure
        #expect(second?.code == "order.alreadyPaid" && second?.sentence.contains(first.payment.rawValue) == true)
        #expect(kiosk.requests == 1)
    }
}
