import Foundation
import Model
import Storage

@testable import Stores
@testable import Payments

extension StorageManager {
    /// Everything that is stored, as text: the states of payments, orders and receipts, what waits, and every fact.
    func recorded(_ orders: [Int64]) throws -> [String] {
        try read { reader in
            try reader.recentPayments(limit: 100).map(Said.json)
                + reader.pendingOutbox(limit: 100).map {
                    "\($0.id) \($0.kind) \(String(decoding: $0.payload, as: UTF8.self))"
                }
                + reader.receipts(limit: 100).map(Said.json)
                + reader.receipts(limit: 100).flatMap { try reader.printJobs(receipt: $0.id) }.map(Said.json)
                + reader.journalEntries(from: 1, limit: 1000).map {
                    "\($0.kind) \($0.payment?.rawValue ?? "-") \(String(decoding: $0.payload, as: UTF8.self))"
                }
                + reader.settingKeys()
                + orders.map { id in
                    let order = try reader.order(id: OrderID(rawValue: id), site: .embedded)
                    return "\(order?.order.status.rawValue ?? "-") \(order?.paidBy?.rawValue ?? "-")"
                }
                + ["29001234", "29009999", "at test:reader", "at test:other"].map { name in
                    "\(name) \(try reader.terminal(id: name)?.lastReceiptNumber ?? 0)"
                }
        }
    }
}
