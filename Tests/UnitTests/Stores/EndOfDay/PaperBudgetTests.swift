import Failures
import Flow
import Hardware
import Model
import Networking
import Synchronization
import Testing

@testable import Payments
@testable import Stores

/// A terminal that does not stop telling fills no disk.
@Suite struct PaperBudgetTests {
    private static let each = 7_000

    /// It ends each of its answers.
    @Test func theAnswersToAllQuestionsTogetherHaveALimit() throws {
        let counter = try Counter()
        let readers = ScriptedReaders { _, _ in
            let told = (1...Self.each).map { TerminalEvent.totals(TerminalRecordID($0), TerminalTotals()) }
            return [.accepted] + told + [.finished(.completed(TerminalState()))]
        }
        let run = EndOfDayRun(
            request: EndOfDayRequest(terminal: Counter.terminal, printer: nil),
            dependencies: EndOfDayRun.Dependencies(
                environment: counter.world.environment, storage: counter.storage, readers: readers,
                merchantProfile: .test, terminals: counter.scheduler, keepHead: { _ in },
                orderStatuses: OrderStatuses(
                    networks: FixedNetworks([:]), environment: counter.world.environment, patience: .seconds(1))),
            show: { _ in })
        let terminal = try readers.connect(Counter.terminal)
        let kept = Mutex(0)
        let outcomes = try (1...3).map { _ in
            try counter.world.finish { () async throws(Failure) in
                await run.ask(.turnoverTotals, on: terminal) { _ throws(Failure) in kept.withLock { $0 += 1 } }
            }
        }
        #expect(outcomes.map(\.notKept) == [nil, nil, .endless])
        #expect(kept.withLock { $0 } == PaperBudget.most)
        #expect(readers.verdicts.count { $0 == .refuse } == 3 * Self.each - PaperBudget.most)
    }
}
