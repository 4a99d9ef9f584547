import Foundation
import Model

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

extension JournalEntry {
    /// Decodes the payload. The result is cached, because an entry never changes.
    package func decoded<T: Decodable & Sendable>(as type: T.Type) throws(StorageError) -> T {
        if let known = reading.value as? T { return known }
        do {
            let value = try StoredJSON.value(type, from: payload)
            reading.value = value
            return value
        } catch {
            throw .corrupt(
                reason: Sentence("detail.row.otherFact", ["row": sequence, "kind": kind]))
        }
    }
}
