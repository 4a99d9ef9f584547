import Foundation
import Model

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
