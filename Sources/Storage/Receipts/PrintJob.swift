import Failures
import Foundation
import Model

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
    /// Why there may be no paper; the text of an earlier release as it was stored.
    package let failureSentence: Sentence?
    package let createdAt: Date
    package let startedAt: Date?
    package let finishedAt: Date?

    package init(
        id: PrintJobID, receipt: ReceiptID, copy: ReceiptCopy, mark: PrintMark, printer: String, state: PrintState,
        failureCode: String?, failureSentence: Sentence?, createdAt: Date, startedAt: Date?, finishedAt: Date?
    ) {
        self.id = id
        self.receipt = receipt
        self.copy = copy
        self.mark = mark
        self.printer = printer
        self.state = state
        self.failureCode = failureCode
        self.failureSentence = failureSentence
        self.createdAt = createdAt
        self.startedAt = startedAt
        self.finishedAt = finishedAt
    }
}

extension PrintJob {
    /// What is stored as the failure of a print whose process ended while it printed.
    package static let cutOff = PrinterFailure.interrupted

    package var isCutOff: Bool { state == .unknown && failureCode == Self.cutOff.rawValue }

    /// Whether the print is for the printer at this address, whatever profile and line settings either address names.
    package func isFor(printer address: String) -> Bool {
        guard printer != address else { return true }
        guard let own = DeviceAddress(printer), let other = DeviceAddress(address) else { return false }
        return own.place == other.place
    }
}
