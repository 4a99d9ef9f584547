import Model
import Storage

/// A print whose process was stopped while it printed: nobody knows how much of it was printed.
package struct CutOffPrint: Hashable, Codable, Sendable {
    /// The payment or end of day of the receipt; nil if the receipt is not archived.
    package let payment: PaymentID?
    package let receipt: ReceiptID
    package let copy: ReceiptCopy
    package let mark: PrintMark
    /// `DeviceAddress.description` of the printer.
    package let printer: String

    package init(_ job: PrintJob, of payment: PaymentID?) {
        self.payment = payment
        (receipt, copy, mark, printer) = (job.receipt, job.copy, job.mark, job.printer)
    }

    /// The cut-off prints of receipts that nobody has printed again, oldest first. A print that has not ended may also
    /// be running in another process.
    package static func left(in reader: any StorageReader) throws(StorageError) -> [(print: CutOffPrint, isEnded: Bool)]
    {
        var left: [(print: CutOffPrint, isEnded: Bool)] = []
        for job in try reader.doubtfulPrintJobs() where job.state == .printing || job.isCutOff {
            let payment = try reader.receipt(id: job.receipt)?.payment
            left.append((CutOffPrint(job, of: payment), job.state != .printing))
        }
        return left
    }
}
