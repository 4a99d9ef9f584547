import Foundation
import Model
import Storage

extension MemorySession {
    func agedReceiptOwners(before time: Date, keepingNewest kept: Int, limit: Int) -> [PaymentID] {
        let newer = Set(tables.receipts.suffix(max(0, kept)).map(\.payment))
        var owners: [PaymentID] = []
        for receipt in tables.receipts where !owners.contains(receipt.payment) && !newer.contains(receipt.payment) {
            let its = tables.receipts.filter { $0.payment == receipt.payment }
            guard its.allSatisfy({ $0.createdAt < time }),
                its.allSatisfy({ printJobs(receipt: $0.id).map(\.state).leaveNothingToDo })
            else { continue }
            owners.append(receipt.payment)
        }
        return Array(owners.prefix(max(0, limit)))
    }

    func dropReceipts(of owners: [PaymentID]) -> Int {
        let dropped = Set(tables.receipts.filter { owners.contains($0.payment) }.map(\.id))
        tables.prints.removeAll { dropped.contains($0.receipt) }
        tables.receipts.removeAll { dropped.contains($0.id) }
        return dropped.count
    }
}
