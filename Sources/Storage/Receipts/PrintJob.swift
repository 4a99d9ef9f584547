import Flow
import Foundation
import Model

/// Names one print; also its place in the queue.
package struct PrintJobID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
    package var description: String { String(rawValue) }
}

package enum PrintState: String, Hashable, Codable, Sendable, CaseIterable {
    case pending
    /// Claimed: bytes may be on their way.
    case printing
    case confirmed, probably
    /// No byte left.
    case failed
    /// Some bytes left and the end is not known.
    case unknown
    /// Its receipt was withdrawn while it waited: no byte of it left, and none will.
    case voided
}

/// How a print ended (`PrintResult` of the printer, as it is stored).
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
    /// Final once the print is claimed; before that, what it would be if all that waits were printed in order.
    package let mark: PrintMark
    /// `DeviceAddress.description` of the printer.
    package let printer: String
    package let state: PrintState
    package let failureCode: String?
    package let failureSentence: String?
    package let createdAt: Date
    package let startedAt: Date?
    package let finishedAt: Date?
}

extension PrintJob {
    /// The failure code of a print whose process was stopped while it printed.
    package static let cutOffCode = "printer.interrupted"
}

package protocol PrintReading {
    func printJob(id: PrintJobID) throws(StorageError) -> PrintJob?
    /// Every print of one receipt, oldest first.
    func printJobs(receipt: ReceiptID) throws(StorageError) -> [PrintJob]
    /// What waits, in the order in which it was queued; for one printer where that is given.
    func pendingPrintJobs(printer: String?) throws(StorageError) -> [PrintJob]
    /// Prints that were begun and not finished; on one printer where that is given. Whoever holds the printer may call them
    /// `unknown`: nobody else can still be printing them.
    func interruptedPrintJobs(printer: String?) throws(StorageError) -> [PrintJob]
    /// Prints that were cut off, and prints that were begun and have not ended, oldest first. Left out are withdrawn receipts
    /// and receipts that were printed again since.
    func cutOffPrintJobs() throws(StorageError) -> [PrintJob]
    /// How many prints of that receipt were begun.
    func begunPrints(receipt: ReceiptID) throws(StorageError) -> Int
}

package protocol PrintWriting {
    /// Queues a print. `.missing` when there is no such receipt, or it was withdrawn.
    @discardableResult
    func enqueuePrint(receipt: ReceiptID, printer: String, at time: Date) throws(StorageError) -> PrintJob
    /// Takes a pending print as one's own and settles its mark: unmarked when no print of that receipt was begun,
    /// else the next duplicate. Commit this, then make the bytes from the mark it returns, then send the first one.
    /// `.conflict(.printState)` when it is no longer pending.
    @discardableResult
    func claimPrint(id: PrintJobID, at time: Date) throws(StorageError) -> PrintJob
    /// Stores how a claimed print ended. `.conflict(.printState)` when it was not claimed or has ended.
    func finishPrint(id: PrintJobID, as end: PrintEnd, at time: Date) throws(StorageError)
    /// Has another printer take a pending print. `.conflict(.printState)` when it is no longer pending.
    func movePrint(id: PrintJobID, to printer: String) throws(StorageError)
    /// Queues a failed print again at its old place. `.conflict(.printState)` when it has not failed.
    func requeuePrint(id: PrintJobID) throws(StorageError)
}
