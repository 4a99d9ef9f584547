import Flow
import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// The state of an end of day, as it follows from its facts.
@Suite struct EndOfDayHistoryTests {
    private static let intent = EndOfDayIntent(
        id: EndOfDayID(rawValue: "eod-1"),
        terminal: TerminalName(address: DeviceAddress(scheme: "test", path: "reader"), id: nil), language: "en",
        startedAt: Date(timeIntervalSince1970: 0))

    private func history(_ events: EndOfDayEvent...) -> EndOfDayHistory {
        events.reduce(into: EndOfDayHistory(Self.intent, sequence: 7)) { $0.apply($1) }
    }

    private static func text(_ line: String, ends: Bool = false) -> TerminalText {
        TerminalText(copy: nil, lines: [PrintedLine(line)], endsReceipt: ends)
    }

    private func lines(_ events: EndOfDayEvent...) -> [String] {
        let history = events.reduce(into: EndOfDayHistory(Self.intent, sequence: 7)) { $0.apply($1) }
        return history.texts.flatMap(\.lines).map(\.text)
    }

    private static let empty = TerminalTotals.of(nil, [:])
    private static let failed: TerminalTotals = {
        var totals = TerminalTotals()
        totals.resultCode = 0x6F
        return totals
    }()

    /// The trace numbers of a terminal begin again some day.
    @Test func totalsOfAnotherTimeAreNotTheSameThoughTheirTraceNumberIs() {
        var told = TerminalTotals.of(42...42, [.mastercard: (1, 1250)])
        (told.trace, told.month, told.day, told.hour, told.minute) = (124, 11, 20, 22, 0)
        var other = told
        #expect(told.isRepeated(in: other))
        other.day = 21
        #expect(!told.isRepeated(in: other))
        other.day = nil
        #expect(told.isRepeated(in: other), "it tells no time")
    }

    // MARK: Texts

    @Test func textsThatAreToldOnceMoreTakeThePlaceOfTheLastOnes() {
        let (first, second) = (EndOfDayEvent.text(Self.text("a")), EndOfDayEvent.text(Self.text("***")))
        #expect(lines(first, second, .textsCompleted([Self.text("b")])) == ["a", "b"])
        #expect(lines(first, second, .textsCompleted([Self.text("c"), Self.text("d")])) == ["c", "d"])
        #expect(lines(first, .textsCompleted([Self.text("c"), Self.text("d")])) == ["a"], "of another receipt")
    }

    /// When the terminal is asked again, it repeats the whole report.
    @Test func whatIsToldAfterAQuestionIsTheWholeReport() {
        let again = EndOfDayEvent.text(Self.text("again"))
        #expect(lines(.text(Self.text("torn")), .asked(Self.empty), again, again) == ["again", "again"])
        #expect(lines(.text(Self.text("torn")), again) == ["torn", "again"])
    }

    @Test func aReportIsWholeOnceItsReceiptEnds() {
        #expect(!history(.text(Self.text("a"))).hasWholeText)
        #expect(history(.text(Self.text("a")), .text(Self.text("b", ends: true))).hasWholeText)
        #expect(!history().hasWholeText && history(.ended(.completed)).hasWholeText)
    }

    // MARK: How it ended

    @Test func totalsThatAreASuccessStay() {
        #expect(history(.totals(Self.failed)).hasTotals == false)
        #expect(history(.totals(Self.failed), .totals(Self.empty)).totals == Self.empty)
        #expect(history(.totals(Self.empty), .totals(Self.failed)).totals == Self.empty)
    }

    @Test func whatTheTerminalSaidDecidesWhereItDid() {
        let refused = EndOfDayReport.Outcome.notClosed(reason: "The terminal refused.")
        let reserved = EndOfDayReport.Outcome.notClosed(
            reason: "The terminal cannot end its day now; reservations may be open.")
        #expect(history().decided == nil && history(.ended(.completed)).decided == nil)
        #expect(history(.totals(Self.empty), .ended(.completed)).decided == .closed)
        #expect(history(.ended(.refused(code: 0x83))).decided == refused)
        #expect(history(.ended(.refused(code: 0x77))).decided == reserved)
        #expect(history(.ended(.aborted(code: 0x77))).decided == reserved)
        #expect(history(.totals(Self.failed), .ended(.aborted(code: nil))).decided == refused)
        #expect(history(.totals(Self.empty), .ended(.aborted(code: 0x6F))).decided == nil, "it told a success before")
    }

    /// The terminal's answer to a question may be the report of the end of day before.
    @Test func theTextsOfAnAnswerAreNotThoseOfADayThatGoesOn() {
        let (own, asked) = (EndOfDayEvent.text(Self.text("own")), EndOfDayEvent.text(Self.text("before")))
        let history = history(own, .asking(.lastEndOfDay), .asked(Self.empty), asked)
        #expect(history.ownTexts == [Self.text("own")] && history.texts == [Self.text("before")])
    }

    @Test func itWasToldByItsEndOrByWhatCameAfterItsTotals() {
        let text = EndOfDayEvent.text(TerminalText(copy: nil, lines: [], endsReceipt: true))
        #expect(!history().wasTold && history(.ended(.completed)).wasTold)
        #expect(!history(.totals(Self.empty)).wasTold, "they may not have been answered")
        #expect(history(.totals(Self.empty), text).wasTold, "what comes after them comes after the answer")
        #expect(!history(text, .totals(Self.empty)).wasTold)
        #expect(!history(.totals(Self.empty), .asking(.lastEndOfDay), text).wasTold, "that is told once more")
        #expect(!history(.totals(Self.failed), text).wasTold)
        #expect(!history(.totals(Self.empty), .ended(.aborted(code: nil))).wasTold)
    }

    /// A terminal may answer while it works. So for a while it proves nothing that it still counts the old day.
    @Test func howLongItMayRunIsCountedFromWhatWasHeardLast() {
        let begun = Self.intent.startedAt
        var history = history()
        func rest(_ wall: TimeInterval, boot: Int64 = 0) -> Duration {
            let now = BootTime(boot: "b", milliseconds: boot * 1_000)
            return history.mayStillRun(at: begun + wall, now, .seconds(240))
        }
        #expect(rest(100) == .seconds(140))
        history.heard(at: begun + 60)
        #expect(rest(100) == .seconds(200))
        history.apply(.onlyAsked(since: BootTime(boot: "b", milliseconds: 5_000)))
        history.heard(at: begun + 90)
        #expect(rest(300) == .zero, "what it is asked is not of it")
        #expect(rest(-100, boot: 5) == .seconds(240), "a clock that was put back")
        #expect(rest(-100, boot: 105) == .seconds(140) && rest(-100, boot: 245) == .zero)
    }

    // MARK: Questions and people

    @Test func aDoubtLastsUntilTheNextQuestion() {
        #expect(history(.unclear("why")).doubt == "why")
        #expect(history(.unclear("why"), .asking(.totals)).doubt == nil)
        #expect(history(.asking(.totals), .asking(.lastEndOfDay)).questions == [.totals, .lastEndOfDay])
    }

    @Test func aSumThatAPersonReadIsKeptWhereTheTerminalToldNone() {
        let sum = Money(minorUnits: 1250, currency: .eur)
        let read = EndOfDayEvent.operatorSettled(
            EndOfDayEvidence(.ended(total: sum), words: "slip", operatorName: "Anna"))
        #expect(history(read).totals?.totalMinor == 1250 && history(read).totals?.currencyNumber == 978)
        #expect(history(.totals(Self.empty), read).totals == Self.empty)
        let nothing = EndOfDayEvidence(.notEnded, words: "slip", operatorName: "Anna")
        #expect(history(.operatorSettled(nothing)).totals == nil)
    }

    @Test func whatIsSettledHasItsReport() {
        let report = EndOfDayReport(
            id: Self.intent.id, terminal: Self.intent.terminal, startedAt: Self.intent.startedAt, outcome: .closed,
            totals: nil, reconciliation: Reconciliation(ExpectedTotals(currency: .eur), nil, []), through: 7, texts: [])
        #expect(history(.settled(report)).report == report && history().report == nil)
    }
}
