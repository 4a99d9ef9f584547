import Foundation
import GRDB
import Model

extension Session {
    func journalEntries(payment: PaymentID) throws(StorageError) -> [JournalEntry] {
        try attempt {
            try rows("SELECT * FROM journal WHERE payment = ? ORDER BY sequence", [payment.rawValue])
                .map(JournalEntry.init(row:))
        }
    }

    func journalEntries(from sequence: Int64, limit: Int) throws(StorageError) -> [JournalEntry] {
        try attempt {
            try rows("SELECT * FROM journal WHERE sequence >= ? ORDER BY sequence LIMIT ?", [sequence, max(0, limit)])
                .map(JournalEntry.init(row:))
        }
    }

    func journalEntries(kind: String, limit: Int) throws(StorageError) -> [JournalEntry] {
        try attempt {
            try rows("SELECT * FROM journal WHERE kind = ? ORDER BY sequence DESC LIMIT ?", [kind, max(0, limit)])
                .map(JournalEntry.init(row:))
        }
    }

    func journalHead() throws(StorageError) -> JournalHead {
        guard let head = try keptHead() else { throw .corrupt(reason: "the journal has lost its head") }
        return head
    }

    func append(kind: String, payment: PaymentID?, payload: Data) throws(StorageError) -> JournalEntry {
        let head = try journalHead()
        guard try lastSequence() == head.sequence else {
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
                if let broken = chain.admit(RawJournalRow(row: row)) { return broken }
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
        try attempt { try row("SELECT coalesce(max(sequence), 0) AS last FROM journal")?["last"] ?? 0 }
    }

    private func keptHead() throws(StorageError) -> JournalHead? {
        try attempt {
            try row("SELECT sequence, hash FROM journal_head").map {
                JournalHead(sequence: $0["sequence"], hash: $0["hash"])
            }
        }
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

    fileprivate init(row: Row) {
        let payment: String? = row["payment"]
        self.init(
            sequence: row["sequence"], at: row.date("at"), payment: payment.map(PaymentID.init(rawValue:)),
            kind: row["kind"], payload: row["payload"], previousHash: row["previous_hash"], hash: row["hash"])
    }
}

extension RawJournalRow {
    /// Takes whatever lies there: a value of a foreign type becomes an empty one, and `types` tells.
    fileprivate init(row: Row) {
        self.init(
            sequence: Self.number(row["sequence"]), at: Self.number(row["at"]),
            payment: Data.fromDatabaseValue(row["payment"]), kind: Self.bytes(row["kind"]),
            payload: Self.bytes(row["payload"]), previousHash: Self.bytes(row["previous_hash"]),
            hash: Self.bytes(row["hash"]), types: row["types"] ?? "")
    }

    private static func number(_ value: DatabaseValue) -> Int64 { Int64.fromDatabaseValue(value) ?? 0 }
    private static func bytes(_ value: DatabaseValue) -> Data { Data.fromDatabaseValue(value) ?? Data() }
}
