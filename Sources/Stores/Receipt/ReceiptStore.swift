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
        switch action {
        case .printPending(let printer, let reply): printPending(printer, reply)
        case .reprint(let reference, let printer, let reply): reprint(reference, printer, reply)
        case .generateContent(let reference, let columns, let reply):
            reply(find(reference).map { press.text($0.document, .original, columns: columns) })
        case .loadReceipt(let reference, let reply): reply(find(reference))
        case .listReceipts(let limit, let reply): reply(reading { try $0.receipts(limit: limit) })
        }
    }

    private func printPending(_ printer: DeviceAddress, _ reply: Reply<[PrintReport]>) {
        _ = environment.spawn("print pending") { [spool] in
            do throws(Failure) { reply(try await spool.printPending(on: printer)) } catch { reply(failing: error) }
        }
    }

    private func reprint(_ reference: ReceiptReference, _ printer: DeviceAddress, _ reply: Reply<PrintReport>) {
        let found = find(reference)
        _ = environment.spawn("reprint") { [spool] in
            do throws(Failure) { reply(try await spool.reprint(try found.get(), on: printer)) } catch {
                reply(failing: error)
            }
        }
    }

    private func find(_ reference: ReceiptReference) -> Result<StoredReceipt, Failure> {
        reading { reader in
            if reference.name == "last" { return try reader.latestReceipt(copy: reference.copy ?? .customer) }
            if let receipt = try reader.receipt(id: ReceiptID(rawValue: reference.name)) {
                guard let copy = reference.copy, copy != receipt.copy else { return receipt }
                return try reader.receipts(payment: receipt.payment).first { $0.copy == copy }
            }
            return try reader.receipts(orderNumber: reference.name).first { $0.copy == reference.copy ?? .customer }
        }.flatMap { found in found.map(Result.success) ?? .failure(.noReceipt(reference.name)) }
    }

    private func reading<T>(_ work: (any StorageReader) throws -> T) -> Result<T, Failure> {
        do throws(StorageError) { return .success(try storage.read(work)) } catch { return .failure(error.failure) }
    }
}
