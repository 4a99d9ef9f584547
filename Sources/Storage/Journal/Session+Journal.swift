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

    func journalEntries(kind: String, before sequence: Int64, limit: Int) throws(StorageError) -> [JournalEntry] {
        try journal(
            "WHERE \(Self.isKind(kind)) AND sequence < ? ORDER BY sequence DESC LIMIT ?",
            [kind, sequence, max(0, limit)])
    }

    func journalEntries(kind: String, from sequence: Int64, limit: Int) throws(StorageError) -> [JournalEntry] {
        try journal(
            "WHERE \(Self.isKind(kind)) AND sequence >= ? ORDER BY sequence LIMIT ?", [kind, sequence, max(0, limit)])
    }

    /// The condition for entries of a kind, whose one argument is the kind.
    private static func isKind(_ kind: String) -> String {
        JournalIndex.kinds.contains(kind) ? "kind = ? AND \(JournalIndex.isIndexedKind)" : "kind = ?"
    }

    func journalIntents(givingBack original: PaymentID) throws(StorageError) -> [JournalEntry] {
        try journal(
            "WHERE \(JournalIndex.isIntent) AND \(JournalIndex.original) = ? ORDER BY sequence", [original.rawValue])
    }

    func journalIntents(order: OrderID) throws(StorageError) -> [JournalEntry] {
        try journal(
            "WHERE \(JournalIndex.isIntent) AND \(JournalIndex.order) = ? ORDER BY sequence", [order.rawValue])
    }

    func journalIntents(key: String) throws(StorageError) -> [JournalEntry] {
        try journal("WHERE \(JournalIndex.isIntent) AND \(JournalIndex.key) = ? ORDER BY sequence", [key])
    }

    func journalIntents(after sequence: Int64, limit: Int) throws(StorageError) -> [JournalEntry] {
        try journal(
            """
            WHERE \(JournalIndex.isIntent) AND \(JournalIndex.isIndexedKind) AND sequence > ? ORDER BY sequence LIMIT ?
            """, [sequence, max(0, limit)])
    }

    private func journal(_ clause: String, _ arguments: StatementArguments) throws(StorageError) -> [JournalEntry] {
        try attempt {
            let statement = try database.cachedStatement(sql: "SELECT \(JournalEntry.columns) FROM journal \(clause)")
            let cursor = try Row.fetchCursor(statement, arguments: arguments)
            var entries: [JournalEntry] = []
            while let row = try cursor.next() {
                entries.append(
                    try JournalEntry(quickly: row)
                        ?? JournalEntry(
                            StoredRow(table: "journal", row: row.copy(), columns: statement.columnNames)))
            }
            return entries
        }
    }

    func journalHead() throws(StorageError) -> JournalHead {
        guard let head = try keptHead() else { throw .corrupt(reason: Sentence("detail.journal.noHead")) }
        return head
    }

    func append(kind: String, payment: PaymentID?, payload: Data) throws(StorageError) -> JournalEntry {
        try enrolOwnKey(before: kind)
        let head = try journalHead()
        guard try lastSequence() == head.sequence, head.sequence < .max else {
            throw .corrupt(reason: Sentence("detail.journal.otherEnd"))
        }
        let enrolment = try enrolmentInForce(kind: kind, payload: payload)
        let entry = JournalEntry(
            following: head, at: now().milliseconds, payment: payment, kind: kind, payload: payload,
            enrolment: enrolment)
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
        additions?.add(entry, under: enrolment)
        return entry
    }

    /// Enrols this process's own key again after another process has changed the key, because `till.head` must be signed
    /// with the key that the journal names.
    private func enrolOwnKey(before kind: String) throws(StorageError) {
        guard kind != TillEnrolment.kind, let signer = additions?.signer, let named = try lastEnrolment(),
            named.isInHashes, named.key != signer
        else { return }
        try append(
            kind: TillEnrolment.kind, payment: nil,
            encoding: TillEnrolment(till: named.till, life: named.life, key: signer))
    }

    /// The newest enrolment, looked up once per transaction.
    private func lastEnrolment() throws(StorageError) -> TillEnrolment? {
        if let entries = additions?.entries, entries.head != nil { return entries.enrolment }
        return try enrolment()?.enrolment
    }

    private func enrolmentInForce(kind: String, payload: Data) throws(StorageError) -> TillEnrolment? {
        let former = try lastEnrolment()
        return TillEnrolment.inForce(after: former, kind: Data(kind.utf8), payload: payload)
    }

    func verifyJournal(newest limit: Int64?) throws(StorageError) -> JournalVerdict {
        try attempt {
            for table in ["journal", "journal_head", "journal_start"] where try !database.tableExists(table) {
                return .broken(sequence: 1, why: Sentence("detail.table.missing", ["table": table]), .wiped)
            }
            let origin = try journalStart()
            if let broken = try untoldStart(origin) { return broken }
            let start = try beginning(ofNewest: limit, origin.head)
            var chain = JournalChain(after: start, enrolment: try enrolment(upTo: start.sequence))
            let statement = try database.cachedStatement(sql: Self.rawJournal)
            let cursor = try Row.fetchCursor(
                statement, arguments: [start == origin.head ? .min : start.sequence + 1])
            while let row = try cursor.next() {
                if let broken = try chain.admit(row) { return broken }
            }
            return chain.verdict(head: try keptHead())
        }
    }

    /// The row before the newest ones, trusted as it is stored.
    private func beginning(ofNewest limit: Int64?, _ origin: JournalHead) throws -> JournalHead {
        guard let limit, case let last = try lastSequence(), last > limit,
            last - limit > origin.sequence,
            let hash = try Data.fetchOne(
                database.cachedStatement(sql: "SELECT CAST(hash AS BLOB) FROM journal WHERE sequence = ?"),
                arguments: [last - limit])
        else { return origin }
        return JournalHead(sequence: last - limit, hash: hash)
    }

    /// The enrolment in force at a row, trusted as it is stored.
    func enrolment(upTo sequence: Int64) throws -> TillEnrolment? {
        let wanted = """
            SELECT CAST(payload AS BLOB) FROM journal WHERE kind = '\(TillEnrolment.kind)' AND \(JournalIndex.isIndexedKind)
                AND sequence <= ? ORDER BY sequence DESC LIMIT 1
            """
        guard sequence > 0,
            let payload = try Data.fetchOne(database.cachedStatement(sql: wanted), arguments: [sequence])
        else { return try journalStart().enrolment }
        return try? StoredJSON.value(TillEnrolment.self, from: payload)
    }

    /// Reads text columns as bytes: as text, SQLite would stop at a zero byte and hide invalid UTF-8, so two different files
    /// could read alike. `is_typed` tells whether every column has its expected type.
    private static let rawJournal = """
        SELECT sequence, at, CAST(payment AS BLOB) AS payment, CAST(kind AS BLOB) AS kind,
            CAST(payload AS BLOB) AS payload, CAST(previous_hash AS BLOB) AS previous_hash, CAST(hash AS BLOB) AS hash,
            typeof(sequence) = 'integer' AND typeof(at) = 'integer' AND typeof(payment) IN ('text', 'null')
                AND typeof(kind) = 'text' AND typeof(payload) = 'blob' AND typeof(previous_hash) = 'blob'
                AND typeof(hash) = 'blob' AS is_typed
        FROM journal WHERE sequence >= ? ORDER BY sequence
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
    package init(
        following head: JournalHead, at: Int64, payment: PaymentID?, kind: String, payload: Data,
        enrolment: TillEnrolment? = nil
    ) {
        let hash = JournalHash.of(
            sequence: head.sequence + 1, at: at, payment: payment.map { Data($0.rawValue.utf8) },
            kind: Data(kind.utf8), payload: payload, previous: head.hash, enrolment: enrolment)
        self.init(
            sequence: head.sequence + 1, at: Date(milliseconds: at), payment: payment, kind: kind, payload: payload,
            previousHash: head.hash, hash: hash)
    }

    fileprivate static let columns = "sequence, at, payment, kind, payload, previous_hash, hash, rowid AS row_id"

    /// The row with its columns in the order of `columns`; nil when a column has an unexpected type.
    fileprivate init?(quickly row: Row) throws {
        guard case .int64(let sequence) = try row.decode(DatabaseValue.self, atIndex: 0).storage,
            case .int64(let at) = try row.decode(DatabaseValue.self, atIndex: 1).storage,
            -Date.mostMilliseconds...Date.mostMilliseconds ~= at,
            case .string(let kind) = try row.decode(DatabaseValue.self, atIndex: 3).storage,
            case .blob(let payload) = try row.decode(DatabaseValue.self, atIndex: 4).storage,
            case .blob(let previous) = try row.decode(DatabaseValue.self, atIndex: 5).storage,
            case .blob(let hash) = try row.decode(DatabaseValue.self, atIndex: 6).storage
        else { return nil }
        let payment: PaymentID?
        switch try row.decode(DatabaseValue.self, atIndex: 2).storage {
        case .null: payment = nil
        case .string(let id): payment = PaymentID(rawValue: id)
        case .int64, .double, .blob: return nil
        }
        self.init(
            sequence: sequence, at: Date(milliseconds: at), payment: payment, kind: kind, payload: payload,
            previousHash: previous, hash: hash)
    }

    fileprivate init(_ row: StoredRow) throws(StorageError) {
        self.init(
            sequence: try row.number("sequence"), at: try row.date("at"),
            payment: try row.optionalText("payment").map(PaymentID.init(rawValue:)), kind: try row.text("kind"),
            payload: try row.bytes("payload"), previousHash: try row.bytes("previous_hash"),
            hash: try row.bytes("hash"))
    }
}

extension JournalChain {
    /// Adds the next row, its columns in the order of `rawJournal`; returns a verdict if it is wrong. The bytes are hashed
    /// in SQLite's memory without copying.
    fileprivate mutating func admit(_ row: Row) throws -> JournalVerdict? {
        try row.withUnsafeData(atIndex: 2) { payment in
            try row.withUnsafeData(atIndex: 3) { kind in
                try row.withUnsafeData(atIndex: 4) { payload in
                    try row.withUnsafeData(atIndex: 5) { previous in
                        try row.withUnsafeData(atIndex: 6) { hash in
                            admit(
                                RawJournalRow(
                                    sequence: try row.decode(Int64?.self, atIndex: 0) ?? 0,
                                    at: try row.decode(Int64?.self, atIndex: 1) ?? 0, payment: payment,
                                    kind: kind ?? Data(), payload: payload ?? Data(), previousHash: previous ?? Data(),
                                    hash: hash ?? Data(), isTyped: try row.decode(Bool?.self, atIndex: 7) ?? false))
                        }
                    }
                }
            }
        }
    }
}
