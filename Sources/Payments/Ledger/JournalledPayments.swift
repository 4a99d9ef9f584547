import Failures
import Flow
import Model
import Storage

/// The table of payments, held against the journal's own facts.
///
/// The table is a projection of the facts, and other programs can write to it. Before money moves on the word of a row, the
/// row is compared with what the facts of its payment tell. Where the two differ, `journal.contradicted` is thrown, and
/// nothing is sent.
struct JournalledPayments {
    let reader: any StorageReader
    let told: ToldPayments

    init(reader: any StorageReader, told: ToldPayments = ToldPayments()) {
        (self.reader, self.told) = (reader, told)
    }

    /// The payment if both agree on it; nil if neither knows it. For an archived payment there is only the row. `till
    /// journal verify` compares such rows, and a wrong one can only prevent something.
    func payment(_ id: PaymentID) throws(StorageError) -> PaymentRecord? {
        try payment(id, told: told.payment(id, in: reader))
    }

    /// The payment if its row agrees with these facts, which were read in this transaction; nil if neither knows it.
    func payment(_ id: PaymentID, told: ToldPayment?) throws(StorageError) -> PaymentRecord? {
        let stored = try reader.payment(id: id)
        guard let told else {
            if let stored, stored.archive == nil { throw .refused(.notInJournal(id)) }
            return stored
        }
        guard let stored else { throw .refused(.notInTable(id)) }
        let differing = stored.columns(differingFrom: told.record)
        guard differing.isEmpty else { throw .refused(.contradicted(id, differing)) }
        return stored
    }

    /// The payment or reservation, checked together with everything that gives it back or ends it, so that what is left
    /// of it is right. Nil if neither the journal nor the table knows it.
    func paymentWithAllGivenBack(_ id: PaymentID) throws(StorageError) -> PaymentRecord? {
        guard let found = try payment(id) else { return nil }
        try reader.checkIsInJournal(id)
        let told = Set(try reader.journalIntents(givingBack: id).compactMap(\.payment))
        for other in told { _ = try payment(other) }
        // A row may name another original than its facts.
        for other in try reader.givingBack(id) where !told.contains(other.id) { _ = try payment(other.id) }
        return found
    }

    /// Throws if the row of any transaction for that order differs from the journal, or is missing.
    func check(order: OrderID, site: SiteID) throws(StorageError) {
        var checked: Set<PaymentID> = []
        for entry in try reader.journalIntents(order: order) {
            guard let id = entry.payment, try told.payment(begunBy: entry)?.site == site else { continue }
            _ = try payment(id)
            checked.insert(id)
        }
        for stored in try reader.payments(order: order, site: site) where !checked.contains(stored.id) {
            _ = try payment(stored.id)
        }
    }
}

extension JournalledPayments {
    /// Throws if the row of any transaction with that key differs from the journal, or is missing: the same request
    /// would be charged again.
    func check(key: String) throws(StorageError) {
        for entry in try reader.journalIntents(key: key) {
            if let id = entry.payment { _ = try payment(id) }
        }
    }
}

extension PaymentRecord {
    /// The names, for a person, of the columns in which this row differs from the journal. The terminal's last result
    /// is compared only if it settled the payment; the time of the row's last change is not compared.
    package func columns(differingFrom told: PaymentRecord) -> [String] {
        let compared: [(String, Bool)] = [
            ("kind", kind == told.kind), ("original", original == told.original),
            ("amount_minor", amount == told.amount),
            ("tip_minor", tip == told.tip), ("site", site == told.site), ("order_id", order == told.order),
            ("stage", stage == told.stage), ("outcome", outcome == told.outcome),
            ("terminal_address", terminalAddress == told.terminalAddress),
            ("terminal_id", terminalID == told.terminalID), ("idempotency_key", key == told.key),
            ("fingerprint", fingerprint == told.fingerprint), ("created_at", createdAt == told.createdAt),
            ("result", !isApproved || result == told.result),
        ]
        return compared.filter { !$0.1 }.map(\.0)
    }
}

/// Why nothing was sent: a table of the database contradicts the journal.
extension Failure {
    static func contradicted(_ id: PaymentID, _ columns: [String]) -> Failure {
        .contradicted(.differing(id, columns))
    }

    static func notInTable(_ id: PaymentID) -> Failure {
        .contradicted(Sentence("detail.table.notInTable", ["payment": id]))
    }

    static func notInJournal(_ id: PaymentID) -> Failure {
        .contradicted(Sentence("detail.table.notInJournal", ["payment": id]))
    }

    static func contradicted(_ sentence: Sentence) -> Failure {
        Failure(
            JournalFailure.contradicted, Sentence("failure.journal.contradicted.contradicted", ["sentence": sentence]),
            remedy: Sentence("remedy.journal.contradicted.contradicted"), recovery: .askOperator)
    }
}

extension Sentence {
    /// Says in which columns the row of a payment differs from the journal.
    package static func differing(_ id: PaymentID, _ columns: [String]) -> Sentence {
        let named: [String: any CustomStringConvertible] = [
            "payment": id, "columns": Sentence(all: columns.map(Sentence.init(stored:))),
        ]
        return columns.count == 1 ? Sentence("detail.table.differs", named) : Sentence("detail.table.differ", named)
    }
}
