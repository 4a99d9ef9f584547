import Failures
import Flow
import Foundation
import Model
import Storage
import Payments

/// How much of the journal can be moved to an archive, and what holds back the rest.
package struct ArchivePlan: Hashable, Sendable {
    /// The number of the last entry that is archived already; 0 if none is.
    package let start: Int64
    /// The last entry before the date.
    package let asked: Int64
    /// The last entry that can be moved; `start` if none can.
    package let through: Int64
    /// What holds back the rest, oldest first.
    package let holds: [ArchiveHold]
    /// When the entry `through` was written.
    package let until: Date?
    let days: [String]
    /// How many transactions can be moved.
    package let transactions: Int

    package var entries: Int64 { through - start }
}

/// Finds the entry up to which nothing in the journal is unfinished. It reads the whole journal once.
struct ArchivePlanner {
    /// How many of the newest transactions stay at least: those that are compared before each payment.
    static let keptTransactions = ClaimedTransaction.lookedBack
    /// How many of the newest transactions are searched for terminals in use.
    private static let inUse = 1_000
    private static let page = 1_000

    /// The range from an item's first to its last entry, or to `.max` if more may follow.
    private struct Span {
        var first: Int64
        var last: Int64
        var hold: ArchiveHold

        init(_ reason: ArchiveHold.Reason, _ id: String, _ first: Int64, _ last: Int64 = .max) {
            self.first = first
            self.last = last
            hold = ArchiveHold(reason: reason, id: id, sequence: first)
        }
    }

    private let reader: any StorageReader
    private let date: Date
    private let withOpenDays: Bool
    private let kept: Int
    private let start: Int64
    private var asked: Int64
    private var until: Date?
    /// The ranges of transactions and ends of day that began before the date.
    private var payments: [PaymentID: Span] = [:]
    private var days: [String: Span] = [:]
    /// The ends of day that closed a terminal's day, oldest first.
    private var closed: [(report: EndOfDayReport, sequence: Int64)] = []

    init(
        _ reader: any StorageReader, before date: Date, withOpenDays: Bool, kept: Int = Self.keptTransactions
    ) throws(StorageError) {
        (self.reader, self.date, self.withOpenDays, self.kept) = (reader, date, withOpenDays, kept)
        start = try reader.journalStart().head.sequence
        asked = start
    }

    mutating func plan() throws(StorageError) -> ArchivePlan {
        try scan()
        guard asked > start else { return plan(through: start, []) }
        let unfinished = try unfinished().filter { $0.first <= asked }.sorted { $0.first < $1.first }
        var (through, holds) = (asked, unfinished.map(\.hold))
        let spans = (unfinished + payments.values + days.values).sorted { $0.last > $1.last }
        for span in spans where span.first <= through && span.last > through {
            through = span.first - 1
            if span.last < .max { holds.append(span.hold) }
        }
        return plan(through: max(start, through), holds.sorted { $0.sequence < $1.sequence })
    }

    private func plan(through: Int64, _ holds: [ArchiveHold]) -> ArchivePlan {
        let until = through == asked ? until : ((try? reader.journalEntries(from: through, limit: 1).first?.at) ?? nil)
        return ArchivePlan(
            start: start, asked: asked, through: through, holds: through < asked ? holds : [], until: until,
            days: days.filter { $0.value.first <= through }.map(\.key).sorted(),
            transactions: payments.values.count { $0.first <= through })
    }

    // MARK: Reading the journal

    private mutating func scan() throws(StorageError) {
        var (next, isBefore) = (start + 1, true)
        while true {
            let entries = try reader.journalEntries(from: next, limit: Self.page)
            for entry in entries {
                isBefore = isBefore && entry.at < date
                if isBefore { (asked, until) = (entry.sequence, entry.at) }
                try take(entry, isBefore)
            }
            guard let last = entries.last else { return }
            next = last.sequence + 1
        }
    }

    private mutating func take(_ entry: JournalEntry, _ isBefore: Bool) throws(StorageError) {
        if let id = entry.payment, entry.kind.hasPrefix("payment.") {
            if isBefore, payments[id] == nil {
                payments[id] = Span(.laterEntries, id.rawValue, entry.sequence, entry.sequence)
            }
            payments[id]?.last = entry.sequence
        } else if entry.kind.hasPrefix(EndOfDayEvent.kindPrefix) {
            let fact = try entry.decoded(as: EndOfDayFact.self)
            let id = fact.id.rawValue
            if isBefore, days[id] == nil { days[id] = Span(.unsettledDay, id, entry.sequence, entry.sequence) }
            days[id]?.last = entry.sequence
            if case .settled(let report) = fact.event, report.outcome.isClosed {
                closed.append((report, days[id]?.first ?? entry.sequence))
            }
        }
    }

    // MARK: Unfinished work

    private func unfinished() throws(StorageError) -> [Span] {
        var found = try openPayments() + papers() + undelivered() + openEnds()
        for reservation in try reader.reservations() { found += span(.reserved, reservation.id) }
        do {
            for owed in try UndeliveredCharge.all(in: reader) { found += span(.goodsOwed, owed.payment) }
        } catch { throw error as? StorageError ?? .refused(.unreadableGoods) }
        if kept > 0, let oldest = try reader.recentPayments(limit: kept).last { found += span(.newest, oldest.id) }
        return found
    }

    private func span(_ reason: ArchiveHold.Reason, _ id: PaymentID) -> [Span] {
        payments[id].map { [Span(reason, id.rawValue, $0.first)] } ?? []
    }

    private func openPayments() throws(StorageError) -> [Span] {
        var found: [Span] = []
        for open in try reader.unsettledPayments() {
            found += span(.open, open.id)
            if let original = open.original { found += span(.open, original) }
        }
        return found
    }

    private func papers() throws(StorageError) -> [Span] {
        var found: [Span] = []
        for job in try reader.pendingPrintJobs(printer: nil) + reader.interruptedPrintJobs(printer: nil) {
            guard let owner = try reader.receipt(id: job.receipt)?.payment else { continue }
            found += span(.notPrinted, owner)
            if let day = days[owner.rawValue] { found.append(Span(.notPrinted, owner.rawValue, day.first)) }
        }
        return found
    }

    /// An item that cannot be read holds back all entries.
    private func undelivered() throws(StorageError) -> [Span] {
        var found: [Span] = []
        for item in try reader.pendingOutbox(limit: .max) {
            if let mail = try? ReceiptMail(item) {
                if let owner = try reader.receipt(id: mail.receipt)?.payment { found += span(.notDelivered, owner) }
            } else if let message = try? OutboxMessageTypes.ofTill.message(of: item) {
                for id in message.transactions { found += span(.notDelivered, id) }
            } else {
                found.append(Span(.notDelivered, item.id, start + 1))
            }
        }
        return found
    }

    private func openEnds() throws(StorageError) -> [Span] {
        var found: [Span] = []
        for open in try EndOfDayIntent.open(in: reader) {
            if let day = days[open.id.rawValue] { found.append(Span(.unsettledDay, open.id.rawValue, day.first)) }
        }
        let used = Set(try reader.recentPayments(limit: Self.inUse).compactMap(TerminalName.init(of:)))
        for terminal in used {
            guard let last = closed.last(where: { terminal.isSame(as: $0.report.terminal) }) else { continue }
            found.append(Span(.lastEndOfDay, last.report.id.rawValue, last.sequence))
        }
        return try withOpenDays ? found : found + firstOfOpenDays()
    }

    /// The first approved transaction of each terminal after its last end of day.
    private func firstOfOpenDays() throws(StorageError) -> [Span] {
        var firsts: [TerminalName: Span] = [:]
        for (id, span) in payments {
            guard let payment = try reader.payment(id: id), payment.isApproved,
                let terminal = TerminalName(of: payment),
                closed.last(where: { terminal.isSame(as: $0.report.terminal) })?.report.through ?? 0 < span.first
            else { continue }
            if firsts[terminal].map({ $0.first > span.first }) ?? true {
                firsts[terminal] = Span(.openDay, id.rawValue, span.first)
            }
        }
        return Array(firsts.values)
    }
}

extension Failure {
    fileprivate static let unreadableGoods = Failure(
        JournalFailure.broken, Sentence("failure.journal.broken.unreadableGoods"),
        remedy: Sentence("remedy.journal.broken"), recovery: .askOperator)
}
