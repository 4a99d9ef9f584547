import Foundation

/// Queries about requests that were made with an idempotency key.
package protocol KeyedRequestReading {
    /// The stored JSON of what is known of the request with this key.
    func keyedRequest(_ key: String) throws(StorageError) -> Data?
}

extension KeyedRequestReading {
    /// What is known of the request with this key; throws `.corrupt` when it is not of this type.
    package func keyedRequest<T: Decodable>(_ key: String, as type: T.Type) throws(StorageError) -> T? {
        guard let json = try keyedRequest(key) else { return nil }
        do { return try StoredJSON.value(type, from: json) } catch { throw StorageError(error) }
    }
}
