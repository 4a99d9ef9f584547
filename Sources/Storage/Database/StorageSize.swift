import Foundation
import GRDB

/// The size of a database and the speed of its growth.
package struct StorageSize: Hashable, Sendable {
    /// The size on disk, including the log, in bytes.
    package let bytes: UInt64
    /// The number of transactions.
    package let payments: Int64
    /// Transactions per day, measured over the newest ones; nil when there are too few to tell.
    package let paymentsADay: Double?

    package init(bytes: UInt64, payments: Int64, paymentsADay: Double?) {
        self.bytes = bytes
        self.payments = payments
        self.paymentsADay = paymentsADay
    }

    /// Bytes per day at that pace, with the average size of all transactions.
    package var bytesADay: Double? {
        guard payments > 0 else { return nil }
        return paymentsADay.map { $0 * Double(bytes) / Double(payments) }
    }
}

extension StorageManager {
    /// How many of the newest transactions the pace is measured over.
    private static let newest: Int64 = 1_000
    /// The shortest time span, in seconds, over which fewer transactions are measured.
    private static let shortestSpan: TimeInterval = 86_400

    package func size() throws(StorageError) -> StorageSize {
        let bytes = [directory?.database, directory.map { $0.database + "-wal" }].compactMap { $0 }.reduce(UInt64(0)) {
            var status = stat()
            return stat($1, &status) == 0 ? $0 + UInt64(status.st_size) : $0
        }
        return try read { reader in
            let (payments, times) = try reader.paymentTimes(amongNewest: Self.newest)
            guard let times, case let span = times.upperBound.timeIntervalSince(times.lowerBound),
                span >= Self.shortestSpan
            else { return StorageSize(bytes: bytes, payments: payments, paymentsADay: nil) }
            let pace = Double(min(payments, Self.newest)) / (span / 86_400)
            return StorageSize(bytes: bytes, payments: payments, paymentsADay: pace)
        }
    }
}

extension Session {
    func paymentTimes(amongNewest limit: Int64) throws(StorageError) -> (count: Int64, times: ClosedRange<Date>?) {
        let wanted = "SELECT rowid AS row_id, created_at FROM payments WHERE rowid >= ? ORDER BY rowid LIMIT 1"
        let last = try row(of: "payments", "SELECT coalesce(max(rowid), 0) AS last FROM payments")?.number("last") ?? 0
        let first = try row(of: "payments", wanted, [max(1, last - max(1, limit) + 1)])?.date("created_at")
        let newest = try row(of: "payments", wanted, [last])?.date("created_at")
        guard let first, let newest else { return (last, nil) }
        return (last, min(first, newest)...max(first, newest))
    }
}
