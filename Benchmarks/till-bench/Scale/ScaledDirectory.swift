import Flow
import Foundation
import Model
import Storage
import Stores
import Synchronization

/// A data directory as after months or years: payments that were all paid, printed and reported to the shop, in a journal
/// with a valid chain.
struct ScaledDirectory {
    /// The number of payments per transaction.
    private static let batch = 500
    /// The seconds between two payments.
    private static let distance: TimeInterval = 120
    /// The first order number, above those of the demonstration.
    private static let firstOrder: Int64 = 1_000_000
    /// The last receipt number and trace before a terminal restarts them.
    private static let lastNumber = 9999
    /// The default `[retention]`: the days, and how many rows are deleted at once.
    private static let retention = (rule: Retention(deliveredNews: 90, cachedOrders: 30), atOnce: 1_000)

    let pattern: PaymentPattern
    let environment: Environment

    /// Creates the directory with a journal of about this many rows.
    func make(in directory: String, rows: Int, progress: (Int) -> Void = { _ in }) throws {
        let payments = max(1, rows / pattern.count)
        let clock = Mutex(environment.now() - Double(payments) * Self.distance)
        var environment = environment
        environment.now = { clock.withLock { $0 } }
        let storage = try StorageManager(directory: directory, environment: environment)
        try storage.enrol(environment)
        for first in stride(from: 0, to: payments, by: Self.batch) {
            try storage.write { transaction in
                for number in first..<min(first + Self.batch, payments) {
                    clock.withLock { $0 += Self.distance }
                    try pattern.write(copy(number, environment), into: transaction)
                }
            }
            progress(min(first + Self.batch, payments) * pattern.count)
        }
        // Deletes what a till deletes over time.
        for _ in 0...payments / Self.retention.atOnce { Self.retention.rule.apply(to: storage, now: environment.now()) }
        try storage.close()
    }

    private func copy(_ number: Int, _ environment: Environment) -> PaymentPattern.Copy {
        let receipts = ReceiptCopy.allCases.map { ($0, ReceiptID(rawValue: environment.newID("rcp"))) }
        // To the millisecond, as it is stored.
        let now = Date(timeIntervalSince1970: environment.now().timeIntervalSince1970.rounded())
        return PaymentPattern.Copy(
            payment: PaymentID(rawValue: environment.newID("pay")),
            receipts: Dictionary(uniqueKeysWithValues: receipts),
            order: Self.firstOrder + Int64(number), number: number % Self.lastNumber + 1, startedAt: now)
    }
}
