import Flow
import Hardware
import Model
import Simulator
import Storage
import Payments
import Stores
import Synchronization
import Testing

/// What users of other tills have complained of, where no other test covers it. docs/complaints.md lists every
/// complaint.
@Suite("Complaints: stuck, or an unknown outcome") struct StuckComplaintTests {
    /// Asks for a payment, and asks to cancel it after `delay`.
    static func cancel(_ till: VirtualTill, _ kiosk: VirtualKiosk, after delay: Duration) -> PaymentReport? {
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
        #expect(Self.cancel(till, kiosk, after: .seconds(5))?.outcome.word == "cancelled")
        #expect(kiosk.terminal.isAtRest)
        #expect(try kiosk.storage.read { try $0.unsettledPayments() }.isEmpty)
        #expect(try kiosk.violations() == [])
    }

    /// The other system showed the payment as cancelled, and it was paid later; here the terminal decides.
    @Test func adyenMagento719_whatIsCancelledTooLateIsPaidAndSaysSo() throws {
        var scenario = TerminalScenario()
        scenario.onMissingResponse = .keeps
        scenario.timing.hostDelay = 10
        let kiosk = try VirtualKiosk(scenario)
        let till = try kiosk.startTill()
        #expect(Self.cancel(till, kiosk, after: .seconds(5))?.outcome.word == "approved")
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

    /// In the other library an error, once it had come, stayed as long as the program ran.
    @Test(arguments: LineKind.every) func stripeTerminalIOS355_anErrorIsGoneWithItsCause(_ line: LineKind) throws {
        let kiosk = try VirtualKiosk(TerminalScenario(), on: line, journal: .earlierBooking)
        let till = try kiosk.startTill()
        kiosk.terminal.pullCable(backAfter: .seconds(100))
        for _ in 1...3 { #expect(till.pay(order: 1042)?.failure?.code.hasPrefix("line.") == true) }
        kiosk.world.advance(by: .seconds(100))
        #expect(try till.pay(order: 1042)?.get().outcome.word == "approved")
        #expect(try kiosk.violations() == [])
    }
}

@Suite("Complaints: terminals that differ") struct TerminalComplaintTests {
    /// A software update had switched ZVT off.
    @Test func portalum54_whereEveryCommandIsRefusedTheAcquirerIsNamed() throws {
        var scenario = TerminalScenario()
        scenario.faults.faults = (1...9).map { TerminalScenario.TerminalFault(.refusal, at: $0) }
        let kiosk = try VirtualKiosk(scenario)
        let failure = try kiosk.startTill().pay(order: 1042)?.failure
        #expect(failure?.code == "reader.notReady")
        #expect(failure?.remedy?.contains("acquirer") == true)
        #expect(kiosk.requests == 0)
    }

    @Test func portalum58_itIsShownThatAPINIsNeededAndTypedWrongly() throws {
        let kiosk = try VirtualKiosk(try TerminalScenario(.wrongPINThenOK))
        let till = try kiosk.startTill()
        let screen = Words()
        let watching = till.stores.payment(on: kiosk.terminal.address).subscribe { $0.show(on: screen) }
        defer { watching.cancel() }
        let report = try #require(till.pay(order: 1042)).get()
        #expect(screen.shown.contains("Please watch the PIN pad"))
        #expect(screen.shown.contains("Wrong PIN"))
        guard case .approved(let result) = report.outcome else { return #expect(Bool(false), "\(report.outcome)") }
        #expect(result.holderVerification == .onlinePIN)
    }

    /// RevZero/zvtlib#1: that library understood only lines (`06 D1`).
    @Test func revZero1_aReceiptIsTheSameAsAWholeTextAndInLines() throws {
        let (whole, inLines) = (try receipts(.reverses), try receipts(.printsByLine))
        #expect(whole.count == 2 && whole.allSatisfy { $0.count > 5 })
        #expect(whole == inLines)
    }

    private func receipts(_ kind: TerminalScenario.Profile) throws -> [[String]] {
        let kiosk = try VirtualKiosk(TerminalScenario(kind))
        let report = try #require(try kiosk.startTill().pay(order: 1042)).get()
        return try kiosk.storage.read { try $0.receipts(payment: report.payment) }.map { receipt in
            guard case .terminalText(let lines, _) = receipt.document.card else { return [] }
            return lines.map(\.text)
        }
    }

    /// areiter/libecterm#2 asks for an abort. Terminals react to one in different ways.
    @Test(arguments: [TerminalScenario.Profile.reverses, .cardComplete, .refusesAbort, .ignoresAbort])
    func libecterm2_anAbortIsAWishAndTheEndIsTheTerminals(_ kind: TerminalScenario.Profile) throws {
        var scenario = TerminalScenario(kind)
        scenario.timing.cardDelay = 20
        let kiosk = try VirtualKiosk(scenario)
        let till = try kiosk.startTill()
        let isHonoured = scenario.abort == .honours
        let report = StuckComplaintTests.cancel(till, kiosk, after: .seconds(5))
        #expect(report?.outcome.word == (isHonoured ? "cancelled" : "approved"))
        #expect(try kiosk.orderIsPaid(1042) == !isHonoured)
        #expect(try kiosk.violations() == [])
    }
}

/// All texts that a display has shown.
private final class Words: PaymentScreen, Sendable {
    private let words = Mutex<[String]>([])
    var shown: [String] { words.withLock { $0 } }

    func showIdle() {}
    func showProgress(_ words: Sentence) { self.words.withLock { $0.append(words.text(in: .en)) } }
    func showGoods(of payment: PaymentID, _ amount: Money) {}
    func showChecking(_ words: Sentence) {}
    func showEnd(_ outcome: String) {}
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
