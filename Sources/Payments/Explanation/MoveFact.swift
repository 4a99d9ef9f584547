import Flow
import Foundation
import Hardware
import Model
import Receipts
import Storage

/// Journal kind `receipt.moved`: a print of which no byte had left is made by another printer for this reason.
package struct MoveFact: Hashable, Codable, Sendable {
    package let print: PrintJobID
    let receipt: ReceiptID
    let copy: ReceiptCopy
    package let from: String
    package let to: String
    package let because: Failure

    package init(_ job: PrintJob, from: DeviceAddress, to: DeviceAddress, because: Failure) {
        print = job.id
        receipt = job.receipt
        copy = job.copy
        (self.from, self.to, self.because) = (from.description, to.description, because)
    }
}
