import Failures
import Flow
import Foundation
import Model

/// The id of one print, which is also its place in the queue.
package struct PrintJobID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
    package var description: String { String(rawValue) }
}

package enum PrintState: String, Hashable, Codable, Sendable, CaseIterable {
    case pending
    /// Claimed: bytes may have been sent.
    case printing
    case confirmed, probably
    /// Failed before any byte was sent.
    case failed
    /// Some bytes were sent, and the end is not known.
    case unknown
    /// The receipt was withdrawn while the print waited: no byte was or will be sent.
    case voided
}

/// How a print ended: the printer's `PrintResult` as it is stored.
package enum PrintEnd: Hashable, Codable, Sendable {
    case confirmed, probably
    case failed(Failure)
    case unknown(Failure)
}

/// One print of one receipt in the spool.
package struct PrintJob: Hashable, Codable, Sendable {
    package let id: PrintJobID
    package let receipt: ReceiptID
    package let copy: ReceiptCopy
    /// The mark of the print. It is final once the print is claimed; before that it is what it would be if all waiting
    /// prints were printed in order.
    package let mark: PrintMark
    /// The printer's address (`DeviceAddress.description`).
    package let printer: String
    package let state: PrintState
    package let failureCode: String?
    package let failureSentence: String?
    package let createdAt: Date
    package let startedAt: Date?
    package let finishedAt: Date?
}

extension PrintJob {
    /// What is stored as the failure of a print whose process ended while it printed.
    package static let cutOff = PrinterFailure.interrupted

    package var isCutOff: Bool { state == .unknown && failureCode == Self.cutOff.rawValue }
}

package protocol PrintReading {
    func printJob(id: PrintJobID) throws(StorageError) -> PrintJob?
    /// Every print of one receipt, oldest first.
    func printJobs(receipt: ReceiptID) throws(StorageError) -> [PrintJob]
    /// The waiting prints in the order of the queue, of one printer or of all.
    func pendingPrintJobs(printer: String?) throws(StorageError) -> [PrintJob]
    /// The prints that were begun and not finished, on one printer or on all. The holder of a printer's lock may mark them
    /// `unknown`, because no other process can still be printing them.
    func interruptedPrintJobs(printer: String?) throws(StorageError) -> [PrintJob]
    /// The prints that were cut off or have not ended, oldest first, without those of receipts that were withdrawn or
    /// printed again since.
    func cutOffPrintJobs() throws(StorageError) -> [PrintJob]
    /// How many prints of a receipt were begun.
    func begunPrints(receipt: ReceiptID) throws(StorageError) -> Int
}

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
}
