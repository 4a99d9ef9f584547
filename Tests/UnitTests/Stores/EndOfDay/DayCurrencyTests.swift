import Flow
import Foundation
import Hardware
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Ends of day after an attempt in another currency that was not charged: the day is in the currency of what was booked.
@Suite struct DayCurrencyTests {
    private let counter: Counter
    private let readers = ScriptedReaders(EndOfDayRunTests.ends)
    private static let id = "29001234"

    /// 12.50 EUR were booked, and then 1250 JPY were not charged.
    init() throws {
        counter = try Counter()
        let yen = try #require(Currency(code: "JPY"))
        try counter.write([.settled(.approved(.approved()))], 1042, terminalID: Self.id)
        try counter.write(
            [.settled(.notCharged(reason: "The terminal has no such transaction."))], 1047, terminalID: Self.id,
            amount: Money(minorUnits: 1250, currency: yen))
    }

    private func endDay() throws -> EndOfDayReport {
        let till = try counter.start(readers: readers)
        return try counter.ask(till) {
            EndOfDayAction.endDay(EndOfDayRequest(terminal: Counter.terminal, printer: nil), $0)
        }
    }

    @Test func theBooksAgreeInTheCurrencyOfWhatWasBooked() throws {
        readers.answer { request, earlier in
            switch request {
            case .endOfDay: .taken(.totals(TerminalRecordID(1), .of(42...42, [.mastercard: (1, 1250)])))
            default: EndOfDayRunTests.ends(request, earlier)
            }
        }
        let books = try endDay().reconciliation
        #expect(books.currency == .eur && books.journalMinor == 1250)
        #expect(books.verdict == .agrees, "\(books.differences)")
    }

    @Test func theTotalsAloneAreComparedInThatCurrencyToo() throws {
        readers.answer { request, earlier in
            switch request {
            case .turnoverTotals: .taken(.totals(TerminalRecordID(1), .of(42...42, [.mastercard: (1, 1250)])))
            default: EndOfDayRunTests.ends(request, earlier)
            }
        }
        let till = try counter.start(readers: readers)
        let report = try counter.ask(till) {
            EndOfDayAction.compareTotals(EndOfDayRequest(terminal: Counter.terminal, printer: nil), $0)
        }
        #expect(report.reconciliation.currency == .eur)
        #expect(report.reconciliation.verdict == .agrees, "\(report.reconciliation.differences)")
    }

    /// The terminal has ended its day, and its totals were lost.
    @Test func suchADayIsNotSaidToHaveComeToNothing() throws {
        readers.answer { request, earlier in
            switch request {
            case .endOfDay: .disturbed()
            default: EndOfDayRunTests.ends(request, earlier)
            }
        }
        #expect(try endDay().outcome == .closedWithoutTotals)
        #expect(readers.requests.count { $0 == .endOfDay } == 1)
    }

    @Test func theSumThatAPersonReadIsTakenInThatCurrency() throws {
        readers.answer { request, earlier in
            switch request {
            case .endOfDay: .disturbed()
            case .turnoverTotals: .refused(0x83)
            default: EndOfDayRunTests.ends(request, earlier)
            }
        }
        let open = try endDay()
        #expect(open.outcome.word == "in_doubt")
        let till = try counter.start(readers: readers)
        let settled = try counter.ask(till) {
            EndOfDayAction.settle(open.id, .ended(total: .sample), words: "the terminal's slip", $0)
        }
        #expect(settled.outcome == .closed && settled.reconciliation.verdict == .agrees)
    }

    /// Nothing was booked on the next day, so only the totals tell its currency.
    @Test func aDayWithoutABookingIsInTheCurrencyOfTheTotals() throws {
        _ = try endDay()
        let francs = try #require(Currency(code: "CHF"))
        readers.answer { request, earlier in
            guard request == .endOfDay else { return EndOfDayRunTests.ends(request, earlier) }
            var totals = TerminalTotals.of(nil, [:])
            totals.currencyNumber = francs.number
            return .taken(.totals(TerminalRecordID(1), totals))
        }
        let till = try counter.start(readers: readers)
        var request = EndOfDayRequest(terminal: Counter.terminal, printer: nil)
        request.isDemanded = true
        let books = try counter.ask(till) { [request] in EndOfDayAction.endDay(request, $0) }.reconciliation
        #expect(books.currency == francs && books.verdict == .agrees, "\(books.differences)")
    }
}
