import Foundation

extension Session {
    func keyedRequest(_ key: String) throws(StorageError) -> Data? {
        try row(
            of: "keyed_requests", "SELECT rowid AS row_id, document FROM keyed_requests WHERE key = ?", [key]
        )?.bytes("document")
    }

    func setKeyedRequest(_ key: String, at time: Date, json: Data) throws(StorageError) {
        try attempt {
            try execute(
                """
                INSERT INTO keyed_requests (key, at, document) VALUES (?, ?, ?)
                ON CONFLICT (key) DO UPDATE SET at = excluded.at, document = excluded.document
                """, [key, time.milliseconds, json])
        }
    }

    func removeKeyedRequest(_ key: String) throws(StorageError) {
        try attempt { try execute("DELETE FROM keyed_requests WHERE key = ?", [key]) }
    }

    func dropKeyedRequests(before time: Date, beyond most: Int) throws(StorageError) {
        try attempt {
            try execute("DELETE FROM keyed_requests WHERE at < ?", [time.milliseconds])
            // Of requests of the same millisecond at the border, all are kept.
            try execute(
                """
                DELETE FROM keyed_requests
                WHERE at < (SELECT at FROM keyed_requests ORDER BY at DESC LIMIT 1 OFFSET ?)
                """, [max(0, most - 1)])
        }
    }
}
