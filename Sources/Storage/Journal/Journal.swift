import Foundation
import Model
import Synchronization

/// One fact of the journal, as stored. Facts are only ever added; the numbers have no gaps.
package struct JournalEntry: Hashable, Sendable {
    /// From 1.
    package let sequence: Int64
    /// Wall time, to the millisecond.
    package let at: Date
    package let payment: PaymentID?
    /// What happened, as the writer names it: `payment.intended`.
    package let kind: String
    /// JSON, the bytes as they were given.
    package let payload: Data
    package let previousHash: Data
    package let hash: Data
    /// What the payload says, once somebody has read it.
    let reading = PayloadReading()
}

/// The journal's last number and hash, kept apart from the rows so that a missing last row is noticed.
package struct JournalHead: Hashable, Sendable {
    package let sequence: Int64
    package let hash: Data

    package init(sequence: Int64, hash: Data) {
        self.sequence = sequence
        self.hash = hash
    }

    /// The head that a copy of `till.head` holds, and its signature where it has one; nil where the file is no such copy.
    package static func kept(in file: String) throws(StorageError) -> (head: JournalHead, signed: SignedHead?)? {
        guard case .head(let head, let signed) = try HeadFile(path: file).read() else { return nil }
        return (head, signed)
    }

    /// The head of a journal without rows.
    package static let empty = JournalHead(sequence: 0, hash: Data(repeating: 0, count: 32))
}

package protocol JournalReading {
    /// The facts about one payment, oldest first.
    func journalEntries(payment: PaymentID) throws(StorageError) -> [JournalEntry]
    /// Facts with numbers from `sequence` on, oldest first, at most `limit`.
    func journalEntries(from sequence: Int64, limit: Int) throws(StorageError) -> [JournalEntry]
    /// Facts of that kind, newest first.
    func journalEntries(kind: String, limit: Int) throws(StorageError) -> [JournalEntry]
    /// The first facts of all that was begun to give back that payment or to end that reservation, oldest first.
    func journalIntents(givingBack original: PaymentID) throws(StorageError) -> [JournalEntry]
    /// The first facts of all that was begun for an order with that number, of any shop, oldest first.
    func journalIntents(order: OrderID) throws(StorageError) -> [JournalEntry]
    /// The facts `payment.intended` of what was asked for under that idempotency key, oldest first.
    func journalIntents(key: String) throws(StorageError) -> [JournalEntry]
    /// The first facts of transactions with numbers above `sequence`, oldest first, at most `limit`.
    func journalIntents(after sequence: Int64, limit: Int) throws(StorageError) -> [JournalEntry]
    func journalHead() throws(StorageError) -> JournalHead
    /// Where the journal begins. The entries before are in archives.
    func journalStart() throws(StorageError) -> JournalStart
    /// Recomputes the chain from the stored bytes: the whole of it, or its newest rows where a number is given.
    func verifyJournal(newest limit: Int64?) throws(StorageError) -> JournalVerdict
}

extension JournalReading {
    /// Recomputes the whole chain from the stored bytes.
    package func verifyJournal() throws(StorageError) -> JournalVerdict { try verifyJournal(newest: nil) }
}

package protocol JournalWriting {
    /// Adds a fact; its number is the next one and its time is now.
    @discardableResult
    func append(kind: String, payment: PaymentID?, payload: Data) throws(StorageError) -> JournalEntry
}

extension JournalWriting {
    /// Adds a fact whose payload is `value` as JSON with sorted keys.
    @discardableResult
    package func append(
        kind: String, payment: PaymentID?, encoding value: some Encodable
    ) throws(StorageError) -> JournalEntry {
        let payload: Data
        do { payload = try StoredJSON.data(value) } catch { throw StorageError(error) }
        return try append(kind: kind, payment: payment, payload: payload)
    }
}

extension JournalEntry {
    /// The payload as the value it was written from. Read once: a fact does not change.
    package func decoded<T: Decodable & Sendable>(as type: T.Type) throws(StorageError) -> T {
        if let known = reading.value as? T { return known }
        do {
            let value = try StoredJSON.value(type, from: payload)
            reading.value = value
            return value
        } catch {
            throw .corrupt(reason: "row \(sequence) of the table journal does not hold a fact of its kind, \(kind)")
        }
    }
}

/// What a payload says, kept with its entry. Says nothing that the payload does not, so all are equal.
final class PayloadReading: Hashable, Sendable {
    private let stored = Mutex<(any Sendable)?>(nil)

    var value: (any Sendable)? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }

    static func == (_: PayloadReading, _: PayloadReading) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
