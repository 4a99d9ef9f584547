import Flow
import Foundation
import Model
import Receipts
import Storage

/// The stored receipts, found by whatever people call them.
struct ReceiptArchive: Sendable {
    let storage: any StorageManagerType

    /// The receipt that is meant. One that was withdrawn is refused, and never passed over for an older one: that would
    /// be another payment's.
    func find(_ reference: ReceiptReference) throws(Failure) -> StoredReceipt {
        let found = try look(for: reference)
        guard found.stands else { throw .receiptWithdrawn(found) }
        return found
    }

    private func look(for reference: ReceiptReference) throws(Failure) -> StoredReceipt {
        let found = try storage.reading { reader -> StoredReceipt? in
            if reference.name == "last" { return try reader.latestReceipt(copy: reference.copy ?? .customer) }
            if let receipt = try reader.receipt(id: ReceiptID(rawValue: reference.name)) {
                guard let copy = reference.copy, copy != receipt.copy else { return receipt }
                let others = receipt.stands ? try reader.receipts(payment: receipt.payment) : []
                return try (others + reader.withdrawnReceipts(payment: receipt.payment)).first { $0.copy == copy }
            }
            return try reader.receipts(orderNumber: reference.name).first { $0.copy == reference.copy ?? .customer }
        }
        guard let found else { throw .noReceipt(reference.name) }
        return found
    }

    func save(_ receipt: Receipt, at now: Date) throws(Failure) -> StoredReceipt {
        if let place = receipt.placeOfCardData { throw .receiptHoldsCardData(place) }
        let saved = try storage.writing { transaction in
            try transaction.insert(receipt, createdAt: now)
            return try transaction.receipt(id: receipt.id)
        }
        guard let saved else { throw .noReceipt(receipt.id.rawValue) }
        return saved
    }

    /// The newest receipts, and every print of each.
    func newest(_ limit: Int) throws(Failure) -> [ListedReceipt] {
        try storage.reading { reader in
            try reader.receipts(limit: limit).map {
                ListedReceipt(receipt: $0, prints: try reader.printJobs(receipt: $0.id))
            }
        }
    }

    func waiting(of payment: PaymentID) throws(Failure) -> [PrintJob] {
        try storage.reading { reader in
            try reader.receipts(payment: payment).flatMap { try reader.printJobs(receipt: $0.id) }
                .filter { $0.state == .pending }
        }
    }

    /// Withdrawn or not: its paper is there.
    func prints(_ reference: ReceiptReference) throws(Failure) -> [PrintHistory] {
        let receipt = try look(for: reference)
        return try storage.reading { reader in
            let moves = try reader.journalEntries(payment: receipt.payment).filter { $0.kind == "receipt.moved" }.map {
                try $0.decoded(as: MoveFact.self)
            }
            return try reader.printJobs(receipt: receipt.id).map { job in
                // One that could not print it either gave it back.
                let its = moves.last { $0.print == job.id && $0.to == job.printer }
                return PrintHistory(job: job, move: its.map { .init(from: $0.from, because: $0.because) })
            }
        }
    }
}

extension Failure {
    static let withdrawnCode = "receipt.withdrawn"

    static func receiptWithdrawn(_ receipt: StoredReceipt) -> Failure {
        Failure(
            withdrawnCode,
            "Receipt \(receipt.id) was withdrawn: it was made of what was typed of \(receipt.payment), and that was taken back.",
            remedy: "see how the payment stands: till why \(receipt.payment)", recovery: .giveUp)
    }

    static func receiptHoldsCardData(_ place: String) -> Failure {
        Failure(
            "receipt.cardData", "The receipt holds card data (\(place)), which is neither printed nor stored.",
            remedy: "leave it out of the receipt", recovery: .giveUp)
    }
}
