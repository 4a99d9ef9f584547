import Flow
import Foundation
import Model
import Storage
import StorageInMemory
import Testing

@testable import Payments
@testable import Stores

/// Ends of day in a journal in which much was written since.
@Suite struct EndOfDayJournalTests {
    private static let terminal = TerminalName(address: Counter.terminal, id: "29001234")
    private let storage = MemoryStorage { Date(timeIntervalSince1970: 1_795_294_800) }

    private static func report(
        _ id: EndOfDayID, _ outcome: EndOfDayReport.Outcome, through sequence: Int64
    ) -> EndOfDayReport {
        EndOfDayReport(
            id: id, terminal: terminal, startedAt: Date(timeIntervalSince1970: 0), outcome: outcome, totals: nil,
            reconciliation: Reconciliation(.of([]), nil, []), through: sequence, texts: [])
    }

    /// Writes an end of day, and returns the number of its intent.
    private func endDay(_ name: String, _ events: EndOfDayEvent..., isSettled: Bool = true) throws -> Int64 {
        let id = EndOfDayID(rawValue: name)
        let intent = EndOfDayIntent(
            id: id, terminal: Self.terminal, language: "en", startedAt: Date(timeIntervalSince1970: 0))
        return try storage.write { transaction in
            let sequence = try EndOfDayJournal.append(.intended(intent), of: id, to: transaction)
            for event in events { try EndOfDayJournal.append(event, of: id, to: transaction) }
            if isSettled {
                let report = Self.report(id, .closed, through: sequence)
                try EndOfDayJournal.append(.settled(report), of: id, to: transaction)
            }
            return sequence
        }
    }

    private func askForTotals(_ times: Int) throws {
        try storage.write { transaction in
            let id = EndOfDayID(rawValue: "asked")
            let report = Self.report(id, .totalsOnly, through: .max)
            try EndOfDayJournal.append(.settled(report), of: id, to: transaction)
            let asked = try transaction.journalEntries(kind: EndOfDayEvent.settledKind, limit: 1)[0]
            for _ in 1..<times { _ = try transaction.append(kind: asked.kind, payment: nil, payload: asked.payload) }
        }
    }

    /// A monitor that asks each minute does so 10,000 times in a week.
    @Test func theLastEndOfDayIsFoundHoweverOftenTheTerminalWasAskedForItsTotalsSince() throws {
        let ended = try endDay("eod-1")
        try askForTotals(10_001)
        let (begins, wasEnded) = try storage.read { reader in
            (
                try EndOfDayJournal.dayBegins(after: Self.terminal, in: reader),
                try EndOfDayJournal.wasEnded(Self.terminal, after: ended - 1, in: reader)
            )
        }
        #expect(begins == ended && wasEnded)
        #expect(try storage.read { try !EndOfDayJournal.wasEnded(Self.terminal, after: ended, in: $0) })
    }

    @Test func theNewestOfManyEndsOfDayIsFound() throws {
        for number in 1...120 { _ = try endDay("eod-\(number)") }
        let last = try endDay("eod-last")
        _ = try endDay("eod-open", isSettled: false)
        #expect(try storage.read { try EndOfDayJournal.dayBegins(after: Self.terminal, in: $0) } == last)
        let other = TerminalName(address: Counter.terminal, id: "29009999")
        #expect(try storage.read { try EndOfDayJournal.dayBegins(after: other, in: $0) } == 0)
        func reported(of terminal: TerminalName?, _ name: String? = nil) throws -> String? {
            let last = try storage.read { reader in
                try EndOfDayJournal.last(of: terminal, in: reader) { name == nil || $0.id.rawValue == name }
            }
            return last?.id.rawValue
        }
        #expect(try reported(of: Self.terminal) == "eod-last" && reported(of: nil) == "eod-last")
        #expect(try reported(of: nil, "eod-1") == "eod-1", "it is on the second page")
        #expect(try reported(of: other) == nil && reported(of: nil, "eod-open") == nil)
        #expect(try storage.read { try EndOfDayJournal.last(of: nil, in: $0) }?.id.rawValue == "eod-last")
    }

    @Test func theFactsOfAnOpenEndOfDayAreReadInTheirOrderAndWithoutThoseOfOthers() throws {
        let (old, new) = (TerminalTotals.of(nil, [:]), TerminalTotals.of(42...42, [.mastercard: (1, 1250)]))
        _ = try endDay(
            "eod-1", .asking(.totals), .asked(old), .totals(new), .ended(.completed), isSettled: false)
        _ = try storage.write {
            try EndOfDayJournal.append(.totals(old), of: EndOfDayID(rawValue: "asked-1"), to: $0)
        }
        let history = try #require(try storage.read { try EndOfDayJournal.open(of: Self.terminal, in: $0) })
        #expect(history.totals == new && history.wasTold && history.questions == [.totals])
    }

    @Test func everyKindOfFactIsFoundByAnIndex() {
        #expect(EndOfDayEvent.kinds.filter { !JournalIndex.kinds.contains($0) } == [])
    }
}
