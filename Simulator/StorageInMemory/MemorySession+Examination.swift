import Foundation
import Model
import Storage

extension MemorySession {
    func rowNames(of table: DerivedTable, after row: Int64, limit: Int) -> [RowName] {
        let named: [(String, String)] =
            switch table {
            case .payments: tables.payments.map { ($0.id.rawValue, $0.id.rawValue) }
            case .receipts: tables.receipts.map { ($0.id.rawValue, $0.payment.rawValue) }
            case .printJobs: tables.prints.map { ($0.id.description, $0.receipt.rawValue) }
            case .paidOrders:
                tables.paid.sorted { $0.key.order.rawValue < $1.key.order.rawValue }
                    .map { (String($0.key.order.rawValue), $0.value.payment.rawValue) }
            case .outbox: tables.outbox.map { ($0.id, $0.kind) }
            }
        let rows = named.enumerated().map { RowName(row: Int64($0 + 1), name: $1.0, owner: $1.1) }
        return Array(rows.lazy.filter { $0.row > row }.prefix(max(0, limit)))
    }

    func journalSequence(hash: [UInt8]) -> Int64? { tables.journal.first { Array($0.hash) == hash }?.sequence }
}

extension MemorySession {
    func paymentTimes(amongNewest limit: Int64) -> (count: Int64, times: ClosedRange<Date>?) {
        let newest = tables.payments.suffix(Int(clamping: max(1, limit)))
        let times = [newest.first?.createdAt, newest.last?.createdAt].compactMap { $0 }
        guard let first = times.min(), let last = times.max() else { return (0, nil) }
        return (Int64(tables.payments.count), first...last)
    }
}
