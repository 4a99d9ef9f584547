import Flow
import Model
import Simulator
import Storage
import StorageInMemory
import Payments
import Stores
import Testing

/// Ends of day that were cut off with terminals that do not tell what they count: what is evidence all the same, what
/// stays open, and what a person may decide.
@Suite struct EndOfDayDoubtTests {
    private func kiosk(
        _ journal: TerminalJournal = TerminalJournal(entries: []), _ change: (inout TerminalScenario) -> Void = { _ in }
    ) throws -> VirtualKiosk {
        var scenario = try TerminalScenario(.approve)
        change(&scenario)
        return try VirtualKiosk(scenario, journal: journal) { world in MemoryStorage { world.now } }
    }

    /// A day with one payment of 11.50, whose end is cut off, with a terminal that tells nothing afterwards.
    private func silent(
        dyingAt step: String = "E1", after pause: Duration = .seconds(300)
    ) throws -> (kiosk: VirtualKiosk, till: VirtualTill, EndOfDayID) {
        let kiosk = try kiosk {
            $0.tellsTotals = false
            $0.repeatReceipt.ability = .refuses
        }
        _ = try kiosk.startTill().pay(order: 1042)
        _ = try kiosk.startTill(TillLife(dyingAt: step)).endDay()
        kiosk.world.advance(by: pause)
        return (kiosk, try kiosk.startTill(), try #require(try kiosk.openDays().first?.id))
    }

    /// The terminal's totals or its last end of day are evidence too; what neither tells stays open.
    @Test func aTerminalThatDoesNotTellWhatItCountsIsAskedForItsLastEndOfDay() throws {
        var cuts = 0
        for deed in 1... {
            let kiosk = try kiosk { $0.tellsTotals = false }
            _ = try kiosk.startTill().pay(order: 1042)
            _ = try kiosk.startTill().endDay()
            _ = try kiosk.startTill().pay(order: 1043)
            let life = TillLife(cut: CutPoint(deed: deed))
            _ = try kiosk.startTill(life).endDay()
            guard life.deedsBeforeCut != nil else { break }
            kiosk.world.advance(by: .seconds(300))
            let end = try kiosk.startTill().endDay()
            #expect(end?.report?.outcome == .closed, "deed \(deed), \(life.lastDeed): \(String(describing: end))")
            #expect(end?.report?.totals?.totalMinor == 2820, "deed \(deed)")
            #expect(end?.report?.reconciliation.verdict == .agrees, "deed \(deed)")
            #expect(kiosk.endsOfDay == 2, "deed \(deed)")
            cuts += 1
        }
        #expect(cuts > 20)
    }

    /// The terminal tells nothing afterwards: nothing is sent again, and the outcome stays open.
    @Test func whatNothingTellsStaysOpenAndIsNotSentAgain() throws {
        let kiosk = try kiosk {
            $0.tellsTotals = false
            $0.repeatReceipt.ability = .refuses
        }
        _ = try kiosk.startTill().pay(order: 1042)
        _ = try kiosk.startTill(TillLife(dyingAt: "E1")).endDay()
        kiosk.world.advance(by: .seconds(300))
        for _ in 1...2 {
            let report = try kiosk.startTill().endDay()?.report
            #expect(report?.outcome == .inDoubt(reason: "The terminal does not tell what it counts."))
            #expect(try kiosk.openDays().map(\.id) == [report?.id])
        }
        #expect(kiosk.endsOfDay == 0)
        // Payments remain possible.
        #expect(try kiosk.startTill().pay(order: 1043)?.report?.outcome.word == "approved")
        #expect(try kiosk.startTill().compareTotals()?.failure?.code == "endOfDay.open")
    }

    /// A terminal that tells only one sum has taken a payment by itself: the sum matches neither the old day nor the
    /// new one.
    @Test func aSumThatDecidesNothingLeavesItOpen() throws {
        let kiosk = try kiosk(.earlierBooking) {
            $0.totalsByScheme = false
            $0.repeatReceipt.ability = .refuses
        }
        _ = try kiosk.startTill().pay(order: 1042)
        _ = try kiosk.startTill(TillLife(dyingAt: "E1")).endDay()
        kiosk.world.advance(by: .seconds(300))
        for _ in 1...2 {
            let report = try kiosk.startTill().endDay()?.report
            #expect(report?.outcome.word == "in_doubt")
            #expect(try kiosk.openDays().map(\.id) == [report?.id])
        }
        #expect(kiosk.endsOfDay == 0)
    }

    /// A replacement terminal has a day of its own; the day of the first terminal stays open.
    @Test func anotherTerminalInItsPlaceEndsItsOwnDay() throws {
        let kiosk = try kiosk()
        _ = try kiosk.startTill().pay(order: 1042)
        _ = try kiosk.startTill(TillLife(dyingAt: "E1")).endDay()
        kiosk.world.advance(by: .seconds(300))
        kiosk.exchangeTerminal()
        _ = try kiosk.startTill().pay(order: 1043)
        let report = try kiosk.startTill().endDay()?.get()
        #expect(report?.outcome == .closed)
        #expect(report?.terminal.id == "29009999")
        #expect(report?.reconciliation.verdict == .agrees)
        #expect(try kiosk.openDays().map(\.terminal.id) == ["29001234"])
    }

    // MARK: What a person may decide

    @Test(arguments: [Int64(1150), 1250]) func whatItCameToIsComparedWithTheSumThatWasRead(total: Int64) throws {
        let (kiosk, till, id) = try silent()
        let report = try #require(till.settle(id, .ended(total: Money(minorUnits: total, currency: .eur)))).get()
        #expect(report.outcome == .closed)
        #expect(report.reconciliation.verdict == (total == 1150 ? .agrees : .differs))
        #expect(try kiosk.openDays().isEmpty)
        // The next day begins at zero.
        #expect(till.compareTotals()?.report == nil)
        _ = till.pay(order: 1043)
        #expect(till.endDay()?.report?.reconciliation.bookings.map(\.orderNumber) == ["1043"])
    }

    /// The terminal had not ended that day and goes on counting it.
    @Test func receiptsOfADayThatWasWronglyCalledEndedAreNotCalledTheTerminalsOwn() throws {
        let (kiosk, till, id) = try silent()
        let sum = Money(minorUnits: 1150, currency: .eur)
        let stated = try #require(till.settle(id, .ended(total: sum))).get()
        let receipts = stated.reconciliation.bookings.compactMap(\.receipt)
        _ = till.pay(order: 1043)
        let remarks = try #require(till.endDay()).get().reconciliation.remarks
        #expect(kiosk.endsOfDay == 1 && receipts.count == 1)
        #expect(remarks.contains(.dayEndedByPerson(id, receipts: receipts, amountMinor: 1150)), "\(remarks)")
        #expect(!remarks.contains { $0.word == "started_at_terminal" }, "\(remarks)")
    }

    @Test func anEndOfDayIsFoundByItsId() throws {
        let (_, till, id) = try silent()
        func report(_ id: EndOfDayID) -> Result<EndOfDayReport, Failure>? {
            till.ask { EndOfDayAction.report(id, $0) }
        }
        #expect(report(id)?.failure?.code == "endOfDay.open")
        #expect(report(EndOfDayID(rawValue: "eod-NONE"))?.failure?.code == "endOfDay.notFound")
        let settled = try #require(till.settle(id, .ended(total: nil))).get()
        #expect(try report(id)?.get() == settled)
        #expect(settled.outcome.sentence.text(in: .en).contains("It reported no totals, or they were lost"))
    }

    @Test func whereNobodyKnowsTheSumItIsLost() throws {
        let (_, till, id) = try silent()
        #expect(try #require(till.settle(id, .ended(total: nil))).get().outcome == .closedWithoutTotals)
    }

    @Test func aDayThatGoesOnIsEndedByTheNextOne() throws {
        let (kiosk, till, id) = try silent()
        let report = try #require(till.settle(id, .notEnded)).get()
        #expect(report.outcome.word == "not_closed")
        let next = try #require(till.endDay()).get()
        #expect(next.outcome == .closed && next.reconciliation.verdict == .agrees)
        #expect(kiosk.endsOfDay == 1)
    }

    /// It may end its day a moment after somebody read that it goes on.
    @Test func asLongAsTheTerminalMayBeAtWorkItsDayIsNotSaidToGoOn() throws {
        let (kiosk, till, id) = try silent(after: .seconds(30))
        #expect(till.settle(id, .notEnded)?.failure?.code == "settlement.tooEarly")
        #expect(try kiosk.openDays().map(\.id) == [id])
        kiosk.world.advance(by: .seconds(240))
        #expect(try #require(till.settle(id, .notEnded)).get().outcome.word == "not_closed")
    }

    @Test(arguments: [Int64.max, .min, Money.mostMinorUnits + 1])
    func aTotalThatNoTerminalCanCountIsRefused(total: Int64) throws {
        let (kiosk, till, id) = try silent()
        let sum = Money(minorUnits: total, currency: .eur)
        #expect(till.settle(id, .ended(total: sum))?.failure?.code == "settlement.badTotal")
        #expect(try kiosk.openDays().map(\.id) == [id])
    }

    @Test func whatTheTerminalToldIsNotContradicted() throws {
        let (kiosk, till, id) = try silent(dyingAt: "E2")
        let other = Money(minorUnits: 1250, currency: .eur)
        #expect(till.settle(id, .ended(total: other))?.failure?.code == "settlement.contradiction")
        let dollars = Money(minorUnits: 1150, currency: try #require(Currency(code: "USD")))
        #expect(till.settle(id, .ended(total: dollars))?.failure?.code == "settlement.contradiction")
        #expect(try kiosk.openDays().map(\.id) == [id])
        #expect(try #require(till.settle(id, .ended(total: nil))).get().reconciliation.verdict == .agrees)
    }

    /// The totals may not have been answered, and then the terminal's day goes on (ZVT 13.08 §2.16).
    @Test func totalsWhoseAnswerMayBeLostAreNoEndOfTheDay() throws {
        let (kiosk, till, id) = try silent(dyingAt: "E2")
        let report = try #require(till.endDay()).get()
        #expect(report.outcome == .inDoubt(reason: "The terminal does not tell what it counts."))
        #expect(report.totals?.totalMinor == 1150, "it has told them all the same")
        #expect(try kiosk.openDays().map(\.id) == [id])
        #expect(try #require(till.settle(id, .notEnded)).get().outcome.word == "not_closed")
    }

    @Test func whatIsNotOpenIsNotSettledAndNothingWithoutWords() throws {
        let (_, till, id) = try silent()
        #expect(till.settle(id, .notEnded, words: " ")?.failure?.code == "settlement.noEvidence")
        let other = EndOfDayID(rawValue: "eod-0")
        #expect(till.settle(other, .notEnded)?.failure?.code == "settlement.notInDoubt")
        _ = till.settle(id, .notEnded)
        #expect(till.settle(id, .ended(total: nil))?.failure?.code == "settlement.notInDoubt")
    }
}

extension VirtualTill {
    fileprivate func settle(
        _ id: EndOfDayID, _ statement: EndOfDayEvidence.Statement, words: String = "the slip of the evening"
    ) -> Result<EndOfDayReport, Failure>? {
        ask { EndOfDayAction.settle(id, statement, words: words, $0) }
    }
}
