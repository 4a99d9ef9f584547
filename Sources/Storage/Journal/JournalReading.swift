import Model

package protocol JournalReading {
    /// The entries about one payment, oldest first.
    func journalEntries(payment: PaymentID) throws(StorageError) -> [JournalEntry]
    /// The entries from number `sequence` on, oldest first, at most `limit`.
    func journalEntries(from sequence: Int64, limit: Int) throws(StorageError) -> [JournalEntry]
    /// The entries of this kind with numbers below `sequence`, newest first, at most `limit`.
    func journalEntries(kind: String, before sequence: Int64, limit: Int) throws(StorageError) -> [JournalEntry]
    /// The entries of this kind from number `sequence` on, oldest first, at most `limit`.
    func journalEntries(kind: String, from sequence: Int64, limit: Int) throws(StorageError) -> [JournalEntry]
    /// The intents of every refund or reversal of a payment, or of every end of a reservation, oldest first.
    func journalIntents(givingBack original: PaymentID) throws(StorageError) -> [JournalEntry]
    /// The intents for an order number, in any shop, oldest first.
    func journalIntents(order: OrderID) throws(StorageError) -> [JournalEntry]
    /// The `payment.intended` entries with this idempotency key, oldest first.
    func journalIntents(key: String) throws(StorageError) -> [JournalEntry]
    /// The intents with numbers above `sequence`, oldest first, at most `limit`.
    func journalIntents(after sequence: Int64, limit: Int) throws(StorageError) -> [JournalEntry]
    func journalHead() throws(StorageError) -> JournalHead
    /// Where the journal begins; earlier entries are in archives.
    func journalStart() throws(StorageError) -> JournalStart
    /// Recomputes the hash chain from the stored bytes, of the whole journal or of its newest rows.
    func verifyJournal(newest limit: Int64?) throws(StorageError) -> JournalVerdict
}

extension JournalReading {
    /// The newest entries of this kind, newest first.
    package func journalEntries(kind: String, limit: Int) throws(StorageError) -> [JournalEntry] {
        try journalEntries(kind: kind, before: .max, limit: limit)
    }

    /// Recomputes the whole hash chain from the stored bytes.
    package func verifyJournal() throws(StorageError) -> JournalVerdict { try verifyJournal(newest: nil) }
}
