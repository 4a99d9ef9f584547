import Flow
import Hardware
import Model
import Simulator
import Storage
import Stores
import Testing

/// A till that keeps running is started after one that died, and nobody asks it for anything.
@Suite struct ResumeTests {
    private func resume(_ kiosk: VirtualKiosk) throws -> VirtualTill {
        let till = try kiosk.startTill()
        let printer = DeviceIdentity(kind: .printer, address: .paper)
        _ = till.ask { AppSettingsAction.remember(printer, $0) }
        let stores = till.stores
        try kiosk.world.finish { () async throws(Failure) in try await stores.resume() }
        kiosk.world.advance(by: .seconds(600))
        return till
    }

    private func expectNothingIsLeft(_ kiosk: VirtualKiosk) throws {
        let (open, news, prints) = try kiosk.storage.read { reader in
            (
                try reader.unsettledPayments(), try reader.pendingOutbox(limit: 100),
                try reader.pendingPrintJobs(printer: nil)
            )
        }
        #expect(open.isEmpty && news.isEmpty && prints.isEmpty, "\(open) \(news) \(prints)")
    }

    @Test(arguments: CrashTests.cuts) func odoo207425_whatADeadTillLeftIsFinished(_ cut: CrashTests.Cut) throws {
        var scenario = try TerminalScenario(cut.scenario)
        scenario.onMissingResponse = cut.temper
        let kiosk = try VirtualKiosk(scenario)
        let first = try kiosk.startTill(dyingAt: cut.checkpoint)
        if first.pay(order: 1042) != nil { first.printPending() }

        _ = try resume(kiosk)
        try expectNothingIsLeft(kiosk)
        #expect(try kiosk.orderIsPaid(1042) == !kiosk.truth.standing.isEmpty)
        #expect(try kiosk.originals().values.allSatisfy { $0 == 1 })
        #expect(try kiosk.violations().isEmpty)
    }

    /// The truth is known however long the terminal was gone, and wherever in its pauses the till then is; but not
    /// before the card phase must have ended, since the terminal did not say that it was busy.
    @Test(arguments: [7, 60, 61, 62, 63, 64, 65, 66, 300, 3607])
    func portalum59_tenSecondsAfterAnIdleTerminalIsBackTheTruthIsKnown(gone: Int) throws {
        let kiosk = try VirtualKiosk(try TerminalScenario(.cableGone))
        let till = try resume(kiosk)
        let doubt = try #require(till.pay(order: 1042, giveUpAfter: .seconds(5))).get()
        #expect(doubt.outcome.word == "in_doubt")
        kiosk.world.advance(by: .seconds(gone))
        #expect(kiosk.terminal.isAtRest)
        kiosk.terminal.plugIn()
        kiosk.world.advance(by: .seconds(10) + max(.zero, CardPhase.longest - .seconds(gone)))
        #expect(try kiosk.storage.read { try $0.unsettledPayments() }.isEmpty)
        #expect(try kiosk.orderIsPaid(1042) == !kiosk.truth.standing.isEmpty)
    }

    @Test func aPaymentIsPrintedAndToldByItself() throws {
        let kiosk = try VirtualKiosk(try TerminalScenario(.approve))
        let till = try resume(kiosk)
        #expect(try #require(till.pay(order: 1042)).get().outcome.word == "approved")
        kiosk.world.advance(by: .seconds(30))
        try expectNothingIsLeft(kiosk)
        #expect(kiosk.printer.paper.count == 2)
    }

    /// The till asks by itself every few seconds, for a minute each time; whoever comes meanwhile is not sent away.
    @Test(arguments: [0, 1, 5, 30, 59, 61, 64])
    func whoNeedsTheTerminalDoesNotWaitForARecoveryThatNobodyAskedFor(after seconds: Int) throws {
        let kiosk = try VirtualKiosk(try TerminalScenario(.cableGone))
        let till = try resume(kiosk)
        let doubt = try #require(till.pay(order: 1042, giveUpAfter: .seconds(5))).get()
        kiosk.world.advance(by: CardPhase.longest + .seconds(seconds))
        let evidence = "the terminal's journal of today"
        let settled = try #require(
            till.ask {
                CardPresentPaymentsAction.settleDoubt(
                    doubt.payment, .booked(receipt: 9, trace: 9, amount: Money(minorUnits: 1150, currency: .eur)),
                    words: evidence, numbersRestarted: false, newestIsAnothers: false, $0)
            })
        #expect(try settled.get().outcome.word == "approved")
        #expect(try kiosk.storage.read { try $0.unsettledPayments() }.isEmpty)
    }

    @Test(arguments: [0, 1, 5, 30])
    func aPaymentRecoversWhatIsOpenAndBeginsWhileTheTillRecoversByItself(after seconds: Int) throws {
        let kiosk = try VirtualKiosk(try TerminalScenario(.cableGone))
        let till = try resume(kiosk)
        let doubt = try #require(till.pay(order: 1042, giveUpAfter: .seconds(5))).get()
        #expect(doubt.outcome.word == "in_doubt")
        kiosk.world.advance(by: CardPhase.longest)
        kiosk.terminal.plugIn()
        kiosk.world.advance(by: .seconds(seconds))
        // This scenario's cable is pulled in every payment.
        let next = try #require(till.pay(order: 1043, giveUpAfter: .seconds(5))).get()
        #expect(next.orderNumber == "1043")
        #expect(try kiosk.storage.read { try $0.unsettledPayments() }.map(\.id) == [next.payment])
        #expect(try kiosk.violations().isEmpty)
    }
}
