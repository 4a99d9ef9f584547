import Flow
import Foundation
import Hardware
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Totals that a terminal still tells of an earlier end of day when it is registered again.
@Suite struct OrphanedTotalsTests {
    private let counter: Counter
    private let readers: ScriptedReaders
    private static let id = "29001234"

    /// A terminal that tells them once, and counts nothing any more.
    init() throws {
        counter = try Counter()
        readers = ScriptedReaders { request, earlier in
            guard request == .register(.eur), earlier == 0 else { return EndOfDayRunTests.ends(request, earlier) }
            return .taken(
                .totals(TerminalRecordID(7), .of(42...42, [.mastercard: (1, 1250)])),
                end: .completed(TerminalState(terminalID: Self.id, status: 0)))
        }
        try counter.write([.settled(.approved(.approved()))], 1042, terminalID: Self.id)
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

    private func endDay() throws -> EndOfDayReport {
        let till = try counter.start(readers: readers)
        return try counter.ask(till) {
            EndOfDayAction.endDay(EndOfDayRequest(terminal: Counter.terminal, printer: nil), $0)
        }
    }

    @Test func theyAreThoseOfTheEndOfDayThatWasCutOff() throws {
        try cutOff()
        let report = try endDay()
        #expect(report.id.rawValue == "eod-1" && report.outcome == .closed && report.totals?.totalMinor == 1250)
        #expect(readers.verdicts == [.stored, .stored] && !readers.requests.contains(.endOfDay))
    }

    /// Once the terminal was asked what it counts, they may be the answer.
    @Test func afterAQuestionTheyMayBeTheAnswerToIt() throws {
        try cutOff(.asking(.totals))
        let report = try endDay()
        #expect(report.id.rawValue == "eod-1" && report.outcome == .closedWithoutTotals && report.totals == nil)
        #expect(readers.verdicts == [.stored, .stored] && !readers.requests.contains(.endOfDay))
    }

    @Test func whereNoneWasCutOffTheyAreRefused() throws {
        let report = try endDay()
        #expect(report.outcome == .closed && report.totals?.totalMinor == 0)
        #expect(readers.verdicts == [.refuse, .stored, .stored] && readers.requests.contains(.endOfDay))
        #expect(readers.left == 0)
    }
}
