import Flow
import Hardware
import Model
import Receipts
import Storage

/// Receipts: the archive, the spool, reprints. Belongs to the process: what is due is printed whoever is signed in.
public final class ReceiptStore: Store {
    public typealias Handled = ReceiptAction

    private let storage: any StorageManagerType
    private let environment: Environment
    private let press: ReceiptPress
    private let spool: PrintSpool

    public init(
        environment: Environment, storage: any StorageManagerType, claims: any Claims,
        printers: any ReceiptPrinterService, press: ReceiptPress
    ) {
        self.storage = storage
        self.environment = environment
        self.press = press
        spool = PrintSpool(
            storage: storage, claims: claims, environment: environment, printers: printers, press: press)
    }

    public func onAction(_ action: ReceiptAction) {
        let spool = spool
        switch action {
        case .printPending(let printer, let reply):
            environment.answer(reply, "print pending") { () throws(Failure) in try await spool.printPending(on: printer)
            }
        case .reprint(let reference, let printer, let reply):
            let found = Result { () throws(Failure) in try find(reference) }
            environment.answer(reply, "reprint") { () throws(Failure) in
                try await spool.reprint(try found.get(), on: printer)
            }
        case .generateContent(let reference, let columns, let reply):
            reply { () throws(Failure) in press.text(try find(reference).document, .original, columns: columns) }
        case .loadReceipt(let reference, let reply): reply { () throws(Failure) in try find(reference) }
        case .listReceipts(let limit, let reply):
            reply { () throws(Failure) in try storage.reading { try $0.receipts(limit: limit) } }
        }
    }

    private func find(_ reference: ReceiptReference) throws(Failure) -> StoredReceipt {
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
