import Flow
import Foundation
import Hardware
import Model
import Simulator
import Storage
import StorageInMemory
import Payments
import Stores
import Testing

/// Ends of day in virtual time: the till's stores over the real ZVT machine, against a simulated terminal.
@Suite struct EndOfDayTests {
    private func kiosk(
        _ journal: TerminalJournal = TerminalJournal(entries: []), _ change: (inout TerminalScenario) -> Void = { _ in }
    ) throws -> VirtualKiosk {
        var scenario = try TerminalScenario(.approve)
        change(&scenario)
        return try VirtualKiosk(scenario, journal: journal) { world in MemoryStorage { world.now } }
    }

    // MARK: A day

    @Test func aDayIsEndedAndTheThreeBooksAgree() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042)
        _ = till.pay(order: 1043)
        let report = try #require(try till.endDay()?.get())
        #expect(report.outcome == .closed)
        #expect(report.reconciliation.verdict == .agrees, "\(report.reconciliation.differences)")
        #expect(report.reconciliation.journalCount == 2)
        #expect(report.reconciliation.remarks.isEmpty == false, "the shop is not told before somebody delivers")
        #expect(report.totals?.schemes?.first { $0.scheme == .mastercard }?.count == 2)
        #expect(!report.texts.isEmpty)
        #expect(kiosk.endsOfDay == 1)
    }

    @Test func theTerminalsOwnReportIsPrintedOnce() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        let report = try #require(try till.endDay()?.get())
        let receipts = try kiosk.storage.read { try $0.receipts(payment: PaymentID(rawValue: report.id.rawValue)) }
        #expect(receipts.map(\.copy) == [.merchant])
        #expect(try till.printPending()?.get().map(\.receipt) == receipts.map(\.id))
        #expect(kiosk.printer.paper.count == 1)
    }

    @Test func theNextDayBeginsWithNothing() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042)
        _ = till.endDay()
        _ = till.pay(order: 1043)
        let report = try #require(try till.endDay()?.get())
        #expect(report.reconciliation.verdict == .agrees, "\(report.reconciliation.differences)")
        #expect(report.reconciliation.bookings.map(\.orderNumber) == ["1043"])
        #expect(kiosk.endsOfDay == 2)
    }

    @Test func aPaymentStartedAtTheTerminalItselfShowsAsSuch() throws {
        let kiosk = try kiosk(.earlierBooking)
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042)
        let books = try #require(try till.endDay()?.get()).reconciliation
        #expect(books.verdict == .agrees, "\(books.differences)")
        #expect(books.remarks.contains(.startedAtTerminal(receipts: [7], amountMinor: 1150)))
    }

    @Test func askingForTheTotalsEndsNothing() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042)
        let asked = try #require(try till.compareTotals()?.get())
        #expect(asked.outcome == .totalsOnly)
        #expect(asked.reconciliation.verdict == .agrees, "\(asked.reconciliation.differences)")
        #expect(kiosk.endsOfDay == 0)
        #expect(try till.endDay()?.get().reconciliation.journalCount == 1)
    }

    @Test func theLastReportIsToldAgain() throws {
        let till = try kiosk().startTill()
        _ = till.pay(order: 1042)
        let report = try #require(try till.endDay()?.get())
        #expect(try till.ask { EndOfDayAction.lastReport(terminal: nil, $0) }?.get() == report)
    }

    @Test func aTerminalThatCountedWithoutUsDiffersByReceipt() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042)
        // The day was ended at the terminal itself: this till never learns what the terminal counted.
        kiosk.storage = try kiosk.forgettingEndsOfDay { _ = till.endDay() }
        let books = try #require(try kiosk.startTill().endDay()?.get()).reconciliation
        #expect(books.verdict == .differs)
        #expect(books.differences.contains { if case .notCounted = $0 { true } else { false } }, "\(books.differences)")
    }

    // MARK: Refusals

    @Test func whileAPaymentIsInDoubtNoDayIsEnded() throws {
        let kiosk = try kiosk()
        _ = try kiosk.startTill(dyingAt: .s6).pay(order: 1042)
        let refused = try kiosk.startTill().endDay()
        #expect(refused?.failure?.code == "payment.inDoubt")
        #expect(kiosk.endsOfDay == 0)
    }

    @Test func onAFullDiskNothingIsSent() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill(diskFullFrom: 1)
        #expect(till.endDay()?.failure?.code == "storage.diskFull")
        #expect(kiosk.endsOfDay == 0)
    }

    // MARK: Cut off

    /// Wherever the till dies, or the line breaks, the terminal ends its day once, and nothing of what it counted is lost.
    @Test(arguments: [false, true]) func aDayThatIsCutOffIsEndedOnce(isTorn: Bool) throws {
        var cuts = 0
        for deed in 1... {
            let kiosk = try kiosk()
            _ = try kiosk.startTill().pay(order: 1042)
            let life = TillLife(cut: CutPoint(deed: deed, isTorn: isTorn))
            _ = try kiosk.startTill(life).endDay()
            guard life.deedsBeforeCut != nil else { break }
            cuts += 1
            kiosk.world.advance(by: .seconds(300))
            let after = TillLife()
            let end = try kiosk.startTill(after).endDay()
            let report = end?.report
            #expect(report?.outcome == .closed, "deed \(deed), \(life.lastDeed): \(String(describing: end?.failure))")
            #expect(report?.totals?.totalMinor == 1150, "deed \(deed)")
            #expect(report?.reconciliation.verdict == .agrees, "deed \(deed): \(String(describing: report))")
            #expect(kiosk.endsOfDay == 1, "deed \(deed)")
            #expect(life.violations + after.violations == [], "deed \(deed)")
        }
        #expect(cuts > 20, "\(cuts) cuts in all")
    }

    /// Nobody has to ask for it: the next payment finds out what became of the day.
    @Test func whatBecameOfADayThatWasCutOffIsKnownAfterTheNextPayment() throws {
        var open = 0
        for deed in 1... {
            let kiosk = try kiosk()
            _ = try kiosk.startTill().pay(order: 1042)
            let life = TillLife(cut: CutPoint(deed: deed))
            _ = try kiosk.startTill(life).endDay()
            guard life.deedsBeforeCut != nil else { break }
            kiosk.world.advance(by: .seconds(300))
            if try !kiosk.openDays().isEmpty { open += 1 }
            let after = TillLife()
            let till = try kiosk.startTill(after)
            #expect(try till.pay(order: 1043)?.get().outcome.word == "approved", "deed \(deed), \(life.lastDeed)")
            #expect(try kiosk.openDays() == [], "deed \(deed), \(life.lastDeed)")
            let last = till.ask { EndOfDayAction.lastReport(terminal: nil, $0) }?.report
            #expect((last?.outcome == .closed) == (kiosk.endsOfDay == 1), "deed \(deed): \(String(describing: last))")
            #expect(try kiosk.violations() + life.violations + after.violations == [], "deed \(deed)")
        }
        #expect(open > 10, "\(open) days were cut off")
    }

    /// The terminal's totals say nothing of a day that came to nothing: an end that did not take place is never
    /// reported as one, and a reported end is never forgotten.
    @Test(arguments: [false, true]) func aDayThatCameToNothingIsSaidToBeEndedOnlyWhereItIs(isReversed: Bool) throws {
        var ends: [String: Int] = [:]
        for deed in 1... {
            let kiosk = try kiosk()
            let till = try kiosk.startTill()
            if isReversed {
                let paid = try #require(try till.pay(order: 1042)?.get().payment)
                #expect(till.giveBack(.reversal(of: paid))?.report?.outcome.word == "approved")
            }
            let life = TillLife(cut: CutPoint(deed: deed))
            _ = try kiosk.startTill(life).endDay()
            guard life.deedsBeforeCut != nil else { break }
            kiosk.world.advance(by: .seconds(300))
            let ended = kiosk.endsOfDay
            if try kiosk.openDays().isEmpty { continue }
            let next = try kiosk.startTill()
            _ = next.pay(order: 1043)
            #expect(try kiosk.openDays() == [], "deed \(deed), \(life.lastDeed)")
            let report = next.ask { EndOfDayAction.lastReport(terminal: nil, $0) }?.report
            let word = report?.outcome.word ?? "none"
            ends[word, default: 0] += 1
            // This terminal repeats its last end of day, and repeats receipts of what was reversed.
            #expect(word == (ended == 1 ? "closed" : isReversed ? "not_closed" : "nothing_counted"), "deed \(deed)")
            #expect(next.endDay()?.report?.reconciliation.verdict == .agrees, "deed \(deed)")
        }
        #expect(ends.values.reduce(0, +) > 10 && ends.count == 2, "\(ends)")
    }

    /// A second cut, while the terminal is asked what it counts: its late answer is not mistaken for the result of the
    /// day.
    @Test func whatItCountsNowNeverTakesThePlaceOfWhatItCountedThen() throws {
        for first in [14, 17, 23] {
            for second in stride(from: 1, through: 40, by: 5) {
                let kiosk = try kiosk()
                _ = try kiosk.startTill().pay(order: 1042)
                _ = try kiosk.startTill(TillLife(cut: CutPoint(deed: first))).endDay()
                #expect(try kiosk.openDays().count == 1)
                kiosk.world.advance(by: .seconds(300))
                _ = try kiosk.startTill(TillLife(cut: CutPoint(deed: second))).endDay()
                let third = try kiosk.startTill()
                if try kiosk.endsOfDay == 0 || !kiosk.openDays().isEmpty { _ = third.endDay() }
                let report = third.ask { EndOfDayAction.lastReport(terminal: nil, $0) }?.report
                let cuts = "cut at \(first), then at \(second)"
                #expect(report?.outcome == .closed, "\(cuts)")
                #expect(report?.totals?.totalMinor == 1150, "\(cuts)")
                #expect(report?.reconciliation.verdict == .agrees, "\(cuts)")
                #expect(kiosk.endsOfDay == 1, "\(cuts)")
            }
        }
    }

    @Test func aTerminalThatDoesNotTellWhatItCountsTakesPaymentsAllTheSame() throws {
        let kiosk = try kiosk()
        _ = try kiosk.startTill(TillLife(dyingAt: "E2")).endDay()
        kiosk.world.advance(by: .seconds(60))
        kiosk.exchangeTerminal()
        #expect(try kiosk.startTill().pay(order: 1042)?.get().outcome.word == "approved")
        #expect(try kiosk.openDays().count == 1)
    }

    /// A terminal that repeats nothing: lost totals are reported as lost.
    @Test func totalsThatNobodyTellsAgainAreSaidToBeLost() throws {
        var lost = 0
        for deed in 1... {
            let kiosk = try kiosk { $0.repeatReceipt.ability = .refuses }
            _ = try kiosk.startTill().pay(order: 1042)
            let life = TillLife(cut: CutPoint(deed: deed))
            _ = try kiosk.startTill(life).endDay()
            guard life.deedsBeforeCut != nil else { break }
            kiosk.world.advance(by: .seconds(300))
            let end = try kiosk.startTill().endDay()
            let report = end?.report
            #expect(report?.outcome.isAnEnd == true, "deed \(deed): \(String(describing: end))")
            if report?.outcome == .closedWithoutTotals { lost += 1 }
            #expect(kiosk.endsOfDay == 1, "deed \(deed)")
        }
        #expect(lost > 0)
    }

    /// No result is answered that is not on disk; what the disk does not take, the terminal tells again.
    @Test func everyWriteOfAnEndOfDayMeetsAFullDisk() throws {
        for write in 1... {
            let kiosk = try kiosk()
            _ = try kiosk.startTill().pay(order: 1042)
            let life = TillLife(diskFullFrom: write)
            let end = try kiosk.startTill(life).endDay()
            #expect(life.violations == [], "write \(write)")
            if case .success? = end { break }
            let report = try kiosk.startTill().endDay()?.report
            #expect(report?.outcome == .closed, "write \(write): \(String(describing: report?.outcome))")
            #expect(report?.reconciliation.verdict == .agrees, "write \(write)")
            #expect(kiosk.endsOfDay == 1, "write \(write)")
        }
    }
}

extension VirtualTill {
    func endDay() -> Result<EndOfDayReport, Failure>? { ask { EndOfDayAction.endDay(endOfDay, $0) } }
    func compareTotals() -> Result<EndOfDayReport, Failure>? { ask { EndOfDayAction.compareTotals(endOfDay, $0) } }

    private var endOfDay: EndOfDayRequest {
        EndOfDayRequest(terminal: request(1042).terminal, printer: .paper, giveUpAfter: .seconds(30))
    }
}

extension VirtualKiosk {
    /// How often the terminal has ended its day.
    var endsOfDay: Int { terminal.endsOfDay }

    func openDays() throws -> [EndOfDayIntent] { try storage.read { try EndOfDayIntent.open(in: $0) } }

    /// Puts another terminal in its place.
    func exchangeTerminal() {
        var other = TerminalScenario()
        other.identity.terminalID = "29009999"
        terminal.switchOff()
        terminal.switchOn(other, past: TerminalJournal(entries: []))
        world.advance(by: .seconds(1))
    }

    /// Runs the work, and returns the storage as it was before.
    func forgettingEndsOfDay(_ work: () -> Void) throws -> any StorageManagerType {
        let before = try #require(storage as? MemoryStorage).copy()
        work()
        return before
    }
}

extension Result where Failure == Flow.Failure {
    var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }

    var report: Success? {
        guard case .success(let report) = self else { return nil }
        return report
    }
}

extension TillLife {
    var lastDeed: String { deeds.last.map { "\($0)" } ?? "nothing" }
}

extension EndOfDayReport.Outcome {
    fileprivate var isAnEnd: Bool { self == .closed || self == .closedWithoutTotals }
}
