import Flow
import Hardware
import Model
import Simulator
import Storage
import Stores
import Testing

/// Requests that are made again, after a fault, with the same key.
@Suite struct AskedAgainTests {
    private static let amount = Money(minorUnits: 999, currency: .eur)

    private func isSettled(_ kiosk: VirtualKiosk) throws -> Bool {
        try kiosk.storage.read { try $0.recentPayments(limit: 9).contains { !$0.isOpen && $0.isApproved } }
    }

    /// The cashier cannot know whether the first request came through, and types the same again.
    @Test(arguments: 1...75) func theSameAmountAfterACrashIsChargedOnce(deed: Int) throws {
        let kiosk = try VirtualKiosk(TerminalScenario(), journal: .earlierBooking)
        let life = TillLife(cut: CutPoint(deed: deed, isTorn: false))
        life.whenCut { CutKind.tillDies.strike(life, kiosk) }
        guard try kiosk.startTill(life).take(.amount(Self.amount)) == nil, try !isSettled(kiosk) else { return }
        let till = try kiosk.startTill()
        let again = try #require(till.take(.amount(Self.amount)))
        #expect(kiosk.truth.standing.count == 1)
        if let failure = again.failure {
            #expect(failure.code == "payment.doneAlready")
            #expect(try #require(till.take(.amount(Self.amount))).get().outcome.word == "approved")
            #expect(kiosk.truth.standing.count == 2, "whoever asks once more, knowing of the first, is charged")
        }
        #expect(try kiosk.violations() == [])
    }

    /// The next till may hear answers to what the till before it asked; its payment succeeds all the same.
    @Test(arguments: LineKind.every, 1...60) func whoeverComesAfterACrashIsServed(_ line: LineKind, deed: Int) throws {
        let kiosk = try VirtualKiosk(TerminalScenario(), on: line, journal: .earlierBooking)
        let life = TillLife(cut: CutPoint(deed: deed, isTorn: false))
        life.whenCut { CutKind.tillDies.strike(life, kiosk) }
        _ = try kiosk.startTill(life).pay(order: 1042)
        let next = try #require(try kiosk.startTill().pay(order: 1043))
        #expect(next.failure == nil, "\(next)")
        #expect(try kiosk.violations() == [])
    }

    @Test func anotherAmountAfterACrashIsChargedAndTheFirstIsTold() throws {
        let kiosk = try VirtualKiosk(TerminalScenario(), journal: .earlierBooking)
        _ = try kiosk.startTill(dyingAt: .s6).take(.amount(Self.amount))
        let till = try kiosk.startTill()
        #expect(try #require(till.pay(order: 1042)).get().outcome.word == "approved")
        #expect(kiosk.truth.standing.count == 2)
    }

    /// Exit 75 says: try again. The same key must not prevent that.
    @Test func aKeyGoesOnWhereNothingCameOfIt() throws {
        var scenario = TerminalScenario()
        scenario.faults.faults = [TerminalScenario.TerminalFault(.busy, at: 6)]
        let kiosk = try VirtualKiosk(scenario, journal: .earlierBooking)
        let till = try kiosk.startTill()
        let first = try #require(till.pay(order: 1042, key: "k")).get()
        #expect(first.outcome.word == "not_charged")
        let second = try #require(till.pay(order: 1042, key: "k")).get()
        #expect(second.outcome.word == "approved" && !second.wasKnown)
        let third = try #require(till.pay(order: 1042, key: "k")).get()
        #expect(third.payment == second.payment && third.wasKnown)
        #expect(kiosk.truth.standing.count == 1)
    }
}
