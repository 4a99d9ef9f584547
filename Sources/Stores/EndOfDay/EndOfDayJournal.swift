import Flow
import Foundation
import Hardware
import Model
import Storage

/// Ends of day in the journal.
struct EndOfDayJournal: Sendable {
    /// So many ends of day are looked back upon: of all terminals together, those of years.
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
        try transaction.append(kind: event.kind, payment: nil, encoding: EndOfDayFact(id: id, event: event)).sequence
    }

    /// The newest report of that terminal; of any where none is named.
    static func last(
        of terminal: TerminalName?, in reader: any StorageReader,
        where isMeant: (EndOfDayReport) -> Bool = { _ in true }
    ) throws(StorageError) -> EndOfDayReport? {
        for entry in try reader.journalEntries(kind: EndOfDayEvent.settledKind, limit: lookedBack) {
            guard case .settled(let report) = try entry.decoded(as: EndOfDayFact.self).event else { continue }
            if terminal?.isSame(as: report.terminal) ?? true, isMeant(report) { return report }
        }
        return nil
    }

    /// The number of the last fact of the day before: 0 where no day was ever closed.
    static func dayBegins(after terminal: TerminalName, in reader: any StorageReader) throws(StorageError) -> Int64 {
        try last(of: terminal, in: reader) { $0.outcome.isClosed }?.through ?? 0
    }

    /// The end of day of that terminal that nobody has settled. There is never more than one: the next begins when it is.
    static func open(of terminal: TerminalName, in reader: any StorageReader) throws(StorageError) -> EndOfDayHistory? {
        for entry in try reader.journalEntries(kind: EndOfDayEvent.intendedKind, limit: lookedBack) {
            guard case .intended(let intent) = try entry.decoded(as: EndOfDayFact.self).event,
                terminal.isSame(as: intent.terminal)
            else { continue }
            let history = try history(intent, from: entry.sequence, in: reader)
            return history.report == nil ? history : nil
        }
        return nil
    }

    private static func history(
        _ intent: EndOfDayIntent, from sequence: Int64, in reader: any StorageReader
    ) throws(StorageError) -> EndOfDayHistory {
        var history = EndOfDayHistory(intent, sequence: sequence)
        for entry in try reader.journalEntries(from: sequence, limit: .max)
        where entry.kind.hasPrefix(EndOfDayEvent.kindPrefix) {
            let fact = try entry.decoded(as: EndOfDayFact.self)
            if fact.id == intent.id { history.apply(fact.event) }
        }
        return history
    }
}
