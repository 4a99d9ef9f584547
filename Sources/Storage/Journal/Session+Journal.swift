import Foundation
import GRDB
import Model

extension Session {
    func journalEntries(payment: PaymentID) throws(StorageError) -> [JournalEntry] {
        try journal("WHERE payment = ? ORDER BY sequence", [payment.rawValue])
    }

    func journalEntries(from sequence: Int64, limit: Int) throws(StorageError) -> [JournalEntry] {
        try journal("WHERE sequence >= ? ORDER BY sequence LIMIT ?", [sequence, max(0, limit)])
    }

    func journalEntries(kind: String, limit: Int) throws(StorageError) -> [JournalEntry] {
        let indexed = JournalIndex.kinds.contains(kind) ? "AND \(JournalIndex.isIndexedKind) " : ""
        return try journal("WHERE kind = ? \(indexed)ORDER BY sequence DESC LIMIT ?", [kind, max(0, limit)])
    }

    func journalIntents(givingBack original: PaymentID) throws(StorageError) -> [JournalEntry] {
        try journal(
            "WHERE \(JournalIndex.isIntent) AND \(JournalIndex.original) = ? ORDER BY sequence", [original.rawValue])
    }

    func journalIntents(order: OrderID) throws(StorageError) -> [JournalEntry] {
        try journal(
            "WHERE \(JournalIndex.isIntent) AND \(JournalIndex.order) = ? ORDER BY sequence", [order.rawValue])
    }

    private func journal(_ clause: String, _ arguments: StatementArguments) throws(StorageError) -> [JournalEntry] {
        try rows(of: "journal", "SELECT rowid AS row_id, * FROM journal \(clause)", arguments)
            .map { row throws(StorageError) in try JournalEntry(row) }
    }

    func journalHead() throws(StorageError) -> JournalHead {
        guard let head = try keptHead() else { throw .corrupt(reason: "the journal has lost its head") }
        return head
    }

    func append(kind: String, payment: PaymentID?, payload: Data) throws(StorageError) -> JournalEntry {
        let head = try journalHead()
        guard try lastSequence() == head.sequence, head.sequence < .max else {
            throw .corrupt(reason: "the journal does not end where its head says")
        }
        let entry = JournalEntry(
            following: head, at: now().milliseconds, payment: payment, kind: kind, payload: payload)
        try attempt {
            try execute(
                """
                INSERT INTO journal (sequence, at, payment, kind, payload, previous_hash, hash)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    entry.sequence, entry.at.milliseconds, payment?.rawValue, kind, payload, entry.previousHash,
                    entry.hash,
                ])
            try execute("UPDATE journal_head SET sequence = ?, hash = ?", [entry.sequence, entry.hash])
        }
        additions?.add(entry)
        return entry
    }

    func verifyJournal() throws(StorageError) -> JournalVerdict {
        try attempt {
            for table in ["journal", "journal_head"] where try !database.tableExists(table) {
                return .broken(sequence: 1, why: "the table \(table) is missing")
            }
            var chain = JournalChain()
            let statement = try database.cachedStatement(sql: Self.rawJournal)
            let cursor = try Row.fetchCursor(statement)
            while let row = try cursor.next() {
                if let broken = chain.admit(try RawJournalRow(row: row)) { return broken }
            }
            return chain.verdict(head: try keptHead())
        }
    }

    /// Text is taken as bytes: as text it would end at a zero byte and hide invalid UTF-8, so two different files could
    /// read alike. Numbers in the place of blobs and the like show in `types`.
    private static let rawJournal = """
        SELECT sequence, at, CAST(payment AS BLOB) AS payment, CAST(kind AS BLOB) AS kind,
            CAST(payload AS BLOB) AS payload, CAST(previous_hash AS BLOB) AS previous_hash, CAST(hash AS BLOB) AS hash,
            typeof(sequence) || ',' || typeof(at) || ',' || typeof(payment) || ',' || typeof(kind) || ','
                || typeof(payload) || ',' || typeof(previous_hash) || ',' || typeof(hash) AS types
        FROM journal ORDER BY sequence
        """

    private func lastSequence() throws(StorageError) -> Int64 {
        try row(of: "journal", "SELECT coalesce(max(sequence), 0) AS last FROM journal")?.number("last") ?? 0
    }

    private func keptHead() throws(StorageError) -> JournalHead? {
        let wanted = "SELECT rowid AS row_id, sequence, hash FROM journal_head"
        guard let row = try row(of: "journal_head", wanted) else { return nil }
        return JournalHead(sequence: try row.number("sequence"), hash: try row.bytes("hash"))
    }
}

extension JournalEntry {
    init(following head: JournalHead, at: Int64, payment: PaymentID?, kind: String, payload: Data) {
        let hash = JournalHash.of(
            sequence: head.sequence + 1, at: at, payment: payment.map { Data($0.rawValue.utf8) },
            kind: Data(kind.utf8), payload: payload, previous: head.hash)
        self.init(
            sequence: head.sequence + 1, at: Date(milliseconds: at), payment: payment, kind: kind, payload: payload,
            previousHash: head.hash, hash: hash)
    }

    fileprivate init(_ row: StoredRow) throws(StorageError) {
        self.init(
            sequence: try row.number("sequence"), at: try row.date("at"),
            payment: try row.optionalText("payment").map(PaymentID.init(rawValue:)), kind: try row.text("kind"),
            payload: try row.bytes("payload"), previousHash: try row.bytes("previous_hash"),
            hash: try row.bytes("hash"))
    }
}

extension RawJournalRow {
    /// Takes whatever lies there: a value of a foreign type becomes an empty one, and `types` tells.
    fileprivate init(row: Row) throws {
        func number(_ column: String) throws -> Int64 {
            Int64.fromDatabaseValue(try row.decode(DatabaseValue.self, forColumn: column)) ?? 0
        }
        func bytes(_ column: String) throws -> Data? {
            Data.fromDatabaseValue(try row.decode(DatabaseValue.self, forColumn: column))
        }
        self.init(
            sequence: try number("sequence"), at: try number("at"), payment: try bytes("payment"),
            kind: try bytes("kind") ?? Data(), payload: try bytes("payload") ?? Data(),
            previousHash: try bytes("previous_hash") ?? Data(), hash: try bytes("hash") ?? Data(),
            types: try row.decode(String?.self, forColumn: "types") ?? "")
    }
}
