import Model

package protocol PrintReading {
    func printJob(id: PrintJobID) throws(StorageError) -> PrintJob?
    /// Every print of one receipt, oldest first.
    func printJobs(receipt: ReceiptID) throws(StorageError) -> [PrintJob]
    /// The waiting prints in the order of the queue, of one printer (`PrintJob.isFor`) or of all.
    func pendingPrintJobs(printer: String?) throws(StorageError) -> [PrintJob]
    /// The prints that were begun and not finished, on one printer or on all. The holder of a printer's lock may mark them
    /// `unknown`, because no other process can still be printing them.
    func interruptedPrintJobs(printer: String?) throws(StorageError) -> [PrintJob]
    /// The prints of which nobody knows how much came out, and those that have not ended, oldest first, without those of
    /// receipts that were withdrawn or printed again since.
    func doubtfulPrintJobs() throws(StorageError) -> [PrintJob]
    /// The prints of which no byte was sent, oldest first: all that wait, and those that failed among the newest prints.
    /// Left out are failed prints of receipts that were withdrawn, or that another print may have put on paper.
    func unprintedJobs(amongNewest limit: Int) throws(StorageError) -> [PrintJob]
    /// How many prints of a receipt were begun.
    func begunPrints(receipt: ReceiptID) throws(StorageError) -> Int
}
