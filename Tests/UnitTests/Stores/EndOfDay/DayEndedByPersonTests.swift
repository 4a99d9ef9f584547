import Flow
import Foundation
import Model
import Storage
import StorageInMemory
import Testing

@testable import Payments
@testable import Stores

/// Receipts of an earlier day that a person called ended, and that the terminal counts all the same.
@Suite struct DayEndedByPersonTests {
    private static let terminal = TerminalName(address: Counter.terminal, id: "29001234")
    private static let (first, second) = (EndOfDayID(rawValue: "eod-1"), EndOfDayID(rawValue: "eod-2"))
    private static let earlier = ExpectedTotals.DayEndedByPerson(
        id: first, bookings: [.taken(1150, 1), .taken(200, 2)])

    /// The report on a day on which this till booked 4.00 under receipt 3.
    private static func books(
        _ totals: TerminalTotals, _ days: [ExpectedTotals.DayEndedByPerson] = [earlier]
    ) -> Reconciliation {
        var day = ExpectedTotals.of([.taken(400, 3)])
        day.endedByPersons = days
        return Reconciliation(day, totals, [])
    }

    @Test func theyAreNamedAndNotCalledStartedAtTheTerminal() {
        let books = Self.books(.of(1...3, [.mastercard: (3, 1750)]))
        #expect(books.remarks == [.dayEndedByPerson(Self.first, receipts: [1, 2], amountMinor: 1350)])
        #expect(books.notices.map(\.remark.word) == ["day_ended_by_person"])
        #expect(
            books.notices.map { $0.sentence.text(in: .en) } == [
                "Receipts 0001–0002: the numbers of what this till booked, 13.50 EUR together, on a day that a person "
                    + "called ended. The terminal may not have ended that day: till why eod-1"
            ])
    }

    @Test func oneReceiptIsSaidByItself() {
        let one = ExpectedTotals.DayEndedByPerson(id: Self.first, bookings: [.taken(1150, 2)])
        let notices = Self.books(.of(2...3, [.mastercard: (2, 1550)]), [one]).notices
        #expect(
            notices.map { $0.sentence.text(in: .de) } == [
                "Beleg 0002: die Nummer dessen, was diese Kasse an einem Tag gebucht hat, den jemand für beendet erklärt "
                    + "hat, 11,50 EUR. Vielleicht hat das Terminal diesen Tag nicht beendet: till why eod-1"
            ])
    }

    /// A terminal that begins its numbers anew each day has the same numbers for its own transactions.
    @Test func receiptsOfAnotherSumAreTheTerminalsOwn() {
        #expect(
            Self.books(.of(1...3, [.mastercard: (3, 1700)])).remarks == [
                .takenOrGivenBack(receipts: [1, 2], takenMinor: 1300, givenBackMinor: 2100)
            ])
    }

    @Test func otherReceiptsAreStillCalledStartedAtTheTerminal() {
        #expect(
            Self.books(.of(1...4, [.mastercard: (4, 2250)])).remarks == [
                .dayEndedByPerson(Self.first, receipts: [1, 2], amountMinor: 1350),
                .startedAtTerminal(receipts: [4], amountMinor: nil),
            ])
    }

    @Test func eachOfSeveralDaysIsNamed() {
        let days = [
            ExpectedTotals.DayEndedByPerson(id: Self.second, bookings: [.taken(200, 2)]),
            ExpectedTotals.DayEndedByPerson(id: Self.first, bookings: [.taken(1150, 1)]),
        ]
        #expect(
            Self.books(.of(1...3, [.mastercard: (3, 1750)]), days).remarks == [
                .dayEndedByPerson(Self.second, receipts: [2], amountMinor: 200),
                .dayEndedByPerson(Self.first, receipts: [1], amountMinor: 1150),
            ])
    }

    // MARK: In the journal

    private let storage = MemoryStorage { Date(timeIntervalSince1970: 1_795_294_800) }

    /// Ends a day by the word of the terminal, or of a person.
    private func endDay(_ id: EndOfDayID, saidBy statement: EndOfDayEvidence.Statement? = nil) throws {
        let intent = EndOfDayIntent(
            id: id, terminal: Self.terminal, language: "en", startedAt: Date(timeIntervalSince1970: 0))
        try storage.write { transaction in
            let sequence = try EndOfDayJournal.append(.intended(intent), of: id, to: transaction)
            if let statement {
                let evidence = EndOfDayEvidence(statement, words: "its slip", operatorName: "Anna")
                try EndOfDayJournal.append(.operatorSettled(evidence), of: id, to: transaction)
            }
            let report = EndOfDayReport(
                id: id, terminal: Self.terminal, startedAt: intent.startedAt, outcome: .closed, totals: nil,
                reconciliation: Reconciliation(.of([]), nil, []), through: sequence, texts: [])
            try EndOfDayJournal.append(.settled(report), of: id, to: transaction)
        }
    }

    private func days() throws -> [EndOfDayID] {
        try storage.read { reader in
            try DayReading(terminal: Self.terminal, reader: reader).daysEndedByPersons(in: .eur).map(\.id)
        }
    }

    @Test func onlyDaysSinceTheTerminalLastToldItsEndAreMeant() throws {
        try endDay(EndOfDayID(rawValue: "eod-0"), saidBy: .ended(total: nil))
        try endDay(EndOfDayID(rawValue: "eod-told"))
        #expect(try days().isEmpty)
        try endDay(Self.first, saidBy: .ended(total: nil))
        try endDay(Self.second, saidBy: .ended(total: .sample))
        #expect(try days() == [Self.second, Self.first])
    }
}
