import Flow
import Foundation
import Hardware
import Model
import Storage

/// Finds ends of day in the journal.
package struct EndOfDayJournal: Sendable {
    /// How many reports are searched for one that somebody wants to see.
    private static let lookedBack = 10_000
    /// How many facts are read from the journal at a time.
    private static let page = 100

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
        var end: Int64?
        for _ in 0..<lookedBack / page {
            let listed = try reports(before: end, limit: page, in: reader)
            let meant = listed.first { terminal?.isSame(as: $0.report.terminal) ?? true && isMeant($0.report) }
            guard meant == nil, listed.count == page else { return meant?.report }
            end = listed.last?.sequence
        }
        return nil
    }

    /// The newest reports of all terminals, newest first.
    ///
    /// - Parameter sequence: the number of an entry; only older ones are meant. Nil for all.
    package static func reports(
        before sequence: Int64?, limit: Int, in reader: any StorageReader
    ) throws(StorageError) -> [ListedEndOfDay] {
        let entries = try reader.journalEntries(
            kind: EndOfDayEvent.settledKind, before: sequence ?? .max, limit: limit)
        return try listed(entries)
    }

    private static func listed(_ entries: [JournalEntry]) throws(StorageError) -> [ListedEndOfDay] {
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
        try newest(of: terminal, after: sequence, in: reader) { $0.outcome.mayBeClosed } != nil
    }

    /// The number of the last fact of the day before; 0 if no day was ever closed.
    static func dayBegins(after terminal: TerminalName, in reader: any StorageReader) throws(StorageError) -> Int64 {
        try lastClosed(of: terminal, in: reader)?.through ?? 0
    }

    /// The report of the end of day that closed the terminal's last day; nil if no day was ever closed.
    ///
    /// - Parameter end: where a later day ended, so that only days before it are meant.
    static func lastClosed(
        of terminal: TerminalName, before end: Int64 = .max, in reader: any StorageReader
    ) throws(StorageError) -> EndOfDayReport? {
        try newest(of: terminal, after: 0, in: reader) { $0.outcome.isClosed && $0.through < end }
    }

    /// The newest ends of day that a person called ended, of all terminals.
    static func endedByPersons(in reader: any StorageReader) throws(StorageError) -> Set<EndOfDayID> {
        var found: Set<EndOfDayID> = []
        for entry in try reader.journalEntries(kind: EndOfDayEvent.operatorSettledKind, limit: page) {
            let fact = try entry.decoded(as: EndOfDayFact.self)
            guard case .operatorSettled(let evidence) = fact.event, case .ended = evidence.statement else { continue }
            found.insert(fact.id)
        }
        return found
    }

    /// The newest settled end of day of that terminal that was begun after this fact. Questions for the totals are not
    /// read: a terminal may be asked for them each minute.
    private static func newest(
        of terminal: TerminalName, after sequence: Int64, in reader: any StorageReader,
        where isMeant: (EndOfDayReport) -> Bool
    ) throws(StorageError) -> EndOfDayReport? {
        let open = Set(try EndOfDayIntent.open(in: reader).map(\.id))
        var end = Int64.max
        while true {
            let entries = try reader.journalEntries(kind: EndOfDayEvent.intendedKind, before: end, limit: page)
            for entry in entries {
                guard entry.sequence > sequence else { return nil }
                guard case .intended(let intent) = try entry.decoded(as: EndOfDayFact.self).event,
                    terminal.isSame(as: intent.terminal), !open.contains(intent.id),
                    let report = try report(on: intent.id, after: entry.sequence, in: reader), isMeant(report)
                else { continue }
                return report
            }
            guard let last = entries.last, entries.count == page else { return nil }
            end = last.sequence
        }
    }

    /// The report on that end of day, which was begun with this fact.
    private static func report(
        on id: EndOfDayID, after sequence: Int64, in reader: any StorageReader
    ) throws(StorageError) -> EndOfDayReport? {
        var found: EndOfDayReport?
        try forEach(EndOfDayEvent.settledKind, from: sequence, in: reader) { _, fact in
            guard fact.id == id, case .settled(let report) = fact.event else { return true }
            found = report
            return false
        }
        return found
    }

    /// Reads the facts of that kind from this entry on, oldest first, a page at a time, until `body` returns false.
    private static func forEach(
        _ kind: String, from sequence: Int64, in reader: any StorageReader,
        _ body: (JournalEntry, EndOfDayFact) -> Bool
    ) throws(StorageError) {
        var next = sequence
        while true {
            let entries = try reader.journalEntries(kind: kind, from: next, limit: page)
            for entry in entries {
                guard body(entry, try entry.decoded(as: EndOfDayFact.self)) else { return }
            }
            guard let last = entries.last, entries.count == page else { return }
            next = last.sequence + 1
        }
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
        var facts: [(entry: JournalEntry, event: EndOfDayEvent)] = []
        for kind in EndOfDayEvent.kinds where kind != EndOfDayEvent.settledKind {
            try forEach(kind, from: open.sequence, in: reader) { entry, fact in
                if fact.id == open.intent.id { facts.append((entry, fact.event)) }
                return true
            }
        }
        var history = EndOfDayHistory(open.intent, sequence: open.sequence)
        for fact in facts.sorted(by: { $0.entry.sequence < $1.entry.sequence }) {
            history.apply(fact.event)
            history.heard(at: fact.entry.at)
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
