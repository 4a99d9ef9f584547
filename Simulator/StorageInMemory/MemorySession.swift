import Foundation
import Model
import Storage

/// One read or write transaction, which works on a copy of the tables.
final class MemorySession: StorageTransaction {
    var tables: MemoryTables
    let now: @Sendable () -> Date

    init(_ tables: MemoryTables, now: @escaping @Sendable () -> Date) {
        self.tables = tables
        self.now = now
    }
}

extension MemorySession {
    func journalEntries(payment: PaymentID) -> [JournalEntry] { tables.journal.filter { $0.payment == payment } }

    func journalEntries(from sequence: Int64, limit: Int) -> [JournalEntry] {
        Array(tables.journal.drop { $0.sequence < sequence }.prefix(max(0, limit)))
    }

    func journalEntries(kind: String, before sequence: Int64, limit: Int) -> [JournalEntry] {
        tables.journal.prefix { $0.sequence < sequence }.filter { $0.kind == kind }.suffix(max(0, limit)).reversed()
    }

    func journalEntries(kind: String, from sequence: Int64, limit: Int) -> [JournalEntry] {
        Array(tables.journal.drop { $0.sequence < sequence }.lazy.filter { $0.kind == kind }.prefix(max(0, limit)))
    }

    func journalIntents(givingBack original: PaymentID) -> [JournalEntry] {
        intents { $0.original == original.rawValue }
    }

    func journalIntents(order: OrderID) -> [JournalEntry] { intents { $0.order == order.rawValue } }
    func journalIntents(key: String) -> [JournalEntry] { intents { $0.key == key } }

    func journalIntents(after sequence: Int64, limit: Int) -> [JournalEntry] {
        Array(tables.intents.lazy.map(\.entry).filter { $0.sequence > sequence }.prefix(max(0, limit)))
    }

    private func intents(where matches: (JournalIndex.Intent) -> Bool) -> [JournalEntry] {
        tables.intents.filter { matches($0.index) }.map(\.entry)
    }

    func journalHead() -> JournalHead {
        tables.journal.last.map { JournalHead(sequence: $0.sequence, hash: $0.hash) } ?? .empty
    }

    /// Archives are files, so nothing is ever archived here.
    func journalStart() -> JournalStart { .empty }

    func append(kind: String, payment: PaymentID?, payload: Data) throws(StorageError) -> JournalEntry {
        let enrolment =
            kind == TillEnrolment.kind
            ? TillEnrolment.inForce(after: tables.enrolment, kind: Data(kind.utf8), payload: payload) : tables.enrolment
        let entry = JournalEntry(
            following: journalHead(), at: now().milliseconds, payment: payment, kind: kind, payload: payload,
            enrolment: enrolment)
        tables.journal.append(entry)
        tables.enrolment = enrolment
        if kind == "payment.intended" {
            tables.intents.append(MemoryTables.Intent(entry: entry, index: JournalIndex.Intent(payload)))
        }
        return entry
    }

    func verifyJournal(newest limit: Int64?) -> JournalVerdict {
        let unread = max(0, Int64(tables.journal.count) - (limit ?? .max))
        var head = JournalHead.empty
        var enrolment: TillEnrolment?
        if unread > 0 {
            let before = tables.journal[Int(unread) - 1]
            head = JournalHead(sequence: unread, hash: before.hash)
            for entry in tables.journal.prefix(Int(unread)) {
                enrolment = TillEnrolment.inForce(after: enrolment, kind: Data(entry.kind.utf8), payload: entry.payload)
            }
        }
        for entry in tables.journal.dropFirst(Int(unread)) {
            enrolment = TillEnrolment.inForce(after: enrolment, kind: Data(entry.kind.utf8), payload: entry.payload)
            let written = JournalEntry(
                following: head, at: entry.at.milliseconds, payment: entry.payment, kind: entry.kind,
                payload: entry.payload, enrolment: enrolment)
            guard entry == written else {
                return .broken(
                    sequence: head.sequence + 1, why: Sentence("detail.row.changed", ["row": head.sequence + 1]),
                    .edited)
            }
            head = JournalHead(sequence: entry.sequence, hash: entry.hash)
        }
        return .intact(count: head.sequence, head: head.hash)
    }
}

extension MemorySession {
    func payment(id: PaymentID) -> PaymentRecord? { tables.payments.last { $0.id == id } }
    func payment(key: String) -> PaymentRecord? { tables.payments.last { $0.key == key } }

    func payments(order: OrderID, site: SiteID) -> [PaymentRecord] {
        tables.payments.filter { $0.order == order && $0.site == site && $0.kind != .refund && $0.kind != .reversal }
    }

    func givingBack(_ payment: PaymentID) -> [PaymentRecord] { tables.payments.filter { $0.original == payment } }

    func reservations() -> [PaymentRecord] {
        tables.payments.filter { reservation in
            guard reservation.kind == .reservation, reservation.isOpen || reservation.isApproved else { return false }
            return !givingBack(reservation.id).contains { $0.kind.endsReservation && $0.isApproved }
        }
    }

    func unsettledPayments() -> [PaymentRecord] { tables.payments.filter(\.isOpen) }

    func unsettledPayment(terminalAddress: String) -> PaymentRecord? {
        tables.payments.last { $0.isOpen && $0.terminalAddress == terminalAddress }
    }

    func recentPayments(limit: Int) -> [PaymentRecord] { tables.payments.suffix(max(0, limit)).reversed() }

    func payments(before payment: PaymentID, limit: Int) -> [PaymentRecord] {
        let older = tables.payments.prefix { $0.id != payment }
        return older.count == tables.payments.count ? [] : older.suffix(max(0, limit)).reversed()
    }

    func approvedPayments(told numbers: TransactionNumbers, amongNewest limit: Int) -> [PaymentRecord] {
        recentPayments(limit: limit).filter { payment in
            guard case .approved(let result)? = payment.outcome else { return false }
            return result.receiptNumber == numbers.receipt && result.trace == numbers.trace
        }
    }

    func insert(_ payment: PaymentRecord) throws(StorageError) {
        if let conflict = try conflict(inserting: payment) { throw .conflict(conflict) }
        tables.payments.append(payment)
    }

    func update(_ payment: PaymentRecord) throws(StorageError) {
        guard let place = tables.payments.lastIndex(where: { $0.id == payment.id }) else {
            throw .missing(.payment, id: "\(payment.id)")
        }
        guard tables.payments[place].isOpen else { throw .conflict(.settled(payment.id)) }
        change(place, payment)
    }

    func reopen(_ payment: PaymentRecord, mayExceed: Bool) throws(StorageError) {
        guard let place = tables.payments.lastIndex(where: { $0.id == payment.id }) else {
            throw .missing(.payment, id: "\(payment.id)")
        }
        if let conflict = try conflict(reopening: tables.payments[place], mayExceed: mayExceed) {
            throw .conflict(conflict)
        }
        change(place, payment)
    }

    private func change(_ place: Int, _ payment: PaymentRecord) {
        var changed = tables.payments[place]
        changed.amount = payment.amount
        changed.terminalID = payment.terminalID
        changed.watermark = payment.watermark
        changed.stage = payment.stage
        changed.result = payment.result
        changed.outcome = payment.outcome
        changed.updatedAt = payment.updatedAt.asStored
        tables.payments[place] = changed
    }

    func terminal(id: String) -> TerminalMemory? { tables.terminals[id] }
    func save(_ terminal: TerminalMemory) { tables.terminals[terminal.terminalID] = terminal }
}
