import Flow
import Model
import Simulator
import Stores
import Testing

/// One process with many terminals: there is one payment in flight on each, and none affects another.
@Suite struct SeveralTerminalsTests {
    @Test func sixteenTerminalsTakeAPaymentEachAtOnce() throws {
        let fleet = try Fleet(Array(repeating: TerminalScenario(), count: 16))
        let boxes = fleet.terminals.indices.map { fleet.pay(1000 + Int64($0), on: $0) }
        var mostAtWork = 0
        _ = fleet.wait(for: boxes) {
            mostAtWork = max(mostAtWork, fleet.terminals.count { !$0.isAtRest && $0.journal.requests.count == 1 })
        }
        #expect(mostAtWork == 16)
        #expect(boxes.map { $0.value?.success?.outcome.word } == Array(repeating: "approved", count: 16))
        #expect(fleet.terminals.map { $0.journal.netCharged() } == (1000..<1016).map { Int64($0) })
    }

    @Test func aTerminalThatSaysNothingHoldsUpNoOther() throws {
        let alone = try Fleet(Array(repeating: TerminalScenario(), count: 3))
        let usual = (0..<3).map { alone.wait(for: [alone.pay(1150, on: $0)])[0] }
        var scenarios = Array(repeating: TerminalScenario(), count: 16)
        for index in stride(from: 3, to: 16, by: 4) { scenarios[index] = try TerminalScenario(.terminalSilent) }
        let fleet = try Fleet(scenarios)
        let took = fleet.wait(for: fleet.terminals.indices.map { fleet.pay(1150, on: $0) })
        for index in fleet.terminals.indices where index % 4 != 3 {
            #expect(try #require(took[index]) <= #require(usual[index % 3]) + .milliseconds(20))
        }
    }

    @Test func aDoubtBlocksItsOwnTerminalOnly() throws {
        var scenarios = Array(repeating: TerminalScenario(), count: 6)
        for index in 0..<3 { scenarios[index] = try TerminalScenario(.cableGone) }
        let fleet = try Fleet(scenarios)
        let first = fleet.terminals.indices.map { fleet.pay(1150, on: $0) }
        _ = fleet.wait(for: first)
        let inDoubt = Array(repeating: "in_doubt", count: 3)
        #expect(first.map { $0.value?.success?.outcome.word } == inDoubt + Array(repeating: "approved", count: 3))
        let second = fleet.terminals.indices.map { fleet.pay(1250, on: $0) }
        _ = fleet.wait(for: second)
        #expect(second[..<3].map { $0.value?.failure?.code } == Array(repeating: "payment.inDoubt", count: 3))
        #expect(second[3...].map { $0.value?.success?.outcome.word } == Array(repeating: "approved", count: 3))
        #expect(fleet.terminals.map { $0.journal.requests.count } == [1, 1, 1, 2, 2, 2])
    }

    /// Two terminals were set up with one id by mistake. Unless they are configured as two, they count as one.
    @Test(arguments: [true, false])
    func ofTwoTerminalsWithOneIDADoubtBlocksItsOwnLineWhereTheyAreConfiguredAsTwo(_ areTwo: Bool) throws {
        let fleet = try Fleet(
            [try TerminalScenario(.cableGone), TerminalScenario()], id: "29001234", areTwo: areTwo)
        let first = fleet.pay(1150, on: 0)
        _ = fleet.wait(for: [first])
        #expect(first.value?.success?.outcome.word == "in_doubt")
        let (same, other) = (fleet.pay(1250, on: 0), fleet.pay(1350, on: 1))
        _ = fleet.wait(for: [same])
        _ = fleet.wait(for: [other])
        #expect(same.value?.failure?.code == "payment.inDoubt")
        #expect(fleet.terminals[1].journal.netCharged() == (areTwo ? 1350 : 0))
        if areTwo { #expect(other.value?.success?.outcome.word == "approved") }
        let again = fleet.pay(1450, on: 0)
        _ = fleet.wait(for: [again])
        #expect(again.value?.failure?.code == "payment.inDoubt", "the doubt is not forgotten over that")
    }

    @Test func aTerminalAtWorkRefusesASecondPaymentAndTheOthersDoNot() throws {
        let fleet = try Fleet(Array(repeating: TerminalScenario(), count: 2))
        let first = fleet.pay(1150, on: 0)
        fleet.world.advance(by: .milliseconds(200))
        let second = fleet.pay(1250, on: 0)
        let other = fleet.pay(1350, on: 1)
        _ = fleet.wait(for: [first, second, other])
        #expect(first.value?.success?.outcome.word == "approved")
        #expect(second.value?.failure?.code == "payment.terminalBusy")
        #expect(other.value?.success?.outcome.word == "approved")
    }

    @Test func sumupIOSSDK6_cancellingOnePaymentLeavesTheOthers() throws {
        let fleet = try Fleet(Array(repeating: TerminalScenario(), count: 3))
        let boxes = (0..<3).map { fleet.pay(1150, on: $0) }
        while fleet.terminals.contains(where: { $0.journal.requests.isEmpty }) {
            fleet.world.advance(by: .milliseconds(10))
        }
        let asked = Mailbox<Bool>()
        fleet.stores.manager.dispatch(
            CardPresentPaymentsAction.cancelPayment(on: fleet.terminals[1].address, Reply { asked.put($0) }))
        _ = fleet.wait(for: boxes)
        #expect(asked.value?.success == true)
        #expect(boxes.map { $0.value?.success?.outcome.word } == ["approved", "cancelled", "approved"])
    }

    // MARK: Ends of day

    @Test func sixteenTerminalsEndTheirDaysAtOnceAndEachTellsItsOwn() throws {
        let fleet = try Fleet(Array(repeating: TerminalScenario(), count: 16))
        fleet.wait(for: fleet.terminals.indices.map { fleet.pay(1000 + Int64($0), on: $0) })
        let boxes = fleet.terminals.indices.map { fleet.endDay(on: $0) }
        var mostAtWork = 0
        fleet.wait(for: boxes) { mostAtWork = max(mostAtWork, fleet.terminals.count { !$0.isAtRest }) }
        #expect(mostAtWork == 16)
        for (index, box) in boxes.enumerated() {
            let report = try #require(box.value?.success)
            #expect(report.outcome == .closed && report.reconciliation.verdict == .agrees)
            #expect(report.totals?.totalMinor == 1000 + Int64(index))
            #expect(report.reconciliation.bookings.map(\.amountMinor) == [1000 + Int64(index)])
            #expect(fleet.terminals[index].endsOfDay == 1)
        }
    }

    /// A terminal that falls silent while it ends its day leaves only its own day open; the others end theirs, and take
    /// payments.
    @Test func anEndOfDayInDoubtIsOneTerminalsOwn() throws {
        let fleet = try Fleet(Array(repeating: TerminalScenario(), count: 6))
        fleet.wait(for: fleet.terminals.indices.map { fleet.pay(1150, on: $0) })
        let boxes = fleet.terminals.indices.map { fleet.endDay(on: $0) }
        while fleet.terminals[1].endsOfDay == 0 { fleet.world.advance(by: .milliseconds(10)) }
        fleet.terminals[1].pullCable(backAfter: nil)
        fleet.wait(for: boxes)
        let words = boxes.map { $0.value?.success?.outcome.word }
        #expect(words == ["closed", "in_doubt", "closed", "closed", "closed", "closed"])
        #expect(try fleet.openDays().map(\.terminal.address) == [fleet.terminals[1].address])
        let paid = [0, 2, 3, 4, 5].map { fleet.pay(1250, on: $0) }
        fleet.wait(for: paid)
        #expect(paid.allSatisfy { $0.value?.success?.outcome.word == "approved" })
        fleet.terminals[1].plugIn()
        let again = fleet.endDay(on: 1)
        fleet.wait(for: [again])
        #expect(again.value?.success?.outcome == .closed)
        #expect(again.value?.success?.totals?.totalMinor == 1150)
        #expect(fleet.terminals.map(\.endsOfDay) == Array(repeating: 1, count: 6))
    }

    @Test func aTerminalThatEndsItsDayTakesNothingElseAndTheOthersDo() throws {
        let fleet = try Fleet(Array(repeating: TerminalScenario(), count: 2))
        let end = fleet.endDay(on: 0)
        fleet.world.advance(by: .milliseconds(200))
        let (second, refused, other) = (fleet.endDay(on: 0), fleet.pay(1250, on: 0), fleet.pay(1350, on: 1))
        fleet.wait(for: [end, second])
        fleet.wait(for: [refused, other])
        #expect(end.value?.success?.outcome == .closed)
        #expect(second.value?.failure?.code == "payment.terminalBusy")
        #expect(refused.value?.failure?.code == "payment.terminalBusy")
        #expect(other.value?.success?.outcome.word == "approved")
        #expect(fleet.terminals.map(\.endsOfDay) == [1, 0])
    }
}
