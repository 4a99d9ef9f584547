import Flow
import Model
import Storage

/// A receipt that was to be printed and is on no paper.
package struct UnprintedReceipt: Hashable, Sendable {
    package let receipt: StoredReceipt
    /// The receipt's newest print, which waits or has failed.
    package let print: PrintJob
    /// What was charged or given back; nil for the receipt of an end of day.
    package let payment: PaymentRecord?
}

extension ReceiptArchive {
    /// How many of the newest prints are looked through for those that failed.
    private static let newestPrints = 20_000

    func unprinted() throws(Failure) -> [UnprintedReceipt] {
        try storage.reading { reader in
            var found: [UnprintedReceipt] = []
            for job in try reader.unprintedJobs(amongNewest: Self.newestPrints).reversed()
            where !found.contains(where: { $0.receipt.id == job.receipt }) {
                guard let receipt = try reader.receipt(id: job.receipt) else { continue }
                found.append(
                    UnprintedReceipt(receipt: receipt, print: job, payment: try reader.payment(id: receipt.payment)))
            }
            return found.reversed()
        }
    }
}
