import Model
import Storage

/// A print whose process was stopped while it printed: nobody knows how much of it came out.
public struct CutOffPrint: Hashable, Codable, Sendable {
    /// The payment, or the end of day, that the receipt belongs to; nil where the receipt is not archived.
    public let payment: PaymentID?
    public let receipt: ReceiptID
    public let copy: ReceiptCopy
    public let mark: PrintMark
    /// `DeviceAddress.description` of the printer.
    public let printer: String

    public init(_ job: PrintJob, of payment: PaymentID?) {
        self.payment = payment
        (receipt, copy, mark, printer) = (job.receipt, job.copy, job.mark, job.printer)
    }

    /// The cut-off prints of receipts that nobody has printed again, oldest first. A print that has not ended may also be
    /// under way in another process.
    public static func left(in reader: any StorageReader) throws(StorageError) -> [(print: CutOffPrint, isEnded: Bool)]
    {
        var left: [(print: CutOffPrint, isEnded: Bool)] = []
        for job in try reader.cutOffPrintJobs() {
            let payment = try reader.receipt(id: job.receipt)?.payment
            left.append((CutOffPrint(job, of: payment), job.state != .printing))
        }
        return left
    }
}
