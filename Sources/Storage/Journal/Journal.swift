import Foundation
import Model
import Synchronization

/// One stored entry of the journal. Entries are only ever appended, and their numbers have no gaps.
package struct JournalEntry: Hashable, Sendable {
    /// The number, counted from 1.
    package let sequence: Int64
    /// The wall-clock time, to the millisecond.
    package let at: Date
    package let payment: PaymentID?
    /// The kind of fact, such as `payment.intended`.
    package let kind: String
    /// The JSON, byte for byte as it was given.
    package let payload: Data
    package let previousHash: Data
    package let hash: Data
    /// The decoded payload, after the first read.
    let reading = PayloadReading()
}

/// The number and hash of the journal's last entry, stored apart from the rows so that a missing last row is noticed.
package struct JournalHead: Hashable, Sendable {
    package let sequence: Int64
    package let hash: Data

    package init(sequence: Int64, hash: Data) {
        self.sequence = sequence
        self.hash = hash
    }

    /// The head in a copy of `till.head`, with its signature if there is one; nil when the file is no such copy.
    package static func kept(in file: String) throws(StorageError) -> (head: JournalHead, signed: SignedHead?)? {
        guard case .head(let head, let signed) = try HeadFile(path: file).read() else { return nil }
        return (head, signed)
    }

    /// The head of an empty journal.
    package static let empty = JournalHead(sequence: 0, hash: Data(repeating: 0, count: 32))
}

package protocol JournalReading {
    /// The entries about one payment, oldest first.
    func journalEntries(payment: PaymentID) throws(StorageError) -> [JournalEntry]
    /// The entries from number `sequence` on, oldest first, at most `limit`.
    func journalEntries(from sequence: Int64, limit: Int) throws(StorageError) -> [JournalEntry]
    /// The entries of this kind, newest first.
    func journalEntries(kind: String, limit: Int) throws(StorageError) -> [JournalEntry]
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
    /// Recomputes the whole hash chain from the stored bytes.
    package func verifyJournal() throws(StorageError) -> JournalVerdict { try verifyJournal(newest: nil) }
}

package protocol JournalWriting {
    /// Appends an entry with the next number and the current time.
    @discardableResult
    func append(kind: String, payment: PaymentID?, payload: Data) throws(StorageError) -> JournalEntry
}

extension JournalWriting {
    /// Appends an entry whose payload is `value` as JSON with sorted keys.
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
    /// Decodes the payload. The result is cached, because an entry never changes.
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

/// The cached decoding of a payload. All instances are equal, since it adds nothing to the payload.
final class PayloadReading: Hashable, Sendable {
    private let stored = Mutex<(any Sendable)?>(nil)

    var value: (any Sendable)? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }

    static func == (_: PayloadReading, _: PayloadReading) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
