import Flow
import Model
import Simulator
import Storage
import Payments
import Testing

/// A sample of the crash table (`CrashTableTests`) with SQLite under it: the till dies at every named step of a payment,
/// and is started again. The terminal's own journal is the oracle.
@Suite struct CrashTests {
    /// A place to die at, and what the terminal does when the till's answer does not come.
    struct Cut: CustomTestStringConvertible, Sendable {
        let checkpoint: Checkpoint
        let scenario: TerminalScenario.Shipped
        let temper: TerminalScenario.Undoing
        var testDescription: String { "\(checkpoint.rawValue), \(scenario.rawValue), \(temper.rawValue)" }
    }

    static let scenarios: [TerminalScenario.Shipped] = [.approve, .wrongPINThenOK, .lostAckReversed, .cablePull]

    static let cuts: [Cut] = Checkpoint.allCases.flatMap { checkpoint in
        scenarios.flatMap { scenario in
            TerminalScenario.Undoing.allCases.map { Cut(checkpoint: checkpoint, scenario: scenario, temper: $0) }
        }
    }

    @Test(arguments: cuts)
    func wooAndroid16295_aTillThatDiesAnywhereChargesAtMostOnceAndLosesNoApproval(_ cut: Cut) throws {
        var scenario = try TerminalScenario(cut.scenario)
        scenario.onMissingResponse = cut.temper
        let kiosk = try VirtualKiosk(scenario)
        let first = try kiosk.startTill(dyingAt: cut.checkpoint)
        let report = first.pay(order: 1042)
        kiosk.world.advance(by: .seconds(1))
        if report != nil { _ = first.printPending() }

        let second = try kiosk.startTill()
        let again = try #require(second.pay(order: 1042), "the second life does not die")
        _ = second.printPending()

        try expectTheTruth(kiosk, again)
    }

    @Test(arguments: 1...16, TerminalScenario.Undoing.allCases)
    func aDiskThatIsFullFromAnyWriteOnLosesNothing(write: Int, temper: TerminalScenario.Undoing) throws {
        var scenario = try TerminalScenario(.approve)
        scenario.onMissingResponse = temper
        let kiosk = try VirtualKiosk(scenario)
        let first = try kiosk.startTill(diskFullFrom: write)
        if case .success(let report)? = first.pay(order: 1042), case .approved = report.outcome {
            #expect(kiosk.truth.standing.count == 1, "approved, and nothing charged")
        }
        let second = try kiosk.startTill()
        let again = try #require(second.pay(order: 1042), "the second life does not die")
        _ = second.printPending()
        try expectTheTruth(kiosk, again)
    }

    @Test func ocaPos550_aTerminalThatStillWaitsForAKilledTillIsAskedAgain() throws {
        let kiosk = try VirtualKiosk(try TerminalScenario(.approve))
        let first = try kiosk.startTill(dyingAt: .s0)
        #expect(first.pay(order: 1042) == nil)
        let again = try #require(try kiosk.startTill().pay(order: 1042)).get()
        #expect(again.outcome.word == "approved")
    }

    @Test func theTerminalHasAnOlderPaymentOfTheSameAmount() throws {
        let kiosk = try VirtualKiosk(try TerminalScenario(.approve))
        #expect(kiosk.terminal.journal.standingCharges.map(\.amountMinor) == [1150])
    }

    /// Checks what must hold whatever happened: I1, I2, I3, I7, I8, and an end in bounded time.
    private func expectTheTruth(_ kiosk: VirtualKiosk, _ last: Result<PaymentReport, Failure>) throws {
        let standing = kiosk.truth.standing
        #expect(standing.count <= 1, "charged \(standing.count) times")
        #expect(try kiosk.orderIsPaid(1042) == !standing.isEmpty, "charged and paid are not the same: \(last)")
        #expect(try kiosk.storage.read { try $0.unsettledPayments() }.isEmpty, "still in doubt: \(last)")
        #expect(try kiosk.originals().values.allSatisfy { $0 == 1 })
        #expect(try kiosk.storage.read { try $0.verifyJournal() }.isIntact)
    }
}

extension JournalVerdict {
    var isIntact: Bool {
        if case .intact = self { true } else { false }
    }
}
