import Simulator
import Synchronization
import Testing

/// Ends of day in the crash table: every kind of day, cut off at each deed by everything, found in every state; then either
/// asked for again or left to the next payment, and held against the terminal's own book.
@Suite struct EndOfDayCrashTests {
    static let columns: [EndOfDayCrashColumn] = DayBefore.allCases.flatMap { before in
        CutKind.allCases.map { EndOfDayCrashColumn(before: before, cut: $0) }
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

    /// Each row of the table, and then twice more while it is found out.
    @Test(arguments: [DayBefore.payment, .reversal], [Aftermath.stillRunning, .approving])
    func askingThatIsCutOffTwiceStillFindsTheTruth(before: DayBefore, aftermath: Aftermath) throws {
        for first in stride(from: 9, to: 40, by: 5) {
            let run = EndOfDayCrashCase(
                before: before, cut: .tillDies, aftermath: aftermath, isPaidNext: first % 2 == 0)
            for second in stride(from: 1, to: 30, by: 3) {
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
    let before: DayBefore
    let cut: CutKind

    var testDescription: String { "end of day, \(before.rawValue), \(cut.rawValue)" }

    func run() throws -> CrashTally<EndOfDayCrashRow> {
        var tally = CrashTally<EndOfDayCrashRow>(name: testDescription)
        let uncut = try EndOfDayCrashRun(theCase(0), at: nil)
        tally.add(uncut, uncut.violations, uncut.row, uncut.end)
        for place in uncut.deeds.indices where place % 2 == (cut.tillSurvives ? 0 : 1) {
            let cut = try EndOfDayCrashRun(theCase(place), at: CutPoint(deed: place + 1, isTorn: place % 3 == 1))
            tally.add(cut, cut.violations, cut.row, cut.end)
        }
        return tally
    }

    private func theCase(_ place: Int) -> EndOfDayCrashCase {
        let aftermaths = Aftermath.allCases
        return EndOfDayCrashCase(
            before: before, cut: cut, aftermath: aftermaths[place * 7 % aftermaths.count],
            isPaidNext: (place / 2) % 2 == 1)
    }
}
