import Flow
import Foundation
import Model
import Payments
import Storage

/// Reads the status of a till from one state of its storage.
struct StatusReading {
    /// How many rows before the day are read, to know what devices did last.
    private static let rowsBefore: Int64 = 500
    /// The most rows of one day; of a longer one, the newest count.
    private static let mostRows: Int64 = 200_000
    private static let page = 1_000

    let reader: any StorageReader
    let since: Date
    let now: Date

    func status() throws -> TillStatus {
        let figures = try DayFigures(try rows(), since: since)
        let pending = try reader.pendingOutbox(limit: .max)
        let news = pending.filter { $0.kind != ReceiptMail.kind }
        let mails = pending.filter { $0.kind == ReceiptMail.kind }
        return TillStatus(
            asOf: now, since: since, takings: figures.takings, outcomes: figures.outcomes, times: figures.times,
            doubts: try reader.unsettledPayments().map {
                TillStatus.Doubt(payment: $0.id, amount: $0.amount, terminal: $0.terminalAddress, since: $0.createdAt)
            },
            waitingPrints: TillStatus.Waiting(try reader.pendingPrintJobs(printer: nil).map(\.createdAt)),
            waitingNews: TillStatus.Waiting(news.filter { $0.refusal == nil }.map(\.createdAt)),
            refusedNews: news.count { $0.refusal != nil },
            waitingMails: TillStatus.Waiting(mails.map(\.createdAt)), terminals: figures.terminals,
            printers: figures.printers, restoredFrom: try RestoredJournal.current(in: reader)?.madeAt,
            kioskPage: try SilentKioskPage.current(in: reader))
    }

    /// What the charts of the day show.
    func charts() throws -> DayCharts { try DayFigures(try rows(), since: since).charts(until: now) }

    /// The rows from some time before the day on. The rows of a transaction that began before them come first.
    private func rows() throws(StorageError) -> [JournalEntry] {
        let last = try reader.journalHead().sequence
        let start = try reader.journalStart().head.sequence + 1
        let day = try firstRow(from: start, through: last)
        var place = max(start, min(day - Self.rowsBefore, last - Self.rowsBefore), last - Self.mostRows)
        var rows: [JournalEntry] = []
        while place <= last {
            let found = try reader.journalEntries(from: place, limit: Self.page)
            guard let end = found.last?.sequence else { break }
            rows += found
            place = end + 1
        }
        return try beginnings(of: rows) + rows
    }

    /// The rows before these of the transactions whose intent is not among them.
    private func beginnings(of rows: [JournalEntry]) throws(StorageError) -> [JournalEntry] {
        guard let first = rows.first?.sequence else { return [] }
        let begun = Set(rows.filter { $0.kind == "payment.intended" }.compactMap(\.payment))
        var missing: [PaymentID] = []
        for payment in rows.compactMap(\.payment) where !begun.contains(payment) && !missing.contains(payment) {
            missing.append(payment)
        }
        var found: [JournalEntry] = []
        for payment in missing { found += try reader.journalEntries(payment: payment).filter { $0.sequence < first } }
        return found
    }

    /// The number of the first row of the day, by bisection: the clock rarely goes back.
    private func firstRow(from start: Int64, through last: Int64) throws(StorageError) -> Int64 {
        var (low, high) = (start, last + 1)
        while low < high {
            let middle = low + (high - low) / 2
            guard let row = try reader.journalEntries(from: middle, limit: 1).first else { return high }
            if row.at < since { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
