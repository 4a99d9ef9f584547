import Foundation

/// Changes of what is known of requests with an idempotency key.
package protocol KeyedRequestWriting {
    /// Stores JSON under a key with the time of the request, and replaces what was stored before.
    func setKeyedRequest(_ key: String, at time: Date, json: Data) throws(StorageError)
    func removeKeyedRequest(_ key: String) throws(StorageError)
    /// Forgets the requests from before this time, and the oldest ones of those beyond a number.
    func dropKeyedRequests(before time: Date, beyond most: Int) throws(StorageError)
}

extension KeyedRequestWriting {
    package func setKeyedRequest(_ key: String, at time: Date, to value: some Encodable) throws(StorageError) {
        let json: Data
        do { json = try StoredJSON.data(value) } catch { throw StorageError(error) }
        try setKeyedRequest(key, at: time, json: json)
    }
}
