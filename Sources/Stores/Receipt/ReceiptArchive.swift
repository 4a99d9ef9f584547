import Flow
import Model
import Storage

/// The stored receipts, found by whatever people call them.
struct ReceiptArchive: Sendable {
    let storage: any StorageManagerType

    func find(_ reference: ReceiptReference) throws(Failure) -> StoredReceipt {
        let found = try storage.reading { reader -> StoredReceipt? in
            if reference.name == "last" { return try reader.latestReceipt(copy: reference.copy ?? .customer) }
            if let receipt = try reader.receipt(id: ReceiptID(rawValue: reference.name)) {
                guard let copy = reference.copy, copy != receipt.copy else { return receipt }
                return try reader.receipts(payment: receipt.payment).first { $0.copy == copy }
            }
            return try reader.receipts(orderNumber: reference.name).first { $0.copy == reference.copy ?? .customer }
        }
        guard let found else { throw .noReceipt(reference.name) }
        return found
    }
}
