import Flow
import Foundation
import Hardware
import Model
import Receipts
import Storage

/// Journal kind `receipt.moved`: a print of which no byte had left is made by another printer than the one it waited for.
package struct MoveFact: Hashable, Codable, Sendable {
    package let print: PrintJobID
    let receipt: ReceiptID
    let copy: ReceiptCopy
    package let from: String
    package let to: String
    /// Why the printer that it waited for could not print; nil if somebody asked for the print at the other printer.
    package let because: Failure?

    package init(_ job: PrintJob, to: DeviceAddress, because: Failure?) {
        print = job.id
        receipt = job.receipt
        copy = job.copy
        (from, self.to, self.because) = (job.printer, to.description, because)
    }
}
