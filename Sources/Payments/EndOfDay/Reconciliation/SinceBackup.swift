import Foundation
import Model
import Storage

// Receipts that the journal does not know because its data were restored from a backup: this till may have made them after the
// backup, so they must not pass for transactions that were started at the terminal itself.

extension ExpectedTotals {
    /// The backup from which the data were restored within the day.
    struct Backup: Hashable, Sendable {
        let madeAt: Date
        /// The terminal's address.
        let terminal: String
        /// Whether a person has compared the terminal's own journal since.
        let isCompared: Bool
    }
}

extension Reconciliation {
    /// Receipts that the journal does not know, and that this till may have made after the backup from which its data are.
    package struct SinceBackup: Hashable, Codable, Sendable {
        let madeAt: Date
        /// The terminal's address.
        let terminal: String
        package let receipts: [Int]
        /// What was taken by them, or the amount if it is certain; nil if neither is known.
        package let takenMinor: Int64?
        /// What was given back by them, if the terminal's sum may mean that as well.
        let givenBackMinor: Int64?

        /// The numbers of the receipts as they are said: `0043, 0045–0047`.
        package var numbers: String { ReceiptSpans(receipts).text }
    }
}

extension DayReading {
    /// The backup from which the data were restored since the terminal's day began; nil if there is none, or if the
    /// terminal's last transaction was found to be the newest one in the journal.
    func backup() throws(StorageError) -> ExpectedTotals.Backup? {
        guard let restored = try RestoredJournal.current(in: reader) else { return nil }
        let begin = try EndOfDayJournal.dayBegins(after: terminal, in: reader)
        guard restored.mayLackTransactions(of: terminal, since: begin) else { return nil }
        return ExpectedTotals.Backup(
            madeAt: restored.madeAt, terminal: terminal.address.description,
            isCompared: restored.isCompared(terminal, byPerson: true))
    }
}

extension Reconciliation.Remark {
    /// The remark, or the one that takes its place if the data were restored within the day.
    func naming(_ backup: ExpectedTotals.Backup?) -> Self {
        guard let backup else { return self }
        func since(_ receipts: [Int], _ taken: Int64?, _ givenBack: Int64?) -> Self {
            .sinceBackup(
                Reconciliation.SinceBackup(
                    madeAt: backup.madeAt, terminal: backup.terminal, receipts: receipts, takenMinor: taken,
                    givenBackMinor: givenBack))
        }
        switch self {
        case .startedAtTerminal(let receipts, let amount): return since(receipts, amount, nil)
        case .takenOrGivenBack(let receipts, let taken, let givenBack): return since(receipts, taken, givenBack)
        case .dayEndedByPerson, .sinceBackup, .inDoubt, .reservationOpen, .counts, .shopNotToldYet, .paidElsewhere:
            return self
        }
    }

    /// The difference that it is as long as nobody has compared the terminal's journal; nil if it is none.
    func difference(_ backup: ExpectedTotals.Backup?) -> Reconciliation.Difference? {
        guard let backup, !backup.isCompared, case .sinceBackup(let receipts) = self else { return nil }
        return .sinceBackup(receipts)
    }
}
