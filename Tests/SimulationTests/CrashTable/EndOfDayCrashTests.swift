import Foundation
import Simulator
import Synchronization
import Testing

/// Ends of day in the crash table: every kind of day, cut off at its deeds by everything and found in every state;
/// requested, or demanded by the terminal and begun by a payment; then requested again or left to the next payment, and
/// compared with the terminal's own journal. The tests cut at every sixth deed; `TILL_FAULTS=all` cuts at each.
@Suite struct EndOfDayCrashTests {
    static let columns: [EndOfDayCrashColumn] = CutKind.allCases.flatMap { cut in
        DayBefore.allCases.map { EndOfDayCrashColumn(before: $0, cut: cut) }
            + [.payment, .everything].map { EndOfDayCrashColumn(before: $0, cut: cut, isDemanded: true) }
    }

    private static let whole = Mutex((columns: 0, cuts: 0, violations: 0))

    @Test(arguments: columns)
    func noCutEndsADayTwiceOrLosesOne(_ column: EndOfDayCrashColumn) throws {
        let tally = try column.run()
        print(tally)
        Self.whole.withLock { whole in
            whole.columns += 1
            whole.cuts += tally.cuts
            whole.violations += tally.violations.count
            guard whole.columns == Self.columns.count else { return }
            print("crash table, ends of day: \(whole.cuts) cuts, \(whole.violations) broke an invariant")
        }
        #expect(tally.violations.isEmpty, "\(tally.violations.joined(separator: "\n"))")
        #expect(tally.ends.count > 2)
    }

    /// Cuts in each row of the table, and then twice more during the recovery.
    @Test(arguments: [DayBefore.payment, .reversal], [TerminalAfterCut.stillRunning, .approving])
    func askingThatIsCutOffTwiceStillFindsTheTruth(before: DayBefore, terminalState: TerminalAfterCut) throws {
        for first in stride(from: 9, to: 26, by: 7) {
            let run = EndOfDayCrashCase(
                before: before, cut: .tillDies, terminalState: terminalState, isPaidNext: first % 2 == 0)
            for second in stride(from: 1, to: 30, by: 9) {
                let cuts = [
                    CutPoint(deed: second, isTorn: second % 2 == 0), CutPoint(deed: 1 + (second * 5 + first) % 30),
                ]
                let tally = try EndOfDayCrashRun(run, at: CutPoint(deed: first), then: cuts)
                #expect(tally.violations.isEmpty, "\(tally) then \(cuts): \(tally.violations)")
            }
        }
    }
}

/// One end of day, cut off in one way at each of its deeds.
struct EndOfDayCrashColumn: Sendable, CustomTestStringConvertible {
    private static let playsAll = ProcessInfo.processInfo.environment["TILL_FAULTS"] == "all"

    let before: DayBefore
    let cut: CutKind
    var isDemanded = false

    var testDescription: String {
        "end of day\(isDemanded ? " on demand" : ""), \(before.rawValue), \(cut.rawValue)"
    }

    func run() throws -> CrashTally<EndOfDayCrashRow> {
        var tally = CrashTally<EndOfDayCrashRow>(name: testDescription)
        let uncut = try add(at: nil, 0, to: &tally)
        // Other tests cut off payments: of a payment that ends a day first, only what comes before its own command is
        // cut.
        let payment = isDemanded ? uncut.deeds.lastIndex(where: \.isAuthorisation) : nil
        let deeds = payment ?? uncut.deeds.count
        for place in 0..<deeds where Self.playsAll || place % 6 == firstPlace {
            try add(at: CutPoint(deed: place + 1, isTorn: place % 3 == 1), place, to: &tally)
        }
        return tally
    }

    /// The first deed to cut at; another one in each column, so that all are met.
    private var firstPlace: Int {
        let (days, cuts) = (DayBefore.allCases, CutKind.allCases)
        return ((days.firstIndex(of: before) ?? 0) + (cuts.firstIndex(of: cut) ?? 0)) % 6
    }

    @discardableResult
    private func add(
        at cut: CutPoint?, _ place: Int, to tally: inout CrashTally<EndOfDayCrashRow>
    ) throws -> EndOfDayCrashRun {
        let run = try EndOfDayCrashRun(theCase(place), at: cut)
        tally.add(run, run.violations, run.row, run.end)
        return run
    }

    private func theCase(_ place: Int) -> EndOfDayCrashCase {
        let terminalStates = TerminalAfterCut.allCases
        return EndOfDayCrashCase(
            before: before, cut: cut, terminalState: terminalStates[place * 7 % terminalStates.count],
            isPaidNext: (place / 2) % 2 == 1, isDemanded: isDemanded)
    }
}

extension Deed {
    /// Whether the deed sends an authorisation. When the end of day is demanded, the terminal refuses the first one,
    /// and the last one is the payment.
    fileprivate var isAuthorisation: Bool {
        guard case .send(let bytes) = self else { return false }
        return bytes.zvtControls.contains(0x0601)
    }
}
