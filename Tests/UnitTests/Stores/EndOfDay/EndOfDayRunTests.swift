import Flow
import Foundation
import Hardware
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// What a terminal is asked at the end of its day, and what follows from its answers.
@Suite struct EndOfDayRunTests {
    private let counter: Counter
    private let readers = ScriptedReaders(Self.ends)
    private static let id = "29001234"
    private static let second = DeviceAddress(scheme: "test", path: "second")

    init() throws { counter = try Counter() }

    /// A terminal that counted nothing and does whatever it is asked for, except for repeating.
    static let ends: ScriptedReaders.Script = { request, _ in
        switch request {
        case .register: .taken(end: .completed(TerminalState(terminalID: id, status: 0)))
        case .turnoverTotals: .taken(.totals(TerminalRecordID(1), .of(nil, [:])))
        case .endOfDay:
            .taken(
                .totals(TerminalRecordID(1), .of(nil, [:])),
                .text(TerminalRecordID(2), TerminalText(copy: nil, lines: [], endsReceipt: true)))
        case .authorise, .reverse, .refund, .preauthorise, .book, .partialRelease, .release,
            .openPreauthorisations, .diagnose, .initialise, .logOff, .setClock, .enquireStatus, .repeatReceipt,
            .reprint, .probe:
            .refused(0x83)
        }
    }

    /// The usual terminal, but for its answers to one request.
    private func tells(_ asked: TerminalRequest, _ script: @escaping @Sendable (_ earlier: Int) -> [TerminalEvent]) {
        readers.answer { request, earlier in request == asked ? script(earlier) : Self.ends(request, earlier) }
    }

    private func endDay(
        on terminal: DeviceAddress = Counter.terminal, isDemanded: Bool = false, continuing id: EndOfDayID? = nil,
        giveUpAfter: Duration = .seconds(60)
    ) throws -> EndOfDayReport {
        let till = try counter.start(readers: readers)
        var request = EndOfDayRequest(terminal: terminal, printer: nil, giveUpAfter: giveUpAfter)
        if isDemanded { request.isDemanded = true }
        request.continuing = id
        return try counter.ask(till) { [request] in EndOfDayAction.endDay(request, $0) }
    }

    private func compareTotals() throws -> EndOfDayReport {
        let till = try counter.start(readers: readers)
        return try counter.ask(till) {
            EndOfDayAction.compareTotals(EndOfDayRequest(terminal: Counter.terminal, printer: nil), $0)
        }
    }

    /// What an earlier process has written of an end of day before it was killed.
    private func cutOff(_ events: EndOfDayEvent...) throws {
        let id = EndOfDayID(rawValue: "eod-1")
        let intent = EndOfDayIntent(
            id: id, terminal: TerminalName(address: Counter.terminal, id: Self.id), language: "en",
            startedAt: counter.world.now)
        let journal = EndOfDayJournal(storage: counter.storage)
        for event in [.intended(intent)] + events { try journal.write(event, of: id) }
    }

    private var open: [EndOfDayID] {
        get throws { try counter.storage.read { try EndOfDayIntent.open(in: $0) }.map(\.id) }
    }

    // MARK: An end of day

    @Test func aDayIsEndedOnOneConnectionAndThenAskedForOpenReservations() throws {
        let report = try endDay()
        #expect(report.outcome == .closed && report.totals?.totalMinor == 0)
        #expect(report.terminal.id == Self.id)
        #expect(readers.requests == [.register(.eur), .endOfDay, .openPreauthorisations])
        #expect(readers.verdicts == [.stored, .stored])
        #expect(readers.connections == 1 && readers.left == 0)
        #expect(try open.isEmpty)
    }

    /// A request that is repeated finds its end of day open. Whoever settles it first, no other one is begun.
    @Test(arguments: [true, false]) func aRequestThatContinuesAnEndOfDayBeginsNoOther(_ isSettledMeanwhile: Bool) throws
    {
        try cutOff(.totals(.of(nil, [:])), .ended(.completed))
        let id = EndOfDayID(rawValue: "eod-1")
        if isSettledMeanwhile { #expect(try endDay().id == id) }
        // Something is booked between.
        try counter.write([.settled(.approved(.approved()))], 1042, terminalID: Self.id)
        let report = try endDay(continuing: id)
        #expect(report.id == id && report.outcome == .closed)
        #expect(!readers.requests.contains(.endOfDay))
        #expect(try endDay().id != id, "another request ends the day that has begun since")
    }

    @Test func whatIsReservedStillIsTold() throws {
        tells(.openPreauthorisations) { _ in .taken(.openPreauthorisations([Preauthorisation(receiptNumber: 77)])) }
        let reservation = ExpectedTotals.OpenReservation(receipt: 77, payment: nil)
        #expect(try endDay().reconciliation.remarks == [.reservationOpen(reservation)])
        #expect(try compareTotals().reconciliation.remarks == [.reservationOpen(reservation)])
    }

    /// They come faster than they are written.
    @Test func aLongReportIsKeptWhole() throws {
        tells(.endOfDay) { _ in
            let lines = (1...450).map { number in
                TerminalEvent.text(
                    TerminalRecordID(number),
                    TerminalText(copy: nil, lines: [PrintedLine("line \(number)")], endsReceipt: number == 450))
            }
            return [.accepted] + lines + [.finished(.completed(TerminalState()))]
        }
        let report = try endDay()
        #expect(report.texts.flatMap(\.lines).map(\.text) == (1...450).map { "line \($0)" })
        #expect(readers.verdicts.allSatisfy { $0 == .stored })
    }

    @Test func aTerminalThatRefusesGoesOnWithItsDay() throws {
        tells(.endOfDay) { _ in .refused(0x77) }
        let refused: Sentence = "The terminal cannot end its day now; reservations may be open."
        #expect(try endDay().outcome == .notClosed(reason: refused))
        #expect(try open.isEmpty && readers.left == 0)
    }

    /// The line broke before the terminal took it, and it counts on.
    @Test func aDayThatWasNotEndedIsSaidSo() throws {
        try counter.write([.settled(.approved(.approved()))], 1042, terminalID: Self.id)
        let counted = TerminalTotals.of(42...42, [.mastercard: (1, 1250)])
        readers.answer { request, earlier in
            switch request {
            case .endOfDay: .disturbed()
            case .turnoverTotals: .taken(.totals(TerminalRecordID(1), counted))
            default: Self.ends(request, earlier)
            }
        }
        #expect(throws: Failure.endOfDayNotDone) { try endDay() }
        #expect(readers.requests.count { $0 == .endOfDay } == 1 && readers.left == 0)
    }

    /// It answers while it is at work, and has ended its day a moment later.
    @Test func aTerminalThatCountsOnMayStillEndItsDay() throws {
        try counter.write([.settled(.approved(.approved()))], 1042, terminalID: Self.id)
        readers.mayTake(.seconds(240))
        let old = TerminalTotals.of(42...42, [.mastercard: (1, 1250)])
        readers.answer { request, earlier in
            switch request {
            case .endOfDay: .disturbed()
            case .turnoverTotals: .taken(.totals(TerminalRecordID(1), earlier < 3 ? old : .of(nil, [:])))
            default: Self.ends(request, earlier)
            }
        }
        #expect(try endDay().outcome == .closedWithoutTotals)
        #expect(readers.requests.count { $0 == .endOfDay } == 1 && readers.left == 0)
    }

    @Test func asLongAsItMayBeAtWorkItsDayStaysOpen() throws {
        readers.mayTake(.seconds(240))
        try counter.write([.settled(.approved(.approved()))], 1042, terminalID: Self.id)
        readers.answer { request, earlier in
            switch request {
            case .endOfDay: .disturbed()
            case .turnoverTotals:
                .taken(.totals(TerminalRecordID(1), .of(42...42, [.mastercard: (1, 1250)])))
            default: Self.ends(request, earlier)
            }
        }
        #expect(try endDay().outcome == .inDoubt(reason: "The terminal may still be in the middle of its end of day."))
        #expect(try open.count == 1)
        counter.world.advance(by: .seconds(240))
        // It has not ended it, so it is asked once more.
        #expect(try endDay().outcome == .inDoubt(reason: "The terminal may still be in the middle of its end of day."))
        #expect(readers.requests.count { $0 == .endOfDay } == 2 && readers.left == 0)
        #expect(try open.count == 1)
    }

    @Test func whatIsInDoubtOnTheTerminalIsKnownByItsIdToo() throws {
        try counter.write([.sending], 1042, terminalID: Self.id)
        let known = #expect(throws: Failure.self) { try endDay() }
        #expect(known?.code == "payment.inDoubt" && readers.connections == 0)
        let other = #expect(throws: Failure.self) { try endDay(on: Self.second) }
        #expect(other?.code == "payment.inDoubt")
        #expect(readers.requests == [.register(.eur)] && readers.left == 0)
    }

    @Test func aTerminalThatCannotBeRegisteredWithEndsNoDay() throws {
        tells(.register(.eur)) { _ in .refused(0x9C) }
        #expect(throws: Failure.terminalBusy) { try endDay() }
        #expect(readers.connections == 3 && readers.left == 0, "it is tried three times")
        tells(.register(.eur)) { _ in .refused(0x83) }
        #expect(throws: Failure.notReady(.refused(code: 0x83))) { try endDay() }
        #expect(!readers.requests.contains(.endOfDay) && readers.left == 0)
    }

    @Test(arguments: [TerminalEnd.refused(code: 0xF0), .aborted(code: 0xF0)])
    func aTerminalThatWantsNothingButItsEndOfDayGetsIt(_ end: TerminalEnd) throws {
        tells(.register(.eur)) { _ in [.finished(end)] }
        let report = try endDay()
        #expect(report.outcome == .closed && report.terminal.id == nil)
    }

    // MARK: One that was cut off

    @Test func oneThatIsFoundToHaveHappenedIsEnough() throws {
        try cutOff(.totals(.of(nil, [:])), .ended(.completed))
        let report = try endDay()
        #expect(report.outcome == .closed && report.id.rawValue == "eod-1")
        #expect(readers.requests.isEmpty)
    }

    @Test func oneThatTheTerminalDemandsIsAnother() throws {
        try cutOff(.totals(.of(nil, [:])), .ended(.completed))
        let report = try endDay(isDemanded: true)
        #expect(report.outcome == .closed && report.id.rawValue != "eod-1")
        #expect(readers.requests.contains(.endOfDay))
    }

    @Test func afterAnotherPaymentThereIsAnotherDayToEnd() throws {
        try cutOff(.totals(.of(nil, [:])), .ended(.completed))
        try counter.write([.settled(.approved(.approved()))], 1042, terminalID: Self.id)
        let report = try endDay()
        #expect(report.id.rawValue != "eod-1" && report.reconciliation.bookings.map(\.receipt) == [42])
    }

    /// Busy is no answer: it is asked until it tells.
    @Test(arguments: [TerminalEnd.refused(code: 0x9C), .aborted(code: 0x9C)])
    func aTerminalThatIsBusyIsAskedAgainWhatItCounts(_ busy: TerminalEnd) throws {
        try counter.write([.settled(.approved(.approved()))], 1042, terminalID: Self.id)
        try cutOff()
        tells(.turnoverTotals) { earlier in
            earlier < 3 ? [.finished(busy)] : .taken(.totals(TerminalRecordID(1), .of(nil, [:])))
        }
        #expect(try endDay().outcome == .closedWithoutTotals)
        #expect(readers.requests.count { $0 == .turnoverTotals } == 4 && readers.left == 0)
        #expect(!readers.requests.contains(.endOfDay))
    }

    @Test(arguments: [TerminalEnd.refused(code: 0x83), .aborted(code: 0x6F)])
    func whatTheTerminalDoesNotTellStaysOpen(_ end: TerminalEnd) throws {
        try cutOff()
        tells(.turnoverTotals) { _ in [.finished(end)] }
        #expect(try endDay().outcome == .inDoubt(reason: "The terminal does not tell what it counts."))
        #expect(try open.map(\.rawValue) == ["eod-1"])
        #expect(readers.left == 0 && !readers.requests.contains(.endOfDay))
    }

    /// One that ends its last receipt with a broken line each time would be asked for ever.
    @Test func aTerminalThatBreaksOffIsAskedThreeTimesForItsLastEndOfDay() throws {
        try cutOff()
        readers.answer { request, earlier in
            switch request {
            case .turnoverTotals: .refused(0x83)
            case .reprint: .disturbed()
            default: Self.ends(request, earlier)
            }
        }
        #expect(try endDay().outcome == .inDoubt(reason: "The terminal does not tell what it counts."))
        #expect(readers.requests.count { $0 == .reprint(.endOfDay, withResult: true) } == 3)
    }

    /// Yesterday's day was ended without the till, and the terminal has restarted its numbers since.
    @Test func yesterdaysTotalsUnderTheSameNumbersLeaveTheDayInDoubt() throws {
        try counter.write([.settled(.approved(.approved()))], 1042, terminalID: Self.id)
        try cutOff()
        var yesterday = TerminalTotals.of(42...50, [.mastercard: (9, 9000)])
        (yesterday.month, yesterday.day, yesterday.hour, yesterday.minute) = (11, 20, 22, 0)
        readers.answer { [yesterday] request, earlier in
            switch request {
            case .turnoverTotals: .refused(0x83)
            case .reprint: .taken(.totals(TerminalRecordID(1), yesterday))
            default: Self.ends(request, earlier)
            }
        }
        #expect(try endDay().outcome == .inDoubt(reason: "The terminal does not tell what it counts."))
        #expect(try open.count == 1 && !readers.requests.contains(.endOfDay))
    }

    /// The terminal has ended its day, and counts another payment of that amount under the old number.
    @Test func totalsThatTheTerminalRepeatsEndTheDayThoughItCountsTheSameAgain() throws {
        try counter.write([.settled(.approved(.approved()))], 1042, terminalID: Self.id)
        var told = TerminalTotals.of(42...42, [.mastercard: (1, 1250)])
        told.trace = 124
        try cutOff(.totals(told))
        readers.answer { [told] request, earlier in
            switch request {
            case .turnoverTotals: .taken(.totals(TerminalRecordID(1), .of(42...42, [.mastercard: (1, 1250)])))
            case .reprint: .taken(.totals(TerminalRecordID(1), told))
            default: Self.ends(request, earlier)
            }
        }
        #expect(try endDay().outcome == .closed)
        #expect(!readers.requests.contains(.endOfDay))
    }

    /// Every two seconds, as long as was asked for.
    @Test(arguments: [(Duration.seconds(10), 5), (.seconds(60), 30), (.seconds(1), 1)])
    func theTruthIsLookedForAsLongAsOneMayWait(_ span: Duration, _ tries: Int) throws {
        try cutOff()
        tells(.turnoverTotals) { _ in .disturbed(.askOperator) }
        let began = counter.world.uptime
        #expect(try endDay(giveUpAfter: span).outcome == .inDoubt(reason: "The line broke."))
        let asked = readers.requests.count { $0 == .turnoverTotals }
        #expect(asked <= tries && asked >= tries * 3 / 4, "\(asked) times")
        #expect(counter.world.uptime - began <= span + .seconds(2))
    }

    /// It is given up at once, as another terminal is in its place.
    @Test func anotherTerminalEndsItsOwnDay() throws {
        try cutOff()
        tells(.register(.eur)) { _ in .taken(end: .completed(TerminalState(terminalID: "29009999", status: 0))) }
        let report = try endDay()
        #expect(report.outcome == .closed && report.terminal.id == "29009999")
        #expect(try open.map(\.rawValue) == ["eod-1"])
    }

    /// Under its first name somebody may be in the middle of it.
    @Test func theSameTerminalUnderAnotherNameIsNotEndedTwice() throws {
        try cutOff()
        let living = try counter.locks.take(terminal: Counter.terminal)
        let failure = #expect(throws: Failure.self) { try endDay(on: Self.second) }
        #expect(failure?.code == "payment.terminalBusy")
        #expect(readers.requests == [.register(.eur)] && readers.left == 0)
        living.release()
        #expect(throws: Never.self) { try endDay(on: Self.second) }
        #expect(readers.requests.contains(.turnoverTotals) && readers.left == 0)
        #expect(readers.mostAtOnce == 1, "a terminal may serve one connection at a time")
    }

    // MARK: Totals

    @Test func whoAsksForTheTotalsEndsNothing() throws {
        let report = try compareTotals()
        #expect(report.outcome == .totalsOnly && report.totals?.totalMinor == 0)
        #expect(readers.requests == [.register(.eur), .turnoverTotals, .openPreauthorisations])
        #expect(readers.left == 0)
    }

    @Test func aTerminalWithoutTotalsIsSaidToTellNone() throws {
        tells(.turnoverTotals) { _ in .taken() }
        #expect(throws: Failure.noTotals(.completed(TerminalState()))) { try compareTotals() }
        tells(.turnoverTotals) { _ in .refused(0x9C) }
        #expect(throws: Failure.terminalBusy) { try compareTotals() }
        tells(.turnoverTotals) { _ in .taken(.totals(TerminalRecordID(1), .of(nil, [:])), end: .aborted(code: 0x6F)) }
        #expect(throws: Failure.noTotals(.aborted(code: 0x6F))) { try compareTotals() }
        #expect(readers.left == 0)
    }

    private static let totals = TerminalEvent.totals(TerminalRecordID(1), .of(nil, [:]))

    /// Totals that come before the terminal has taken the question are of something earlier.
    @Test func totalsThatNobodyAskedForAreRefused() throws {
        tells(.turnoverTotals) { _ in [Self.totals] + .taken() }
        #expect(throws: Failure.noTotals(.completed(TerminalState()))) { try compareTotals() }
        #expect(readers.verdicts == [.refuse] && readers.left == 0)
    }

    @Test func whatComesAfterTheEndIsNotAnswered() throws {
        tells(.turnoverTotals) { _ in .taken() + [Self.totals] }
        #expect(throws: Failure.noTotals(.completed(TerminalState()))) { try compareTotals() }
        #expect(readers.verdicts.isEmpty)
    }

    @Test func aPaymentInPlaceOfTheTotalsIsNotAnswered() throws {
        tells(.turnoverTotals) { _ in .taken(.result(TerminalRecordID(1), .approved())) }
        #expect(throws: Failure.foreignTransaction) { try compareTotals() }
        #expect(readers.verdicts.isEmpty && readers.left == 0)
    }

    @Test func whileAnEndOfDayIsOpenNobodyKnowsOfWhichDayTheTotalsAre() throws {
        try cutOff()
        tells(.turnoverTotals) { _ in .refused(0x83) }
        let failure = #expect(throws: Failure.self) { try compareTotals() }
        #expect(failure?.code == "endOfDay.open" && readers.left == 0)
    }
}
