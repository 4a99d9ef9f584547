import Flow
import Model
import Storage

/// Somebody's wish to have a receipt on paper now. Until its turn at the printer comes, somebody else may do without the paper.
struct PrintWish: Sendable {
    let receipt: StoredReceipt
    /// The prints of the receipt that were given up before the wish.
    private let givenUp: Set<PrintJobID>

    init(_ receipt: StoredReceipt, in reader: any StorageReader) throws {
        self.receipt = receipt
        givenUp = try Self.givenUp(receipt.id, in: reader)
    }

    /// Throws `receipt.waived` if somebody has done without the paper since. It is asked in the transaction that queues the
    /// print, so that nothing comes between.
    func check(in reader: any StorageReader) throws {
        guard try Self.givenUp(receipt.id, in: reader).isSubset(of: givenUp) else { throw Failure.waived(receipt.id) }
    }

    private static func givenUp(_ receipt: ReceiptID, in reader: any StorageReader) throws -> Set<PrintJobID> {
        Set(try reader.printJobs(receipt: receipt).filter { $0.state == .voided }.map(\.id))
    }
}
