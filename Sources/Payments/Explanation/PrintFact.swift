import Flow
import Foundation
import Hardware
import Model
import Receipts
import Storage

/// Journal kind `receipt.printed`: what was printed, and how the print ended as far as the printer could tell.
package struct PrintFact: Hashable, Codable, Sendable {
    /// The kind of its entries in the journal.
    package static let kind = "receipt.printed"

    package let receipt: ReceiptID
    let copy: ReceiptCopy
    package let mark: PrintMark
    package let printer: String
    package let end: String
    package let failure: Failure?
    /// The requester of the print. Absent if the till printed it by itself, in older journals, and where nobody said.
    package let by: Requester?
    /// Absent if one of the till's printers printed it.
    private let terminal: Bool?
    /// Whether the payment's terminal prints it by itself.
    package var isByTerminal: Bool { terminal ?? false }

    package init(_ job: PrintJob, end: PrintEnd, by requester: Requester? = nil, isByTerminal: Bool = false) {
        by = requester
        terminal = isByTerminal ? true : nil
        receipt = job.receipt
        copy = job.copy
        mark = job.mark
        printer = job.printer
        switch end {
        case .confirmed: (self.end, failure) = ("confirmed", nil)
        case .probably: (self.end, failure) = ("probably", nil)
        case .failed(let why): (self.end, failure) = ("failed", why)
        case .unknown(let why): (self.end, failure) = ("unknown", why)
        }
    }
}
