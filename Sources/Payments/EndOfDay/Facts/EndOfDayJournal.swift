import Flow
import Foundation
import Hardware
import Model
import Storage

/// Finds ends of day in the journal.
package struct EndOfDayJournal: Sendable {
    /// How many ends of day are searched: those of years, for all terminals together.
    private static let lookedBack = 10_000

    let storage: any StorageManagerType

    @discardableResult
    func write(_ event: EndOfDayEvent, of id: EndOfDayID) throws(Failure) -> Int64 {
        try storage.writing { try Self.append(event, of: id, to: $0) }
    }

    @discardableResult
    static func append(
        _ event: EndOfDayEvent, of id: EndOfDayID, to transaction: any StorageTransaction
    ) throws -> Int64 {
        let fact = EndOfDayFact(id: id, event: event)
        let sequence = try transaction.append(kind: event.kind, payment: nil, encoding: fact).sequence
        switch event {
        case .intended(let intent): try OpenEndOfDay(intent: intent, sequence: sequence).note(in: transaction)
        case .settled(let report): try OpenEndOfDay.forget(report.id, in: transaction)
        case .totals, .text, .textsCompleted, .ended, .disturbed, .onlyAsked, .asking, .asked, .unclear,
            .operatorSettled:
            break
        }
        return sequence
    }

    /// The newest report of that terminal, or of any terminal if none is named.
    package static func last(
        of terminal: TerminalName?, in reader: any StorageReader,
        where isMeant: (EndOfDayReport) -> Bool = { _ in true }
    ) throws(StorageError) -> EndOfDayReport? {
        for entry in try reader.journalEntries(kind: EndOfDayEvent.settledKind, limit: lookedBack) {
            guard case .settled(let report) = try entry.decoded(as: EndOfDayFact.self).event else { continue }
            if terminal?.isSame(as: report.terminal) ?? true, isMeant(report) { return report }
        }
        return nil
    }

    /// The newest reports of all terminals, newest first.
    ///
    /// - Parameter sequence: the number of an entry; only older ones are meant. Nil for all.
    package static func reports(
        before sequence: Int64?, limit: Int, in reader: any StorageReader
    ) throws(StorageError) -> [ListedEndOfDay] {
        // Most who ask want the newest ones, so no more are read than are needed.
        var span = limit
        while true {
            let entries = try reader.journalEntries(kind: EndOfDayEvent.settledKind, limit: span)
            let older = entries.filter { entry in sequence.map { entry.sequence < $0 } ?? true }
            if older.count >= limit || entries.count < span || span >= lookedBack {
                return try listed(older.prefix(limit))
            }
            span = min(span * 4, lookedBack)
        }
    }

    private static func listed(_ entries: ArraySlice<JournalEntry>) throws(StorageError) -> [ListedEndOfDay] {
        var found: [ListedEndOfDay] = []
        for entry in entries {
            guard case .settled(let report) = try entry.decoded(as: EndOfDayFact.self).event else { continue }
            found.append(ListedEndOfDay(sequence: entry.sequence, report: report))
        }
        return found
    }

    /// Whether an end of day that was begun after this fact has ended that terminal's day, or may have.
    package static func wasEnded(
        _ terminal: TerminalName, after sequence: Int64, in reader: any StorageReader
    ) throws(StorageError) -> Bool {
        for entry in try reader.journalEntries(kind: EndOfDayEvent.settledKind, limit: lookedBack) {
            guard entry.sequence > sequence else { return false }
            guard case .settled(let report) = try entry.decoded(as: EndOfDayFact.self).event else { continue }
            guard terminal.isSame(as: report.terminal), report.through > sequence else { continue }
            if report.outcome.mayBeClosed { return true }
        }
        return false
    }

    /// The number of the last fact of the day before; 0 if no day was ever closed.
    static func dayBegins(after terminal: TerminalName, in reader: any StorageReader) throws(StorageError) -> Int64 {
        try last(of: terminal, in: reader) { $0.outcome.isClosed }?.through ?? 0
    }

    /// The open end of day of that terminal. There is never more than one, because the next begins only once it is
    /// settled. If an address has had several terminals, the newest is meant. Throws `journal.contradicted` if the settings
    /// do not note what the journal tells.
    static func open(of terminal: TerminalName, in reader: any StorageReader) throws(StorageError) -> EndOfDayHistory? {
        try OpenEndOfDay.checked(of: terminal, in: reader)
            .map { open throws(StorageError) in try history(open, in: reader) }
    }

    /// The open end of day with that id; nil if it is settled.
    static func open(_ id: EndOfDayID, in reader: any StorageReader) throws(StorageError) -> EndOfDayHistory? {
        try OpenEndOfDay.checked(in: reader).first { $0.intent.id == id }
            .map { open throws(StorageError) in try history(open, in: reader) }
    }

    private static func history(_ open: OpenEndOfDay, in reader: any StorageReader) throws(StorageError)
        -> EndOfDayHistory
    {
        var history = EndOfDayHistory(open.intent, sequence: open.sequence)
        for entry in try reader.journalEntries(from: open.sequence, limit: .max)
        where entry.kind.hasPrefix(EndOfDayEvent.kindPrefix) {
            let fact = try entry.decoded(as: EndOfDayFact.self)
            guard fact.id == open.intent.id else { continue }
            history.apply(fact.event)
            history.heard(at: entry.at)
        }
        return history
    }
}

extension EndOfDayIntent {
    /// All ends of day whose outcome is not known yet.
    package static func open(in reader: any StorageReader) throws(StorageError) -> [EndOfDayIntent] {
        try OpenEndOfDay.all(in: reader).map(\.intent)
    }

    /// The open ends of day that are not noted as the journal tells them.
    package static func contradicted(in reader: any StorageReader) throws(StorageError) -> [EndOfDayID] {
        var found: [EndOfDayID] = []
        for day in try OpenEndOfDay.all(in: reader) where try !day.isTold(by: reader) { found.append(day.intent.id) }
        return found
    }
}
