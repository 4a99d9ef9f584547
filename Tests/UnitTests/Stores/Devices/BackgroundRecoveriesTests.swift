import Flow
import Foundation
import Hardware
import Model
import Storage
import Synchronization
import Testing

@testable import Payments
@testable import Stores

/// Recoveries that nobody asked for: they make room, and are forgotten with their process.
@Suite struct BackgroundRecoveriesTests {
    private let counter: Counter
    private let recoveries = BackgroundRecoveries()
    private let terminal = Counter.terminal

    init() throws { counter = try Counter() }

    /// The recovery of a payment on a line that cannot be opened. It gives up after ten seconds.
    private func runner() throws -> PaymentRunner {
        try counter.write([.sending], 1042)
        let id = PaymentID(rawValue: "pay-1042")
        let history = try #require(try counter.storage.read { try StoredLedger.history(id, in: $0) })
        return PaymentRunner(
            history, terminal: nil,
            in: PaymentRunner.Surroundings(
                environment: counter.world.environment, ledger: StoredLedger.sample(counter.storage, counter.world),
                connect: { () throws(Failure) in throw .unplugged }, giveUpAfter: .seconds(10), progress: { _ in }))
    }

    @Test func aTerminalHasOneAtATime() {
        #expect(recoveries.begin(at: terminal) && !recoveries.begin(at: terminal))
        #expect(recoveries.begin(at: DeviceAddress(scheme: "test", path: "other reader")))
        recoveries.ended(at: terminal)
        #expect(recoveries.begin(at: terminal))
    }

    @Test(arguments: [false, true]) func oneThatHasToMakeRoomBeforeItRunsLeavesAtOnce(isNeeded: Bool) throws {
        let runner = try runner()
        #expect(recoveries.begin(at: terminal))
        if isNeeded { recoveries.makeRoom(at: terminal) }
        #expect(recoveries.runs(runner, at: terminal) == isNeeded)
    }

    @Test(arguments: [false, true]) func whatIsForgottenTellsNobodyHowItEnds(isForgotten: Bool) throws {
        let ends = Mutex(0)
        let runner = try runner()
        #expect(recoveries.begin(at: terminal) && !recoveries.runs(runner, at: terminal))
        runner.run(.resume) { _, _ in ends.withLock { $0 += 1 } }
        counter.world.run()
        if isForgotten { recoveries.letGo() }
        counter.world.advance(by: .seconds(60))
        #expect(ends.withLock { $0 } == (isForgotten ? 0 : 1))
        #expect(recoveries.begin(at: terminal) == isForgotten)
    }
}
