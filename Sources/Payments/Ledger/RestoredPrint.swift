import Failures
import Flow
import Foundation
import Model
import Storage

/// A print that may have been made after a backup, from which the till was restored since. It counts as begun, so that there
/// is never a second original without a mark: whatever is printed of the receipt now is a duplicate.
package enum RestoredPrint {
    /// Notes the original as one that may be on paper, if no print of the receipt was begun, and what it is about was begun
    /// before the restore. Call it in the transaction that claims the print, before the claim.
    package static func note(of waiting: PrintJob, in transaction: any StorageTransaction, at now: Date) throws {
        guard try transaction.printJob(id: waiting.id)?.state == .pending,
            try transaction.begunPrints(receipt: waiting.receipt) == 0,
            let receipt = try transaction.receipt(id: waiting.receipt), receipt.stands,
            let restored = try RestoredJournal.current(in: transaction),
            try restored.mayHavePrinted(receipt, in: transaction)
        else { return }
        let original = try transaction.enqueuePrint(receipt: receipt.id, printer: waiting.printer, at: now)
        let job = try transaction.claimPrint(id: original.id, at: now)
        let end = PrintEnd.unknown(.restoredPrint)
        try transaction.finishPrint(id: job.id, as: end, at: now)
        try transaction.append(
            kind: PrintFact.kind, payment: receipt.payment, encoding: PrintFact(job, end: end))
    }
}

extension Failure {
    fileprivate static let restoredPrint = Failure(
        PrinterFailure.restored, Sentence("failure.printer.restored"), remedy: Sentence("remedy.printer.restored"),
        recovery: .askOperator)
}
