import Foundation
import Model

package protocol PrintWriting {
    /// Queues a print. Throws `.missing` when there is no such receipt or it was withdrawn.
    @discardableResult
    func enqueuePrint(receipt: ReceiptID, printer: String, at time: Date) throws(StorageError) -> PrintJob
    /// Claims a pending print and fixes its mark: unmarked if no print of the receipt was begun, else the next duplicate.
    /// Commit this first, then make the bytes with the returned mark, then send. Throws `.conflict(.printState)` when the
    /// print is no longer pending.
    @discardableResult
    func claimPrint(id: PrintJobID, at time: Date) throws(StorageError) -> PrintJob
    /// Stores how a claimed print ended. Throws `.conflict(.printState)` when it was not claimed or has ended.
    func finishPrint(id: PrintJobID, as end: PrintEnd, at time: Date) throws(StorageError)
    /// Moves a pending print to another printer. Throws `.conflict(.printState)` when it is no longer pending.
    func movePrint(id: PrintJobID, to printer: String) throws(StorageError)
    /// Queues a failed print again at its old place. Throws `.conflict(.printState)` when it has not failed.
    func requeuePrint(id: PrintJobID) throws(StorageError)
    /// Gives up the prints of a receipt of which no byte was sent, those that wait and those that failed. Returns them as
    /// they were.
    @discardableResult
    func waivePrints(receipt: ReceiptID) throws(StorageError) -> [PrintJob]
}
